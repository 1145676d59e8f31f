import type { offers as english } from '../offers.ts'

/** The texts of the offers. Their numbers and times are those of the campaign. */
export const offers: Record<keyof typeof english, { name: string; note?: string }> = {
  legacyPack: { name: 'Legacy Pack', note: 'Alleen de eerste 500.' },
  invitations: { name: 'Uitnodigingen' },
  founding: { name: 'Founding status' },
  mysteryReward: { name: 'Geheime beloning' },
  exit: { name: 'Early-bird-korting' },
  program: { name: 'Project Ascend' },
  earlyBird: { name: 'Early-bird-prijs' },
}
