import { describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import type { Campaign } from '#contract/campaign/campaign.ts'
import type { LineStanding, PlaceAhead } from '#contract/line/standing.ts'
import type { LineTerms } from '#contract/line/line.ts'
import { renderCampaign } from '#page/shell/entry-server.tsx'
import { readable } from '#test/campaign-texts.ts'
import { confirmedAt, placeWith, rewardWith, standingWith } from '#test/line-standing.ts'

const site = { publicUrl: 'https://fuel.example', anonKey: 'anon', optIn: 'double' } as const
const action = '/confirm/x'
const htmlOf = (visit: object, shown: Campaign = campaign) =>
  renderCampaign(shown, { page: 'confirm', action, ...visit } as never, site).html
const textOf = (html: string) => readable(html.replaceAll(/<[^>]*>/g, ' ')).replaceAll(/\s+/g, ' ')
const done = (standing: Partial<LineStanding> = {}, shown?: Campaign) =>
  htmlOf({ view: 'done', confirmedAt, standing: standingWith(standing) }, shown)
const ahead: PlaceAhead = {
  asOf: confirmedAt,
  registered: 8_932,
  nextPlace: 8_933,
}
const withTerms = (terms: Partial<LineTerms>): Campaign => ({
  ...campaign,
  line: { ...campaign.line!, terms: { ...campaign.line!.terms, ...terms } },
})

describe('before the press', () => {
  test('[LINE-9] the page names the next place, with its time, and for whom its button acts', () => {
    const text = textOf(htmlOf({ view: 'ask', ahead, address: 'y***@example.com' }))
    for (const words of ['For y***@example.com', 'The next place is 8,933', 'as of 12:04'])
      expect(text).toContain(words)
  })

  test('[LINE-9] to somebody whose place waits it names no next place', () => {
    const text = textOf(htmlOf({ view: 'ask', ahead: { ...ahead, nextPlace: null } }))
    expect(text).toContain('Your place has waited.')
    expect(text).not.toContain('The next place is')
  })
})

describe('after the press', () => {
  test('[LINE-9] the level rises with the first press, and not with another one', () => {
    expect(done()).toContain('data-rises')
    const again = htmlOf({ view: 'already', confirmedAt, standing: standingWith({}) })
    expect(again).not.toContain('data-rises')
  })

  test('[LINE-9] place, time of the confirmation, link and its four ways are there', () => {
    const html = done()
    for (const words of ['You are in. Place 8,933', 'Confirmed 22 November 2026, 12:04:07 CET'])
      expect(textOf(html)).toContain(words)
    const url = encodeURIComponent('https://fuel.example/?via=K7Q42M9')
    for (const way of [
      'mailto:?',
      'https://wa.me/?',
      'https://x.com/',
      'https://www.linkedin.com/',
    ])
      expect(html).toMatch(new RegExp(`href="${way.replaceAll('?', '\\?')}[^"]*${url}"`))
    expect(html).toMatch(/<button[^>]*hidden=""[^>]*data-act="copy"/)
  })

  test.each([
    [{ friends: 0 }, '− 0 passed so far: no friend of yours has confirmed yet'],
    [{ friends: 1, passed: 25 }, '− 25 passed thanks to one friend (25 places)'],
    [{ friends: 2, passed: 50 }, '− 50 passed thanks to 2 friends (25 places each)'],
    [{ friends: 12, passed: 250 }, '12 friends, of whom 10 count (25 places each)'],
    [{ friends: 0, passedBy: 4 }, '+ 4 passed you with friends of their own'],
  ])('[LINE-2] the account of %j says %j', (place, says) => {
    expect(textOf(done({ place: placeWith(place) }))).toContain(says)
  })

  test('[LINE-1] where friends move nobody, the account and the drawing do not speak of them', () => {
    const place = placeWith({ withOneMore: null })
    const text = textOf(done({ place }, withTerms({ perFriend: 0 })))
    expect(text).not.toMatch(/you passed|people earlier|one more friend/)
    expect(text).toContain('8,932 ahead of you, so your place is 8,933.')
  })

  test.each([
    [{ state: 'locked', left: 288 }, '288 of 500 left, as of 12:04.', '1 to go'],
    [
      { state: 'reached', number: 7, at: confirmedAt, dueAt: confirmedAt + 48 * 3_600_000 },
      'Yours is number 7. Reached on 22 November 2026, 12:04. Yours from 24 November 2026, 12:04 on',
      'Held',
    ],
    [{ state: 'yours', number: 7 }, 'Yours is number 7.', 'Yours'],
    [{ state: 'yours', byOffer: true }, 'You already have one: you were among the first.', 'Yours'],
    [{ state: 'taken-back' }, 'A sign-up no longer counts, so it is 2 of 3.', 'Taken back'],
    [{ state: 'gone', left: 0, goneAt: confirmedAt }, 'went on 22 November 2026, 12:04.', 'Gone'],
    [{ state: 'withdrawn' }, 'A numbered pack from a second 500.', 'Withdrawn'],
  ] as const)('[LINE-6] a reward that is %j is shown with its state', (reward, says, status) => {
    const rewards = [rewardWith({ friends: 3, ...reward })]
    const html = done({ rewards, countedForRewards: 2 })
    expect(textOf(html)).toContain(says)
    expect(html).toMatch(new RegExp(`${status}</p></li></ol>`))
  })

  test('[LINE-9] Fig. 3 says its numbers', () => {
    expect(done()).toContain(
      'aria-label="The line from 1 to 10,000. You are at 8,933 of 8,933. One more friend would move you up 25 places, to place 8,908."',
    )
  })

  test('[LINE-9] up to half of the goal the drawing names the next place, from then on the crowd', () => {
    expect(textOf(done({ registered: 12, place: placeWith({ waiting: 12 }) }))).toContain(
      'The next place is 13',
    )
    expect(textOf(done())).toContain('8,933 of 10,000')
  })

  test.each(['ask', 'done', 'already'] as const)(
    '[LINE-1] without a line the page %s is as it was, and has nothing of it',
    (view) => {
      const none = { ...campaign, line: null }
      const without = htmlOf({ view }, none)
      expect(htmlOf({ view, standing: standingWith(), ahead, confirmedAt }, none)).toBe(without)
      expect(without).not.toMatch(/via=|own-link|line\.css/)
    },
  )
})
