import { expect, test } from 'vitest'
import { campaign } from '#campaign'
import type { Campaign } from '#contract/campaign/campaign.ts'
import { noOffer, type LiveFigures } from '#contract/live/figures.ts'
import { isSettled, openInWords, reportFigures } from './report.ts'

const product = {
  contents: 'creatine and magnesium',
  dose: 'two a day',
  form: 'capsules',
  date: '1 March 2027',
  price: '€49 a month',
}

/** The shipped campaign with all facts of the product, and some of its parts replaced. */
const campaignWith = (change: (data: any) => void): Campaign => {
  const data = { ...structuredClone(campaign), product: { ...product } }
  change(data)
  return data
}

const reportSimulated = (data: Campaign) => reportFigures(data, { mode: 'simulated' })

test('[LIVE-3] every figure is listed with its source, its evidence, its value and its file', () => {
  const { figures } = reportSimulated(
    campaignWith(({ figures }) => {
      figures.cohort[0].source = { kind: 'claim', evidence: 'A cohort of 212' }
      figures.cohort[1].source = { kind: 'claim', evidence: '' }
    }),
  )
  const listed = (key: string) => figures.find((figure) => figure.key === key)
  expect(listed('figures.launch')).toEqual({
    key: 'figures.launch',
    file: 'campaigns/fuel/figures.ts',
    source: 'simulated',
    evidence: null,
    value: { registered: 8_932, goal: 10_000 },
    now: null,
  })
  expect(listed('figures.cohort.0')).toMatchObject({ source: 'claim', evidence: 'A cohort of 212' })
  expect(listed('figures.cohort.1')).toMatchObject({ source: 'claim', evidence: null })
  expect(listed('offers.exit')).toMatchObject({ file: 'campaigns/fuel/offers.ts', source: 'claim' })
})

test.each([
  [
    'privacy.contact.email',
    'hello@brand.example',
    'a domain reserved for examples: nothing arrives there',
  ],
  [
    'privacy.contact.text',
    'Write to hello@example.com',
    'a domain reserved for examples: nothing arrives there',
  ],
  [
    'privacy.contact.text',
    'See https://shop.brand.test/terms',
    'a domain reserved for examples: nothing arrives there',
  ],
  [
    'privacy.contact.text',
    '[your company], who writes to you',
    'a note to the author, not a text for visitors',
  ],
  ['privacy.contact.text', 'TODO: postal address', 'a note to the author, not a text for visitors'],
])('[LIVE-3] a placeholder is a missing fact: %s "%s"', (key, value, reason) => {
  const { missing } = reportSimulated(
    campaignWith(({ privacy }) => {
      privacy.contact.email = 'privacy@brand.nl'
      privacy.contact[key.split('.').at(-1)!] = value
    }),
  )
  expect(missing).toEqual([{ key, file: 'campaigns/fuel/copy/privacy.ts', value, reason }])
})

test('[LIVE-3] a real address is no placeholder', () => {
  const { missing } = reportSimulated(
    campaignWith(({ privacy }) => {
      privacy.contact.email = 'privacy@myexample.com'
      privacy.contact.text = 'For example, write to us about the test.'
    }),
  )
  expect(missing).toEqual([])
})

test('[LIVE-3] the counts of what is open name each kind; nothing open is settled', () => {
  const open = { simulated: 13, claimsWithoutEvidence: 1, samples: 2, missing: 0 }
  expect(openInWords(open)).toBe(
    '13 simulated figures, 1 claim without evidence, 2 samples, 0 missing facts',
  )
  expect(isSettled(open)).toBe(false)
  const settled = { simulated: 0, claimsWithoutEvidence: 0, samples: 0, missing: 0 }
  expect(isSettled(settled)).toBe(true)
  expect(isSettled({ ...settled, samples: 1 })).toBe(false)
})

test('[HERO-12] [LIVE-3] a fact of the product that is null is missing, unless nothing on the page needs it', () => {
  const without = (change: (data: any) => void) =>
    reportSimulated(
      campaignWith((data) => {
        data.product.dose = null
        data.privacy.contact.email = 'privacy@brand.nl'
        change(data)
      }),
    ).missing
  expect(without(() => {})).toEqual([
    {
      key: 'product.dose',
      file: 'campaigns/fuel/product.ts',
      value: null,
      reason: 'not given yet',
    },
  ])
  expect(without(({ sections }) => (sections.contents = null))).toEqual([])
})

test('[HERO-12] [LIVE-3] the shipped campaign has seven samples, open in both modes, and lacks the address to write to', () => {
  for (const mode of ['simulated', 'live'] as const) {
    const { samples, missing, open } = reportFigures(campaign, { mode })
    expect(missing.map(({ key }) => key)).toEqual(['privacy.contact.email'])
    expect(open.samples).toBe(7)
    expect(samples.map(({ key, file }) => `${file} ${key}`)).toEqual([
      'campaigns/fuel/product.ts product.contents',
      'campaigns/fuel/product.ts product.dose',
      'campaigns/fuel/product.ts product.form',
      'campaigns/fuel/product.ts product.date',
      'campaigns/fuel/product.ts product.price',
      'campaigns/fuel/copy/sections.ts sections.contents.label',
      'campaigns/fuel/copy/sections.ts sections.contents.note',
    ])
    expect(samples[1]!.value).toBe('one a day')
  }
})

const live: LiveFigures = {
  at: 1_000,
  registered: 12,
  waiting: 12,
  nextPlace: 13,
  goalReachedAt: null,
  confirmed: { hour: 4, today: 7, week: 12 },
  confirmedUntil: 0,
  quizTypes: {},
  offers: {
    legacyPack: { ...noOffer, most: 500, left: 488 },
    founding: { ...noOffer, place: 'final', most: 12, left: 0, goneAt: 900 },
    mysteryReward: { ...noOffer, most: 500, left: 488 },
    exit: { ...noOffer, most: 100, left: 99, endsAt: 800 },
    program: { ...noOffer, place: 'programSpots', most: 50, left: 38 },
    earlyBird: { ...noOffer, place: 'earlyBird', endsAt: 5_000, movedFrom: 4_000 },
  },
}

test.each([
  ['figures.launch', { registered: 12, goal: 10_000 }, null],
  ['figures.batchPercent', 0, null],
  ['figures.earlyBird', { endsAt: 5_000, beforeAt: 4_000 }, null],
  ['figures.recent', { n: 7, window: 'today' }, null],
  ['offers.founding', { left: 0, most: 12 }, 900],
  ['offers.exit', { left: 99, most: 100, endsAt: 800 }, 800],
])('[LIVE-3] the true value of %s is %j, since %s', (key, value, since) => {
  for (const mode of ['simulated', 'live'] as const) {
    const found = reportFigures(campaign, { mode, live }).figures.find((one) => one.key === key)
    expect(found?.now).toEqual({ value, since })
    if (mode === 'live') expect(found).toMatchObject({ source: 'live', value })
  }
})

test('[LIVE-2] [LIVE-3] in live mode nothing is simulated and every claim has evidence', () => {
  const { figures, open } = reportFigures(campaign, { mode: 'live', live })
  expect([open.simulated, open.claimsWithoutEvidence]).toEqual([0, 0])
  expect(figures.map(({ key }) => key)).not.toContain('figures.audience')
  expect(figures.find(({ key }) => key === 'figures.programTimer')).toMatchObject({
    value: null,
    now: null,
  })
})
