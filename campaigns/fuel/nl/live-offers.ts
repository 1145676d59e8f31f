import type { liveOffers as english } from '../live-offers.ts'

/** The names of the offers. When they begin and end is the campaign's. */
export const liveOffers: Record<keyof typeof english, { name: string }> = {
  legacyPack: { name: '{pack}' },
  founding: { name: 'Founding status' },
  mysteryReward: { name: 'Geheime beloning' },
  exit: { name: 'Early-bird-korting' },
  program: { name: 'Project Ascend' },
  earlyBird: { name: 'Early-bird-prijs' },
}
