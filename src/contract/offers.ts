import type { Source } from './figure-source.ts'

/**
 * What is offered to whom: the brand's own terms, so each is a claim until its evidence is named
 * (LIVE-1).
 */
export type Offers = {
  legacyPack: { name: string; number: string; most: number; note: string; source: Source }
  /**
   * `skipped`: how many stand on the waitlist that an invitation skips. Null only among live figures,
   * where it is claimed without evidence (contract/shown-figures.ts).
   */
  invitations: { count: number; monthsAhead: number; skipped: number; source: Source } | null
  founding: { most: number; source: Source }
  exit: { discountPercent: number; bonusEuro: number; most: number; source: Source }
  mysteryReward: { most: number; source: Source }
}
