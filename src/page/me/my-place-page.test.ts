import { expect, test } from 'vitest'
import { campaign } from '#campaign'
import type { LineRecord } from '#contract/line/records.ts'
import type { PageVisit } from '#contract/render.ts'
import { renderCampaign } from '#page/shell/entry-server.tsx'
import { confirmedAt, rewardWith, standingWith } from '#test/line-standing.ts'
import { personalDataWith } from '#test/personal-data.ts'

const kept: LineRecord = {
  order: 8_933,
  standing: 'waiting',
  keptUntilAt: null,
  friends: { counted: 0, placeOnly: 0, waiting: 0 },
  cameByLink: true,
  link: {
    code: 'K7Q42M9',
    name: '',
    madeAt: confirmedAt,
    newsDueAt: null,
    newsSentAt: null,
    newsStoppedAt: null,
  },
  moves: [{ place: 8_933, why: 'confirmed', notedAt: confirmedAt }],
  rewards: [],
  spots: [],
}
const visits: PageVisit[] = [
  {
    page: 'me',
    action: '/me/x',
    person: personalDataWith({ email: 'mila@fuel.example', state: 'confirmed', line: kept }),
    line: { standing: standingWith(), remembered: false },
  },
  {
    page: 'unsubscribe',
    view: 'ask',
    action: '/me/x/leave',
    line: { asOf: confirmedAt, registered: 8_933, place: 8_933, until: null, spot: null },
  },
  { page: 'privacy' },
]
const site = { publicUrl: 'https://fuel.example', anonKey: 'anon', optIn: 'double' } as const

test.each(visits)(
  '[LINE-1] the page $page says nothing of a line that the campaign does not have',
  (visit) => {
    const words = /in line|the line|your place|K7Q42M9|8,933|\/line"/i
    expect(renderCampaign(campaign, visit, site).html).toMatch(words)
    expect(renderCampaign({ ...campaign, line: null }, visit, site).html).not.toMatch(words)
  },
)

test('[LINE-5] with friends who wait, the own page says beyond which numbers they do', () => {
  const withWaiting = (waiting: number) => {
    const line = { ...kept, friends: { counted: 2, placeOnly: 0, waiting } }
    const person = personalDataWith({ email: 'mila@fuel.example', state: 'confirmed', line })
    const [own] = visits
    return renderCampaign(campaign, { ...own, person } as PageVisit, site).html
  }
  const said =
    'More than 3 people from one network within 7 days, you included; more than 3 friends with addresses at one domain, unless it is a large email provider; more than 15 friends within an hour;'
  expect(withWaiting(1)).toContain(said)
  expect(withWaiting(0)).not.toContain(said)
})

test('[LINE-9] the way out is one press away from the top of the own page', () => {
  const { html } = renderCampaign(campaign, visits[0]!, site)
  expect(html).toContain('<a href="#out">Leave</a>')
  expect(html).toContain('id="out"')
})

test.each([
  [[1], 'One is held for you.'],
  [[1, 3], '2 are held for you.'],
  [[], 'Nothing left to earn.'],
] as const)('[LINE-6] with %j held and the rest theirs, the own page says: %s', (held, title) => {
  const steps = [1, 3, 10]
  const rewards = steps.map((friends) =>
    rewardWith({
      friends,
      state: held.some((step) => step === friends) ? 'reached' : 'yours',
      at: confirmedAt,
      dueAt: confirmedAt,
    }),
  )
  const [own] = visits
  const line = { standing: standingWith({ rewards, countedForRewards: 10 }), remembered: false }
  const { html } = renderCampaign(campaign, { ...own, line } as PageVisit, site)
  expect(/<h2 id="rewards"[^>]*>([^<]*)</.exec(html)?.[1]).toBe(title)
})

test.each([
  [1, ['12:04', '13:04']],
  [25, ['22 Nov', '23 Nov']],
] as const)(
  '[LINE-9] Fig. 4 names its points by their time within one day, else by their day: %i hours after',
  (hours, names) => {
    const asOf = confirmedAt + hours * 3_600_000
    const [own] = visits
    const line = { standing: standingWith({ asOf }), remembered: false }
    const { html } = renderCampaign(campaign, { ...own, line } as PageVisit, site)
    expect(
      [...html.matchAll(/<text class="middle" x="[\d.]+" y="322"[^>]*>([^<]*)</g)].map(
        ([, name]) => name,
      ),
    ).toEqual(names)
    expect(/aria-label="(Your place: [^"]*)"/.exec(html)?.[1]).toContain(names[0])
  },
)

test.each([
  ['', 'Show your first name to people who open it'],
  ['Mila', 'Change or remove the name'],
])('[LINE-9] with the name %j on the link, the own page offers: %s', (name, words) => {
  const line = { ...kept, link: { ...kept.link!, name } }
  const person = personalDataWith({ email: 'mila@fuel.example', state: 'confirmed', line })
  const { html } = renderCampaign(campaign, { ...visits[0], person } as PageVisit, site)
  expect(html).toContain(`<a href="/me/x/name">${words}</a>`)
})

test.each(['left', null] as const)(
  '[LINE-3] somebody who is %s in line is not offered to name the link',
  (standing) => {
    const person = personalDataWith({
      email: 'mila@fuel.example',
      state: 'unsubscribed',
      line: { ...kept, standing },
    })
    const { html } = renderCampaign(campaign, { ...visits[0], person } as PageVisit, site)
    expect(html).toContain('/me/x/new-link')
    expect(html).not.toContain('/me/x/name')
  },
)

test('the page that asks before it erases has a way back, and no button that invites', () => {
  const visit = { page: 'me-erase', view: 'ask', action: '/me/x/erase', mePath: '/me/x' } as const
  const { html } = renderCampaign(campaign, visit, site)
  expect(html).toContain('<button class="btn" data-look="final" type="submit">Erase everything')
  expect(html).toContain('<a class="btn" data-look="line" href="/me/x">Keep everything</a>')
})

test.each([
  [{ page: 'unsubscribe', view: 'ask', action: '/x' }, 'Leave the list'],
  [{ page: 'unsubscribe', view: 'remove', action: '/x' }, 'Remove this address'],
  [{ page: 'me-line', act: 'new-link', action: '/x', mePath: '/me/x' }, 'Renew my link'],
  [{ page: 'me-line', act: 'forget', action: '/x', mePath: '/me/x' }, 'Forget it here'],
] as [PageVisit, string][])(
  'the button of $0.page for what nobody brings back does not invite',
  (visit, words) => {
    const { html } = renderCampaign(campaign, visit, site)
    expect(html).toContain(`<button class="btn" data-look="final" type="submit">${words}`)
  },
)
