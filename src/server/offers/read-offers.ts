import type { Selectable } from 'kysely'
import type { LaunchPeriod } from '#contract/launch.ts'
import { liveOffers, type LiveOffer, type OfferNow } from '#contract/live-figures.ts'
import { readLaunchPeriods } from '#server/db/launch-periods.ts'
import type { OfferCountsTable } from '#server/db/launch-schema.ts'
import type { Db } from '#server/db/store.ts'
import { endOf, readOfferMoves, type OfferMove } from './offer-ends.ts'
import { campaignTerms, type Terms } from './terms.ts'

/** The stored rows about offers: few, however many people there are. */
export type OfferRows = {
  counts: readonly Selectable<OfferCountsTable>[]
  /** oldest first */
  moves: readonly Pick<OfferMove, 'offer' | 'endsAt' | 'before' | 'movedAt'>[]
  periods: readonly LaunchPeriod[]
}

const readOfferCounts = (db: Db) => db.selectFrom('offer_counts').selectAll().execute()

/** LIVE-5: every offer as it stands at `now`. */
export const readOffers = async (
  db: Db,
  now: number,
  terms: Terms = campaignTerms,
): Promise<Record<LiveOffer, OfferNow>> =>
  offersAt(
    {
      counts: await readOfferCounts(db),
      moves: await readOfferMoves(db),
      periods: await readLaunchPeriods(db),
    },
    now,
    terms,
  )

/** The same over rows that were read already. */
export const offersAt = (
  rows: OfferRows,
  now: number,
  terms: Terms = campaignTerms,
): Record<LiveOffer, OfferNow> =>
  Object.fromEntries(
    liveOffers.map((offer) => [offer, offerAt(offer, rows, now, terms)]),
  ) as Record<LiveOffer, OfferNow>

const without: OfferNow = {
  most: null,
  left: null,
  goneAt: null,
  beginsAt: null,
  endsAt: null,
  movedFrom: null,
}

function offerAt(
  offer: LiveOffer,
  { counts, moves, periods }: OfferRows,
  now: number,
  terms: Terms,
): OfferNow {
  const own = terms.get(offer)
  if (!own) return without
  const { most, beginsAt } = own
  const counted = counts.find((row) => row.offer === offer)
  const left = most === null ? null : Math.max(0, most - (counted?.given ?? 0))
  return {
    most,
    left,
    goneAt: left === 0 ? (counted?.lastAt ?? null) : null,
    beginsAt,
    ...endOf(
      own,
      moves.filter((move) => move.offer === offer),
      periods,
      now,
    ),
  }
}
