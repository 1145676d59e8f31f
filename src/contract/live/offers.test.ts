import { expect, test } from 'vitest'
import { campaign } from '#campaign'
import { mostPieces, nameOfOffer } from './offers.ts'
import { wrongCampaign } from '#campaign/schema/check.ts'

const wrongWith = (beginsAt: string | null, endsAt: string | null) =>
  wrongCampaign({
    ...campaign,
    liveOffers: { ...campaign.liveOffers, exit: { name: 'Discount', beginsAt, endsAt } },
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
      file: 'campaigns/fuel/live-offers.ts',
      key: `liveOffers.exit.${name}`,
      reason: expect.stringContaining(reason),
    },
  ]),
)

test('[LIVE-5] the pieces of an offer are those that the campaign names elsewhere', () => {
  expect(mostPieces(campaign, 'legacyPack')).toBe(campaign.offers.legacyPack.most)
  expect(mostPieces(campaign, 'program')).toBe(campaign.figures.programSpots!.value.total)
  expect(mostPieces(campaign, 'earlyBird')).toBe(null)
  const without = { ...campaign.figures, earlyBird: null, programSpots: null }
  for (const offer of ['earlyBird', 'program'] as const)
    expect(mostPieces({ ...campaign, figures: without }, offer)).toBe(undefined)
})

test('[LIVE-5] the name of an offer has its blanks filled in', () =>
  expect(nameOfOffer(campaign, 'legacyPack')).toBe('Legacy Pack #001'))
