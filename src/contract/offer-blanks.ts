import type { Offers } from './offers.ts'
import { grouped } from './figures.ts'

/** What a text about the offers may fill in, so that no number stands in two places. */
export const offerBlanks = ['invitations', 'months', 'pack', 'packs', 'founding'] as const

export const offerValues = ({
  invitations,
  legacyPack,
  founding,
}: Offers): Record<(typeof offerBlanks)[number], string> => ({
  invitations: grouped(invitations.count),
  months: grouped(invitations.monthsAhead),
  pack: `${legacyPack.name} ${legacyPack.number}`,
  packs: grouped(legacyPack.most),
  founding: grouped(founding.most),
})
