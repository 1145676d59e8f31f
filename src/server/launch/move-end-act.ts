import { z } from 'zod'
import { campaign } from '#campaign/campaign.ts'
import { launchActPath } from '#contract/launch-screens.ts'
import { liveOffers, type LiveOffer } from '#contract/live-figures.ts'
import { nameOfOffer } from '#contract/live-offers.ts'
import { inZone } from '#contract/zone-times.ts'
import { checkValue } from '#server/cli/command-table.ts'
import type { Db } from '#server/db/store.ts'
import { moveOfferEnd, readOffers } from '#server/offers/offers.ts'
import { withIsoTimes, wrongMoves } from './describe.ts'
import {
  asked,
  common,
  forLog,
  launchAct,
  nothingChanged,
  optionOf,
  typedTimes,
  wrongTyped,
  type Wrong,
  readTime,
} from './launch-act.ts'

/** An offer of the campaign, with its end if it has one. */
type Offer = { offer: LiveOffer; name: string; endsAt: number | null }
const typedEnd = (timeZone: string) =>
  typedTimes(['to'], timeZone).transform(({ to }, context) => {
    if (typeof to === 'number') return { to }
    context.addIssue({ code: 'custom', message: wrongTyped.unreadable })
    return z.NEVER
  })

/** LIVE-5: moves the end of an offer that runs. */
export const moveEnd = launchAct<
  Pick<Offer, 'offer'>,
  Offer,
  { to: number },
  { offer: LiveOffer; wrong: Wrong }
>({
  name: 'move-offer-end',
  said: 'Moved the end of an offer',
  path: launchActPath('move-end'),
  leadsTo: common.leadsTo,
  find: async ({ store, now }, { offer }) =>
    (await shownOffers(store.db, now())).find((one) => one.offer === offer) ?? null,
  ask: async ({ timeZone }, { offer, name, endsAt }) =>
    asked(
      {
        title: 'Move the end of this offer?',
        facts: {
          Offer: name,
          ...(endsAt !== null && { 'Ends now': { moment: endsAt } }),
          Visitors: 'see the earlier end beside the new one',
        },
        sends: [['offer', offer]],
        button: 'Move the end',
      },
      ['to'],
      timeZone,
    ),
  fields: ({ timeZone }) => typedEnd(timeZone),
  details: ({ subject: { offer }, fields: { to } }) => ({ offer, ...forLog({ to }) }),
  async run({ store, now, launchChanged }, { subject: { offer }, fields: { to: endsAt }, by }) {
    const moved = await store.transact((trx) => moveOfferEnd(trx, { offer, endsAt, by }, now()))
    await launchChanged()
    const wrong =
      'refused' in moved ? { key: moved.refused, says: wrongMoves[moved.refused] } : null
    return { offer, wrong }
  },
  outcome: ({ wrong }) => common.outcome(wrong),
  refused: ({ wrong }) => common.refused(wrong),
  command: {
    name: 'move-end',
    argument: 'OFFER',
    help: `Moves the end of an offer that runs: ${liveOffers.join(', ')}. The page shows the earlier end beside the new one.`,
    options: { to: optionOf.to[1] },
    check: (_, offer) => checkValue('OFFER', { oneOf: liveOffers }, offer),
    read: async (deps, { to }, offer) => ({
      // `check` has let only names of offers through.
      subject: { offer: offer as LiveOffer },
      fields: { to: readTime('to', to, deps) },
    }),
    refused: ({ wrong }) => nothingChanged(wrong),
    json: async ({ offer }, { store, now }) => {
      const { endsAt, movedFrom } = (await readOffers(store.db, now()))[offer]
      return withIsoTimes({ offer, endsAt, movedFrom })
    },
    says: async ({ offer }, { store, now, timeZone }) => {
      const { endsAt } = (await readOffers(store.db, now()))[offer]
      return [`The offer ends on ${inZone(endsAt!, timeZone).dayAndTime}.`]
    },
  },
})

/** Offers that can run out or end. */
export async function shownOffers(db: Db, now: number) {
  const offers = await readOffers(db, now)
  return liveOffers.flatMap((offer) => {
    const { most, endsAt } = offers[offer]
    return most === null && endsAt === null
      ? []
      : [{ ...offers[offer], offer, name: nameOfOffer(campaign, offer) }]
  })
}
