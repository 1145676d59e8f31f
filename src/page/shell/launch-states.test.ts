import { describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import type { Campaign } from '#contract/campaign/campaign.ts'
import { launchStates, openLaunch, type LaunchState } from '#contract/launch/launch.ts'
import { lineActs } from '#contract/people/personal-data.ts'
import { figureModes, type FigureMode } from '#contract/live/figures.ts'
import type { LineRecord } from '#contract/line/records.ts'
import type { ShownSpot } from '#contract/line/spot.ts'
import { noOrigin } from '#contract/people/waitlist.ts'
import type { PageName, Visit } from '#page/sections/shown-page.ts'
import { confirmedAt as now, rewardWith, standingWith } from '#test/line-standing.ts'
import { countedOn } from '#test/live-figures.ts'
import { personalDataWith } from '#test/personal-data.ts'
import { renderCampaign } from './entry-server.tsx'

const hourMs = 3_600_000
const action = '/a/link'
const pageToken = 'a-token'
const answers = Object.fromEntries(
  campaign.quiz!.questions.map(({ id, options }) => [id, options[0]!.id]),
) as Visit<'quiz-result'>['answers']
const idle = { state: 'idle', typed: '' } as const
const kept: LineRecord = {
  order: 3,
  standing: 'waiting',
  keptUntilAt: null,
  friends: { counted: 1, placeOnly: 0, waiting: 0 },
  cameByLink: false,
  link: {
    code: 'K7Q42M9',
    name: '',
    madeAt: now,
    newsDueAt: null,
    newsSentAt: null,
    newsStoppedAt: null,
  },
  moves: [],
  rewards: [],
  spots: [],
}
const person = (state: 'confirmed' | 'unconfirmed' | 'unsubscribed') =>
  personalDataWith({ email: 'mila@fuel.example', state, line: kept })
const standing = standingWith({
  rewards: [rewardWith({ state: 'yours' }), rewardWith({ friends: 3 })],
})
const away = (why: 'left' | 'invited' | 'taken') => ({
  standing: { ...standing, place: null, away: { why, until: now + hourMs } },
  remembered: false,
})
const leaving = { asOf: now, registered: 12, place: null, until: null, spot: null }
const ahead = { asOf: now, registered: 12, email: 'mila@fuel.example', nextPlace: 13 }
const spot: ShownSpot = {
  code: '7F3K-91QD-2QX4-K7Q4',
  state: 'invited',
  wave: 2,
  place: 3,
  quizType: null,
  until: now + hourMs,
  isLast: false,
  usedAt: null,
  registered: 12,
  now,
}

type Shown<Visited> = Visited extends unknown ? Omit<Visited, 'page'> : never

/** Every page that visitors open beside the landing page, in each of its views. */
const visits: {
  [Name in Exclude<PageName, 'landing' | 'ended'>]: readonly Shown<Visit<Name>>[]
} = {
  'refused-form': [
    { pageToken: '', placement: 'hero', view: { state: 'invalid', typed: 'x' }, origin: noOrigin },
  ],
  once: [
    { view: 'sent' },
    { view: 'ask', action },
    { view: 'confirmed', action },
    { view: 'deleted' },
  ],
  'quiz-question': [{ question: 'energy_pattern', answers: {}, origin: noOrigin }],
  'quiz-result': [{ answers, origin: noOrigin, key: 'k', pageToken, view: idle }],
  'quiz-saved': [{ type: 'focus', email: 'mila@fuel.example' }],
  confirm: [
    { view: 'ask', action },
    { view: 'ask', action, ahead },
    { view: 'done', action },
    { view: 'done', action, standing },
    { view: 'already', action, standing },
  ],
  unsubscribe: [
    { view: 'ask', action },
    { view: 'ask', action, line: { ...leaving, place: 3 } },
    { view: 'ask', action, line: { ...leaving, spot: { heldUntil: now + hourMs } } },
    { view: 'remove', action },
    { view: 'removed', action },
    { view: 'done', action },
    { view: 'done', action, line: { ...leaving, until: now + hourMs } },
    { view: 'already', action },
  ],
  'stop-news': [
    { view: 'ask', action },
    { view: 'done', action },
  ],
  me: [
    { action, person: person('confirmed'), line: { standing, remembered: false } },
    { action, person: person('confirmed'), line: away('invited') },
    { action, person: person('confirmed'), line: away('taken') },
    { action, person: person('unsubscribed'), line: away('left') },
    { action, person: person('unconfirmed'), ahead },
  ],
  'me-line': lineActs.map((act) => ({ act, action, mePath: '/me/x' })),
  'me-consent': [
    { view: 'ask', action },
    { view: 'done', action },
    { view: 'silenced', action },
  ],
  'me-erase': [
    { view: 'ask', action, mePath: '/me/x' },
    { view: 'done', action },
  ],
  'me-result': [{ view: 'ask', type: 'focus', savedAt: now, action }],
  spot: (['invited', 'came', 'expired', 'passed', 'left'] as const).map((state) => ({
    action,
    spot: { ...spot, state },
  })),
  'spot-busy': [{}],
  'link-unknown': [{}],
  'try-later': [{ action }],
  'try-tomorrow': [{ act: 'return' }],
  privacy: [{}],
  'line-rules': [{ changes: [] }],
  'not-found': [{}],
  unexpected: [{}],
}

const since = now - hourMs
const launches = {
  open: openLaunch,
  paused: { ...openLaunch, since, until: now + hourMs },
  closed: { ...openLaunch, since },
  launched: { ...openLaunch, since, listFirstUntil: now + hourMs, eraseAt: now + 720 * hourMs },
}
const site = { publicUrl: 'https://fuel.example', anonKey: 'anon', optIn: 'double' as const }

function textsOf(
  page: string,
  state: LaunchState,
  mode: FigureMode,
  declared: Campaign = campaign,
): string[] {
  const launch = { ...launches[state], state }
  const live = mode === 'live' ? countedOn(now, { registered: 12 }) : null
  const facts = { now, mode, live, launch }
  return visits[page as keyof typeof visits].map((visit) =>
    renderCampaign(declared, { page, ...visit } as never, { ...site, facts })
      .html.replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' '),
  )
}

const joining =
  /join again|join the line again|like anyone new|come back (?:within|by)|registrations remain/gi
const sharing = /copy your link|friends? away|\d to go\b/gi
const before = /pre-launch|\bseal|complete\b|\d\.\d%|early access|the level|next place is/gi
/** What no page may say in a state, since nobody can join, or the launch is over. */
const untrue: Record<LaunchState, readonly RegExp[]> = {
  open: [],
  paused: [joining],
  closed: [joining, sharing],
  launched: [joining, sharing, before],
}

describe.each(figureModes)('with %s figures', (mode) => {
  test.each(
    Object.keys(visits).flatMap((page) => launchStates.map((state) => [page, state] as const)),
  )('[END-2] the page %s says nothing that is untrue of a list that is %s', (page, state) => {
    for (const text of textsOf(page, state, mode))
      expect(untrue[state].flatMap((words) => text.match(words) ?? [])).toEqual([])
  })
})

test.each(figureModes)(
  '[END-2] with %s figures, a pause without words for the level names no count there',
  (mode) => {
    const { paused } = campaign.ends
    const silent = { ...campaign, ends: { ...campaign.ends, paused: { ...paused, level: [] } } }
    for (const page of Object.keys(visits))
      for (const text of textsOf(page, 'paused', mode, silent))
        expect(text).not.toMatch(/registrations remain|\{n\}/)
  },
)

test.each(Object.keys(visits).filter((page) => page !== 'unexpected'))(
  '[END-2] the page %s names the state of a list that is not open, at its top',
  (page) => {
    const notices = {
      open: 'In the shop',
      paused: 'Sign-ups are paused until',
      closed: 'The list is closed',
      launched: 'In the shop since',
    }
    for (const state of launchStates)
      for (const text of textsOf(page, state, 'simulated'))
        expect(text.slice(0, 40).includes(notices[state])).toBe(state !== 'open')
  },
)

test('[ROUTE-3] the page of an unexpected error, which knows no state, says nothing of one', () =>
  expect(textsOf('unexpected', 'open', 'simulated')[0]).not.toMatch(
    new RegExp(`${joining.source}|${sharing.source}|${before.source}|figures are`, 'i'),
  ))
