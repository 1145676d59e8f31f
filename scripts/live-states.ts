import { campaign } from '#campaign'
import { openLaunch, type Launch } from '#contract/launch/launch.ts'
import type { LiveOffer, PageFacts } from '#contract/live/figures.ts'
import { campaignFigureTerms, figuresOf, type LiveRow } from '#server/live/figures.ts'
import { builtBundles } from '#server/http/bundles.ts'
import { serveBuilt, type ServedPages } from './serve-built.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** 9 December 2026, 12:04 in Amsterdam. */
const openAt = Date.parse('2026-12-09T11:04:00Z')
/** Early-bird and exit offer of the shipped campaign are over. */
const lateAt = openAt + 60 * dayMs
const { goal } = campaign.figures.launch.value
const late = Math.round(goal * 0.8932)

const set = (launch: Partial<Launch>): Launch => ({
  ...openLaunch,
  since: openAt - hourMs,
  ...launch,
})

const stateOf = (
  name: string,
  registered: number,
  launch: Launch = openLaunch,
  at: number = openAt,
) => ({ name, facts: factsOf(registered, launch, at) })

/**
 * LIVE-6, END-1: the landing page with live figures on the way from nobody to the goal, and the
 * pages of a list that an operator paused, closed or launched.
 */
export const liveStates: readonly { name: string; facts: PageFacts }[] = [
  stateOf('nobody', 0),
  stateOf('twelve', 12),
  stateOf('half', goal / 2 + 1),
  stateOf('early', 40, openLaunch, lateAt),
  stateOf('spots', late),
  stateOf('goal', goal),
  stateOf('paused', late, set({ state: 'paused', until: openAt + 2 * dayMs })),
  stateOf('closed', late, set({ state: 'closed' })),
  stateOf(
    'launched',
    late,
    set({ state: 'launched', listFirstUntil: openAt + 7 * dayMs, eraseAt: openAt + 90 * dayMs }),
  ),
]

function factsOf(registered: number, launch: Launch, now: number): PageFacts {
  const live = figuresOf(rowsOf(registered, now), { ...campaignFigureTerms, periods: [] }, now)
  return { now, mode: 'live', live, launch }
}

/** What the store has once so many people confirmed, a tenth of them in the last whole hour. */
function rowsOf(registered: number, now: number): LiveRow[] {
  const counted = (source: LiveRow['source'], name: string, count: number, at = now): LiveRow => ({
    source,
    name,
    at,
    count,
  })
  const given = [...campaignFigureTerms.offers].flatMap(
    ([offer, { most }]): [LiveOffer, number][] =>
      most === null ? [] : [[offer, Math.min(most, registered)]],
  )
  const lastHour = Math.floor((now - hourMs) / hourMs) * hourMs
  return [
    counted('registered', '', registered),
    counted('line', '', registered),
    counted('confirmed', 'confirmed', Math.floor(registered / 10), lastHour),
    ...given.map(([offer, pieces]) => counted('pieces', offer, pieces)),
    ...(['focus', 'energy', 'stress', 'motivation'] as const).map((type, index) =>
      counted('quizTypes', type, Math.floor(registered / (index + 3))),
    ),
    ...(registered >= goal ? [counted('goal', '', 1)] : []),
  ]
}

/** Serves each of `liveStates` at `/` + its name, as the built server renders it. */
export async function serveLiveStates(dist: string): Promise<ServedPages> {
  const bundles = await builtBundles(dist)
  const { renderPage } = await bundles.page()
  const site = { publicUrl: 'https://fuel.example', anonKey: '', optIn: 'double' } as const
  return serveBuilt(dist, (path) => {
    const facts = liveStates.find(({ name }) => `/${name}` === path)?.facts
    if (!facts) return undefined
    const isOpen = facts.launch.state === 'open'
    const page = renderPage(
      { page: isOpen ? 'landing' : 'ended', pageToken: '' },
      { ...site, facts },
    )
    return bundles.fill(isOpen ? 'page' : 'scripted', page, path)
  })
}
