import type { Addition } from './project-copy.ts'

const contract = 'src/contract/figures/figures.ts'

/** A figure that ticks, and that the server counts: how many joined today. */
export const figure: Addition = {
  missingInTypes(copy) {
    copy.edit(
      'src/campaign/schema/figures.ts',
      '  pageSpots: falling',
      '  today: rising.nullable(),\n  pageSpots: falling',
    )
    copy.edit(
      'campaigns/fuel/figures.ts',
      '  pageSpots: {',
      '  today: { start: 40, everyMs: 10_000, chance: 0.5, mostAtOnce: 2, source: simulated },\n  pageSpots: {',
    )
  },
  finish(copy) {
    copy.edit(
      'test/other-campaign.ts',
      '    pageSpots: {',
      '    today: { start: 9, everyMs: 5_000, chance: 0.5, mostAtOnce: 9, source: simulated },\n    pageSpots: {',
    )
    copy.edit(contract, "  | 'nextPlace'\n", "  | 'nextPlace'\n  | 'today'\n")
    copy.edit(contract, "  'figures.pageSpots': {\n", `${entry}  'figures.pageSpots': {\n`)
  },
  trial: () => ['src/contract/figures/figure-trial.test.ts', trial],
  tests: ['src/contract/figures/figure-trial.test.ts', 'src/dashboard/figures/words.test.ts'],
}

const entry = `  'figures.today': {
    name: 'Joined today',
    shownIn: 'exclusivity',
    live: {
      text: { name: 'today', of: ({ confirmed }, _, language) => numberText(confirmed.today, language) },
      isKnown: isCounted,
      trueValue: ({ confirmed }) => current(confirmed.today),
    },
  },
`

/** Runs in the copy. */
const trial = `
import { expect, test } from 'vitest'
import { campaign } from '#campaign'
import { countedOn } from '#test/live-figures.ts'
import { withNull } from '#test/null-campaigns.ts'
import { reportFigures } from './report.ts'
import { liveTexts } from '#contract/live/texts.ts'
import { countedFigures, shownFigures } from './shown-figures.ts'
import { wrongCampaign } from '#campaign/schema/check.ts'

const live = countedOn(0, { confirmed: { hour: 1, today: 7, week: 9 } })

test('operators see its simulated value beside the true one, and with live figures the true one', () => {
  const listed = (mode: 'simulated' | 'live') =>
    reportFigures(campaign, { mode, live }).figures.find(({ key }) => key === 'figures.today')
  expect(listed('simulated')).toMatchObject({ value: { start: 40 }, now: { value: 7 } })
  expect(listed('live')).toMatchObject({ source: 'live', value: 7 })
})

test('its live text is in each message, and before the first count it is left out', () => {
  expect(liveTexts(live, campaign)).toMatchObject({ today: '7' })
  expect(countedFigures(shownFigures(campaign, 'live'), null).figures.today).toBeNull()
})

test('a campaign can leave it out', () =>
  expect(wrongCampaign(withNull(campaign, 'figures.today'))).toEqual([]))
`
