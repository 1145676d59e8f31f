import { describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import { nameOfOffer, offerValues } from '#contract/campaign/offers.ts'
import { mostPieces } from './offers.ts'
import { wrongCampaign } from '#campaign/schema/check.ts'

const wrongWith = (beginsAt: string | null, endsAt: string | null) =>
  wrongCampaign({
    ...campaign,
    offers: { ...campaign.offers, exit: { ...campaign.offers['exit']!, beginsAt, endsAt } },
  })

test.each([
  [null, null],
  [null, '2027-01-31T23:59'],
  ['2027-01-01T00:00', null],
  ['2027-01-01T00:00', '2027-01-01T00:01'],
  // Before and after the hour that the clock skips, and in the one that it shows twice.
  ['2027-03-28T01:59', '2027-03-28T03:00'],
  ['2027-06-01T00:00', '2027-10-31T02:30'],
])('[LIVE-5] an offer can run from %s to %s', (beginsAt, endsAt) =>
  expect(wrongWith(beginsAt, endsAt)).toEqual([]),
)

test.each([
  ['2027-02-01T00:00', '2027-01-31T23:59', 'endsAt', 'before it begins'],
  ['2027-02-01T00:00', '2027-02-01T00:00', 'endsAt', 'before it begins'],
  [null, '2027-02-30T12:00', 'endsAt', "'2027-02-30T12:00' is no time"],
  [null, '31 January 2027', 'endsAt', 'is no time'],
  ['2027-01-01', null, 'beginsAt', 'is no time'],
  [null, '2027-03-28T02:30', 'endsAt', 'no clock in Europe/Amsterdam shows 2027-03-28T02:30'],
])('[LIVE-5] the build refuses an offer from %s to %s', (beginsAt, endsAt, name, reason) =>
  expect(wrongWith(beginsAt, endsAt)).toEqual([
    {
      file: 'campaigns/fuel/offers.ts',
      key: `offers.exit.${name}`,
      reason: expect.stringContaining(reason),
    },
  ]),
)

test('[LIVE-5] the pieces of an offer are its own, or those of its figure', () => {
  const { figures } = campaign
  const none = { ...figures, earlyBird: null, programSpots: null }
  const most = (offer: object, of = figures) => mostPieces({ name: 'An offer', ...offer }, of)
  expect(most({ most: 12 })).toBe(12)
  expect(most({ most: null })).toBe(null)
  expect(most({ count: 12 })).toBe(undefined)
  expect(most({ figure: 'programSpots' })).toBe(figures.programSpots!.value.total)
  expect(most({ figure: 'earlyBird' })).toBe(null)
  for (const figure of ['earlyBird', 'programSpots']) expect(most({ figure }, none)).toBe(undefined)
})

test('[LIVE-5] an offer is called by its name and number, and one that is gone by its key', () => {
  expect(nameOfOffer(campaign, 'legacyPack')).toBe('Legacy Pack #001')
  expect(nameOfOffer(campaign, 'founding')).toBe('Founding status')
  expect(nameOfOffer(campaign, 'sticker')).toBe('sticker')
})

describe('[BRAND-6] the offers of a campaign have names of its own', () => {
  const source = { kind: 'claim', evidence: null } as const
  const bell = { name: 'Brass bell', most: 1_200, source }
  const wrong = (offers: Record<string, object | null>) =>
    wrongCampaign({ ...campaign, offers: { ...campaign.offers, ...offers } as never }).map(
      ({ key, reason }) => `${key}: ${reason}`,
    )
  const accessLine = (line: string, offers: Record<string, object | null>) => {
    const hero = structuredClone(campaign.hero)
    hero.unit.access!.line = line
    return wrongCampaign({
      ...campaign,
      hero,
      offers: { ...campaign.offers, ...offers } as never,
    }).map(({ key, reason }) => `${key}: ${reason}`)
  }

  test('and texts name them by these', () =>
    expect(
      offerValues({
        offers: {
          bell: { ...bell, number: 'No. 7', numbers: { months: 1_300 }, money: { worth: 4_000 } },
          gone: null,
        },
        currency: 'USD',
        language: 'en',
      }),
    ).toEqual({
      bell: '1,200',
      bellName: 'Brass bell No. 7',
      bellMonths: '1,300',
      bellWorth: '$4,000',
    }))

  test.each([
    ['{bell} pieces of the {bellName}', { bell }],
    ['{bell} pieces', { bell: null }],
  ])('so the build takes %j with %j', (line, offers) =>
    expect(accessLine(line, offers)).toEqual([]),
  )

  test('and the build refuses a blank of none', () =>
    expect(accessLine('{bells} pieces', { bell })).toEqual([
      'hero.unit.access.line: nothing fills in {bells} here',
    ]))

  test.each<[string, Record<string, object>, string]>([
    ['a name with a space', { 'my bell': bell }, 'offers.my bell: a name begins with a small'],
    ['a name of /live', { waiting: bell }, "offers.waiting: /live has a 'waiting' already"],
    ['neither pieces nor a count', { bell: { name: 'Bell', source } }, 'offers.bell.most: give it'],
    ['two of them', { bell: { ...bell, count: 4 } }, 'offers.bell.most: give it'],
    ['no source', { bell: { name: 'Bell', most: 1 } }, 'offers.bell.source: it is missing'],
    [
      'the source of a figure',
      { program: { name: 'Tour', figure: 'programSpots', source } },
      'offers.program.source: the source is that of figures.programSpots',
    ],
    [
      'the place of another',
      { bell: { ...bell, shownIn: 'final' } },
      'offers.bell: offers.founding has the same place on the page',
    ],
    ['half a piece', { bell: { ...bell, most: 0.5 } }, 'offers.bell.most: 0.5 is no whole number'],
  ])('and the build refuses %s', (_, offers, reason) =>
    expect(wrong(offers)).toEqual([expect.stringContaining(reason)]),
  )

  test('and the build refuses a reward of the line that names none', () => {
    const line = structuredClone(campaign.line!)
    line.terms.rewards[1]!.alsoBy = 'bell'
    expect(wrongCampaign({ ...campaign, line }).map(({ key }) => key)).toEqual([
      'line.terms.rewards.1.alsoBy',
    ])
  })

  test.each(['EURO', 'eur', ''])('and the build refuses the currency %j', (currency) =>
    expect(wrongCampaign({ ...campaign, currency }).map(({ key }) => key)).toContain('currency'),
  )

  test('and facts too', () => {
    const contents = {
      ...campaign.sections.contents!,
      facts: [{ name: 'Steel', text: ['Made of {steel}.', 'It weighs {weight}.'] }],
    }
    const sections = { ...campaign.sections, contents }
    const product = { ...campaign.product, steel: 'boron steel', weight: null }
    expect(wrongCampaign({ ...campaign, sections, product })).toEqual([])
    expect(wrongCampaign({ ...campaign, sections }).map(({ reason }) => reason)).toEqual([
      'nothing fills in {steel} here',
      'nothing fills in {weight} here',
    ])
  })
})
