import type { Offers } from '#contract/campaign.ts'

/** HERO-8, POP-3, POP-4: what is offered to whom. */
export const offers: Offers = {
  legacyPack: { name: 'Legacy Pack', number: '#001', most: 500, note: 'First 500 only.' },
  invitations: { count: 1_000, monthsAhead: 6, skipped: 10_000 },
  founding: { most: 3_000 },
  exit: { discountPercent: 30, bonusEuro: 297, most: 100 },
  mysteryReward: { most: 500 },
}
