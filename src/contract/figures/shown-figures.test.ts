import { describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import { countedOn } from '#test/live-figures.ts'
import type { Campaign } from '#contract/campaign/campaign.ts'
import { showsCrowd } from './gauge-level.ts'
import { recentCount } from '#contract/live/figures.ts'
import {
  countedFigures,
  launchNow,
  shownFigures,
  shownSources,
  unbackedFigures,
} from './shown-figures.ts'
import { wrongCampaign } from '#campaign/schema/check.ts'

const changed = (change: (data: any) => void): Campaign => {
  const data = structuredClone(campaign)
  change(data)
  return data
}

describe('[LIVE-2] the switch to live figures', () => {
  const shown = shownFigures(campaign, 'live')

  test('leaves no figure and no offer simulated or claimed without evidence', () => {
    expect(unbackedFigures(shown)).toEqual([])
    const kinds = shownSources(shown).map(({ source }) => source.kind)
    expect(new Set(kinds)).toEqual(new Set(['live']))
  })
  test('leaves out what the server cannot know', () =>
    expect([
      shown.figures.audience,
      shown.figures.cohort,
      shown.figures.video,
      shown.offers['invitations'],
    ]).toEqual([
      null,
      null,
      { watching: null, averageS: null, requestPercent: null, previewMin: null },
      null,
    ]))
  test('keeps a claim with evidence', () => {
    const withEvidence = changed(({ figures }) => {
      figures.cohort[1].source = { kind: 'claim', evidence: 'A cohort of 212' }
      figures.video.previewMin.source = { kind: 'claim', evidence: 'The file' }
    })
    const { figures } = shownFigures(withEvidence, 'live')
    expect(figures.cohort?.map(({ percent }) => percent)).toEqual([73])
    expect(figures.video?.previewMin?.value).toBe(3)
  })
  test('[LIVE-3] names claims in the footer only where one is shown', () => {
    const note = (data: typeof campaign) => shownFigures(data, 'live').sections.footer.note
    const { live } = campaign
    expect(note(campaign)).toBe(live.note)
    const withEvidence = changed(({ figures }) => {
      figures.cohort[1].source = { kind: 'claim', evidence: 'A cohort of 212' }
    })
    expect(note(withEvidence)).toBe(`${live.note} ${live.claims}`)
  })
  test('leaves out updates that name a figure which is not shown', () =>
    expect(
      shownFigures(
        changed((data) => {
          data.updates = [
            { when: 'Now', text: 'Early access: 1,000 invitations' },
            { when: 'Now', text: 'Legacy Pack #001: limited to 500' },
          ]
        }),
        'live',
      ).updates.map(({ text }) => text),
    ).toEqual(['Legacy Pack #001: limited to 500']))
})

test('[LIVE-1] with simulated figures the campaign is shown as it is, with a note on its samples', () => {
  const { sections, ...shown } = shownFigures(campaign, 'simulated')
  const { sections: declared, ...rest } = campaign
  expect(shown).toEqual(rest)
  expect(sections).toEqual({
    ...declared,
    footer: { note: `${declared.footer.note} ${campaign.samples.note}` },
  })
})

test('[HERO-12] with live figures samples are left out, and the footer says nothing of them', () => {
  const { product, sections } = shownFigures(campaign, 'live')
  expect(new Set(Object.values(product))).toEqual(new Set([null]))
  expect(sections.contents).toMatchObject({ label: null, note: null })
  expect(sections.footer.note).not.toContain(campaign.samples.note)
})

test('[HERO-12] a fact, a label and a note that are no samples are shown in both modes, without a mark', () => {
  const real = changed((data) => {
    data.product = { price: '€59' }
    for (const name of ['label', 'note'])
      data.sections.contents[name] = data.sections.contents[name].sample
  })
  for (const mode of ['simulated', 'live'] as const) {
    const { product, sections } = shownFigures(real, mode)
    expect(product).toEqual(real.product)
    expect(sections.contents).toEqual(real.sections.contents)
    expect(sections.footer.note).not.toContain(campaign.samples.note)
  }
})

test('[LIVE-3] a live campaign without a note gets it back once its figures are simulated', () => {
  const bare = changed(({ switches }) => {
    switches.footerNote = false
    switches.figures = 'live'
  })
  expect(wrongCampaign(bare)).toEqual([])
  expect(shownFigures(bare, 'live').switches.footerNote).toBe(false)
  expect(shownFigures(bare, 'simulated').switches.footerNote).toBe(true)
})

describe('[LIVE-2] before the first count', () => {
  test('every live figure but the goal is left out', () => {
    const uncounted = countedFigures(shownFigures(campaign, 'live'), null)
    const { launch: _launch, video: _video, ...others } = uncounted.figures
    expect(new Set(Object.values(others))).toEqual(new Set([null]))
    expect(launchNow(uncounted)).toBeNull()
  })
  test('every simulated figure stays', () => {
    const simulated = countedFigures(campaign, null)
    expect(simulated).toEqual(campaign)
    expect(launchNow(simulated)).toEqual({ registered: 8_932, goal: 10_000 })
  })
})

test('[LIVE-2] deadlines and spots are shown only of offers that have them', () => {
  const live = shownFigures(campaign, 'live')
  const none = countedFigures(live, countedOn(0)).figures
  expect([none.earlyBird, none.programTimer, none.accessTimer, none.programSpots]).toEqual([
    null,
    null,
    null,
    null,
  ])
  const some = countedFigures(
    live,
    countedOn(0, {
      pieces: { program: [50, 8] },
      offers: { program: { endsAt: 1 }, founding: { endsAt: 1 }, earlyBird: { endsAt: 1 } },
    }),
  ).figures
  expect([some.earlyBird, some.programTimer, some.accessTimer, some.programSpots]).not.toContain(
    null,
  )
})

test.each([
  [
    { hour: 5, today: 9, week: 9 },
    { n: 5, window: 'hour' },
  ],
  [
    { hour: 4, today: 9, week: 20 },
    { n: 9, window: 'today' },
  ],
  [
    { hour: 4, today: 4, week: 20 },
    { n: 20, window: 'week' },
  ],
  [{ hour: 4, today: 4, week: 4 }, null],
] as const)('[LIVE-7] of %j confirmed the notice names %j', (confirmed, notice) =>
  expect(recentCount({ confirmed })).toEqual(notice),
)

test.each([
  [0, false],
  [5_000, false],
  [5_001, true],
])('[LIVE-6] at %i of 10,000 the crowd is shown: %j', (registered, crowd) =>
  expect(showsCrowd({ registered, goal: 10_000 })).toBe(crowd),
)

test('[LIVE-1] the build refuses a figure that is live on its own', () =>
  expect(
    wrongCampaign(
      changed(({ figures, offers }) => {
        for (const one of [figures.waiting, figures.video.averageS, offers['founding']])
          one.source = { kind: 'live' }
      }),
    ).map(({ key, reason }) => `${key}: ${reason}`),
  ).toEqual(
    ['figures.waiting', 'figures.video.averageS', 'offers.founding'].map(
      (key) =>
        `${key}.source: 'live' is no source: use simulated or claim; with FIGURES=live the server counts the whole page`,
    ),
  ))
