import type { LiveOffers } from '#contract/live/offers.ts'

/**
 * LIVE-5: when offers begin and end, in the campaign's time zone, for everybody alike. Null is no
 * limit. An end that has been published is moved with `npm run launch`, not here: the page then
 * shows the old date beside the new one.
 */
export const liveOffers: LiveOffers = {
  legacyPack: { name: '{pack}', beginsAt: null, endsAt: null },
  founding: { name: 'Founding status', beginsAt: null, endsAt: null },
  mysteryReward: { name: 'Mystery reward', beginsAt: null, endsAt: null },
  exit: { name: 'Early-bird discount', beginsAt: null, endsAt: '2027-01-31T23:59' },
  program: { name: 'Project Ascend', beginsAt: null, endsAt: '2027-02-28T23:59' },
  earlyBird: { name: 'Early-bird price', beginsAt: null, endsAt: '2027-01-31T23:59' },
}
