import { describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import type { Campaign } from '#contract/campaign/campaign.ts'
import { launchStates, openLaunch, type LaunchState } from '#contract/launch/launch.ts'
import { figureModes, type FigureMode } from '#contract/live/figures.ts'
import { everyPage } from '#test/every-page.ts'
import { confirmedAt as now } from '#test/line-standing.ts'
import { countedOn } from '#test/live-figures.ts'
import { renderCampaign } from './entry-server.tsx'

const hourMs = 3_600_000
const visits = everyPage(campaign)

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
