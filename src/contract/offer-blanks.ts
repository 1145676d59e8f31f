import type { Offers } from './offers.ts'
import { grouped } from './text.ts'

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
