import type { Offers } from '#contract/campaign/offers.ts'
import type { Source } from '#contract/figures/source.ts'

const claim: Source = { kind: 'claim', evidence: null }

/** HERO-8, POP-3, POP-4: what is offered to whom. */
export const offers: Offers = {
  legacyPack: {
    name: 'Legacy Pack',
    number: '#001',
    most: 500,
    note: 'First 500 only.',
    source: claim,
  },
  invitations: { count: 1_000, monthsAhead: 6, skipped: 10_000, source: claim },
  founding: { most: 3_000, source: claim },
  exit: { discountPercent: 30, bonusEuro: 297, most: 100, source: claim },
  mysteryReward: { most: 500, source: claim },
}
