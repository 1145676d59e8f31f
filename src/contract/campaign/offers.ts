import type { Source } from '#contract/figures/source.ts'
import { grouped } from '#contract/text.ts'

/**
 * What is offered to whom: the brand's own terms, so each is a claim until its evidence is named
 * (LIVE-1).
 */
export type Offers = {
  legacyPack: { name: string; number: string; most: number; note: string; source: Source }
  /**
   * `skipped`: how many stand on the waitlist that an invitation skips. Null only among live figures,
   * where it is claimed without evidence (contract/figures/shown-figures.ts).
   */
  invitations: { count: number; monthsAhead: number; skipped: number; source: Source } | null
  founding: { most: number; source: Source }
  exit: { discountPercent: number; bonusEuro: number; most: number; source: Source }
  mysteryReward: { most: number; source: Source }
}

/** The placeholders of texts about the offers, so that each number is declared once. */
export const offerBlanks = ['invitations', 'months', 'pack', 'packs', 'founding'] as const

/** Without the blanks of an offer that is null. */
type OfferValues = Partial<Record<(typeof offerBlanks)[number], string>>

export const offerValues = ({ invitations, legacyPack, founding }: Offers): OfferValues => ({
  ...(invitations && {
    invitations: grouped(invitations.count),
    months: grouped(invitations.monthsAhead),
  }),
  pack: `${legacyPack.name} ${legacyPack.number}`,
  packs: grouped(legacyPack.most),
  founding: grouped(founding.most),
})
