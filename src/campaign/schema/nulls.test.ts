import { describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import { nullableKeys, withNull } from '#test/null-campaigns.ts'
import { copyKeyOf, declarationOf, sectionNames } from '#contract/campaign/sections.ts'
import { wrongCampaign } from './check.ts'

const reasonFor = (...keys: string[]) =>
  wrongCampaign(withNull(campaign, ...keys)).map(({ key, reason }) => `${key}: ${reason}`)

test('these parts and figures can be null, each by itself, and every section that is neither required nor the words around two figures', () => {
  const sectionKeys = sectionNames
    .filter((name) => !declarationOf(name).required && name !== 'proof')
    .flatMap((name) => copyKeyOf(name) ?? [])
  expect(
    nullableKeys(campaign)
      .filter((key) => wrongCampaign(withNull(campaign, key)).length === 0)
      .toSorted(),
  ).toEqual(
    [
      'sections.strip',
      'sections.bars',
      'sections.recent',
      'sections.exit',
      'sections.stay',
      'sections.updates',
      ...sectionKeys.map((key) => `sections.${key}`),
      'figures.waiting',
      'figures.audience',
      'figures.cohort',
      'figures.recent',
      'figures.video.watching',
      'figures.video.averageS',
      'figures.video.requestPercent',
      'figures.video.previewMin',
      'figures.programSpots',
      'figures.programTimer',
      'figures.pageSpots',
      'figures.accessTimer',
    ].toSorted(),
  )
})

test.each([
  [
    'sections.proof',
    'it cannot be null: figures.audience stands in it; figures.audience and figures.cohort can be null, which leaves it out',
  ],
  [
    'sections.final',
    'it cannot be null: phase 5, its call to action and the form at the end of the page stand in it',
  ],
  ['sections.footer', 'it cannot be null: switches.footerNote leaves the note out'],
  ['figures.launch', "it cannot be null: the hero's gauge and the shared link's card show it"],
  ['figures.earlySpots', 'it cannot be null: sections.strip shows it; sections.strip can be null'],
  [
    'updates',
    'it cannot be null: an empty list leaves the updates out, and so does sections.updates: null',
  ],
])('%s that is null is named: %s', (key, reason) =>
  expect(reasonFor(key)).toEqual([`${key}: ${reason}`]),
)

test.each([
  ['sections.strip', 'figures.earlySpots', 'figures.batchPercent'],
  ['sections.bars', 'figures.pageSpots'],
  ['sections.earlyBird', 'figures.earlyBird'],
  ['sections.video', 'figures.video'],
  ['sections.exclusivity', 'figures.programSpots', 'figures.programTimer'],
  ['sections.proof', 'figures.audience', 'figures.cohort'],
  ['quiz', 'sections.quiz', 'sequence'],
])('with %s its figures can be null too', (...keys) => expect(reasonFor(...keys)).toEqual([]))

test('[BRAND-6] what is said once the last section’s offer has ended can be null where it has none', () => {
  expect(reasonFor('live.finalOver')).toEqual([
    'live.finalOver: it cannot be null: sections.final says it once offers.founding has ended',
  ])
  const { founding: _, ...offers } = campaign.offers
  const bare = { ...withNull(campaign, 'live.finalOver'), offers }
  expect(wrongCampaign(bare).filter(({ key }) => key.startsWith('live.'))).toEqual([])
})

test('audience and cohort can both be null', () =>
  expect(reasonFor('figures.audience', 'figures.cohort')).toEqual([]))

test('the invitations can be null once no update names their number', () => {
  const bare = withNull(campaign, 'offers.invitations')
  expect(wrongCampaign(bare).map(({ key }) => key)).toEqual(['updates.1.text'])
  const updates = campaign.updates.filter(({ text }) => !text.includes('invitations'))
  expect(wrongCampaign({ ...bare, updates })).toEqual([])
})

describe('[LIVE-3] the footer note', () => {
  const without = (data: typeof campaign) => ({
    ...data,
    switches: { ...data.switches, footerNote: false },
  })
  /** Each figure and offer with evidence, but for those named. */
  const backed = (...unbacked: string[]) => {
    const data = structuredClone(campaign)
    const walk = (value: unknown, key: string) => {
      if (typeof value !== 'object' || value === null) return
      if ('source' in value && !unbacked.includes(key))
        value.source = { kind: 'claim', evidence: 'A count of November' }
      for (const [name, inner] of Object.entries(value)) walk(inner, `${key}.${name}`)
    }
    walk(data.figures, 'figures')
    walk(data.offers, 'offers')
    return data
  }

  test.each([
    ['figures.waiting', 'simulated'],
    ['figures.video.requestPercent', 'claimed without evidence'],
    ['offers.exit', 'claimed without evidence'],
    ['figures.cohort.1', 'claimed without evidence'],
  ])('cannot be switched off while %s is %s and shown', (key, how) => {
    expect(wrongCampaign(without(backed(key)))).toEqual([
      {
        file: 'campaigns/fuel/index.ts',
        key: 'switches.footerNote',
        reason: `${key} is ${how} and shown, so the note has to stand`,
      },
    ])
  })
  test('can be switched off where all that is shown has evidence', () =>
    expect(wrongCampaign(without(backed()))).toEqual([]))
  test.each([
    ['figures.recent', 'sections.recent'],
    ['figures.video.watching', 'sections.video'],
    ['offers.exit', 'sections.exit'],
    ['offers.mysteryReward', 'sections.stay'],
  ])('can be switched off where %s is left out with %s', (key, section) =>
    expect(wrongCampaign(without(withNull(backed(key), section)))).toEqual([]),
  )
  test('may stand in any case', () => expect(wrongCampaign(backed())).toEqual([]))
})
