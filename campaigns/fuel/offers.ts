import type { Offers } from '#contract/campaign/offers.ts'
import type { Source } from '#contract/figures/source.ts'

const claim: Source = { kind: 'claim', evidence: null }

/**
 * HERO-8, POP-3, POP-4: what is offered to whom. LIVE-5: when it begins and ends, in the campaign's
 * time zone, for everybody alike. An end that has been published is moved with `npm run launch`, not
 * here: the page then shows the old date beside the new one.
 */
export const offers = {
  legacyPack: {
    name: 'Legacy Pack',
    number: '#001',
    most: 500,
    note: 'First 500 only.',
    shownIn: 'hero',
    source: claim,
  },
  invitations: {
    name: 'Invitations',
    count: 1_000,
    numbers: { monthsAhead: 6, skipped: 10_000 },
    shownIn: 'exclusivity',
    source: claim,
  },
  founding: { name: 'Founding status', most: 3_000, shownIn: 'final', source: claim },
  mysteryReward: { name: 'Mystery reward', most: 500, shownIn: 'stay', source: claim },
  exit: {
    name: 'Early-bird discount',
    most: 100,
    numbers: { discountPercent: 30 },
    money: { bonus: 297 },
    endsAt: '2027-01-31T23:59',
    placement: 'exit-intent',
    shownIn: 'exit',
    source: claim,
  },
  program: { name: 'Project Ascend', figure: 'programSpots', endsAt: '2027-02-28T23:59' },
  earlyBird: { name: 'Early-bird price', figure: 'earlyBird', endsAt: '2027-01-31T23:59' },
} as const satisfies Offers
