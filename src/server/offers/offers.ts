import type { Selectable, Transaction } from 'kysely'
import type { Campaign } from '#contract/campaign/campaign.ts'
import { endAfterPauses, periodsSince, type LaunchPeriod } from '#contract/launch/launch.ts'
import type { LiveOffer, OfferNow } from '#contract/live/figures.ts'
import { nameOfOffer, placeOf, type OfferPlace } from '#contract/campaign/offers.ts'
import { mostPieces } from '#contract/live/offers.ts'
import { campaign } from '#campaign'
import { readLocalTime } from '#server/counts/zone-clock.ts'
import { readLaunchPeriods } from '#server/db/launch-periods.ts'
import type { OfferCountsTable, OfferGrantsTable } from '#server/db/launch-schema.ts'
import { takeLock } from '#server/db/locks.ts'
import { newId } from '#server/db/new-id.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Db } from '#server/db/store.ts'

/*
 * An offer that ends, from its dates to what a person is granted:
 *
 * campaigns/fuel/offers.ts has beginning, end and number of pieces, src/campaign/schema/offers.ts what
 * the build refuses. This file turns local times into ms, moves an end by pauses and by an
 * operator's act, and reads the state of each offer.
 * grants.ts grants what was open at the sign-up, in the transaction of the first confirmation
 * (decision 050), and to people who confirmed before.
 * contract/figures/report.ts puts the counted values beside those of the campaign.
 */

/**
 * The terms of an offer. Times are in ms; null is no limit. `placement`: only sign-ups of this form
 * are granted it.
 */
export type OfferTerms = {
  most: number | null
  beginsAt: number | null
  endsAt: number | null
  placement: string | null
  /** where the page shows it */
  place: OfferPlace | null
}

/** An offer that the campaign does not have is missing. */
export type Terms = ReadonlyMap<LiveOffer, OfferTerms>

/** Throws where the clock of the campaign's time zone skips a time. */
const termsOf = ({
  offers,
  figures,
  timeZone,
}: Pick<Campaign, 'offers' | 'figures' | 'timeZone'>): Terms =>
  new Map(
    Object.entries(offers).flatMap(([key, offer]) => {
      const most = offer ? mostPieces(offer, figures) : undefined
      if (!offer || most === undefined) return []
      const at = (name: 'beginsAt' | 'endsAt') =>
        timeOf(offer[name] ?? null, timeZone, `offers.${key}.${name}`)
      const { placement = null } = offer
      const own = { most, placement, place: placeOf(offer) }
      return [[key, { ...own, beginsAt: at('beginsAt'), endsAt: at('endsAt') }] as const]
    }),
  )

function timeOf(text: string | null, timeZone: string, key: string): number | null {
  if (text === null) return null
  const time = readLocalTime(text, timeZone)
  if ('wrong' in time) throw new Error(`${key}: no clock in ${timeZone} shows ${text}`)
  return time.at
}

/** The terms of the campaign that this server serves. */
export const campaignTerms = termsOf(campaign)

/** The stored rows about offers: few, however many people there are. */
export type OfferRows = {
  counts: readonly Selectable<OfferCountsTable>[]
  /** oldest first */
  moves: readonly Pick<OfferMove, 'offer' | 'endsAt' | 'before' | 'movedAt'>[]
  periods: readonly LaunchPeriod[]
}

/** LIVE-5: every offer as it stands at `now`. */
export const readOffers = async (
  db: Db,
  now: number,
  terms: Terms = campaignTerms,
): Promise<Record<LiveOffer, OfferNow>> =>
  offersAt(
    {
      counts: await db.selectFrom('offer_counts').selectAll().execute(),
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
  Object.fromEntries([...terms].map(([offer, own]) => [offer, offerAt(offer, own, rows, now)]))

function offerAt(
  offer: LiveOffer,
  own: OfferTerms,
  { counts, moves, periods }: OfferRows,
  now: number,
): OfferNow {
  const { most, beginsAt, place } = own
  const counted = counts.find((row) => row.offer === offer)
  const left = most === null ? null : Math.max(0, most - (counted?.given ?? 0))
  return {
    place,
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

type OfferMove = Selectable<Schema['offer_ends']>

/** `endsAt` (ms) after moves and pauses, and the end that the page named before; null if none. */
type OfferEnd = { endsAt: number | null; movedFrom: number | null }

/**
 * LIVE-5: when an offer ends. `moves` are those of the offer, oldest first; `periods` all of the
 * launch. A move names a date, so only pauses after it change that date again.
 */
export function endOf(
  { beginsAt, endsAt }: Pick<OfferTerms, 'beginsAt' | 'endsAt'>,
  moves: readonly Pick<OfferMove, 'endsAt' | 'before' | 'movedAt'>[],
  periods: readonly LaunchPeriod[],
  now: number,
): OfferEnd {
  const last = moves.at(-1)
  const named = last?.endsAt ?? endsAt
  if (named === null) return { endsAt: null, movedFrom: null }
  const since = last?.movedAt ?? beginsAt ?? -Infinity
  const end = endAfterPauses(named, periodsSince(periods, since), now)
  return { endsAt: end, movedFrom: end === named ? (last?.before ?? null) : named }
}

/** When each offer of these terms ends (ms), as it is stored; null for one without an end. */
export async function readEnds(
  db: Db,
  now: number,
  terms: Terms,
): Promise<ReadonlyMap<LiveOffer, number | null>> {
  const moves = await readOfferMoves(db)
  const periods = await readLaunchPeriods(db)
  const endIn = (offer: LiveOffer, own: OfferTerms) =>
    endOf(
      own,
      moves.filter((move) => move.offer === offer),
      periods,
      now,
    ).endsAt
  return new Map([...terms].map(([offer, own]) => [offer, endIn(offer, own)]))
}

/** All moves, oldest first. */
const readOfferMoves = (db: Db): Promise<OfferMove[]> =>
  db.selectFrom('offer_ends').selectAll().orderBy('movedAt').orderBy('id').execute()

/** `no-end`: the offer has none; `ended`: it is over; `past`: the new end is not in the future. */
export type MoveRefusal = 'no-end' | 'ended' | 'past' | 'before-begin'

/** Moves an offer's end, which only works while the offer runs. */
export async function moveOfferEnd(
  trx: Transaction<Schema>,
  { offer, endsAt, by }: { offer: LiveOffer; endsAt: number; by: string },
  now: number,
  terms: Terms = campaignTerms,
): Promise<{ before: number } | { refused: MoveRefusal }> {
  await takeLock(trx, `end of ${offer}`, 'alone')
  const own = terms.get(offer)
  const before = (await readEnds(trx, now, terms)).get(offer)
  if (!own || typeof before !== 'number') return { refused: 'no-end' }
  if (before <= now) return { refused: 'ended' }
  if (endsAt <= now) return { refused: 'past' }
  if (endsAt <= (own.beginsAt ?? -Infinity)) return { refused: 'before-begin' }
  await trx
    .insertInto('offer_ends')
    .values({
      id: newId(),
      offer,
      endsAt,
      before,
      movedAt: now,
      movedBy: by,
    })
    .execute()
  return { before }
}

/** Offers that can run out or end. */
export async function shownOffers(db: Db, now: number) {
  const offers = await readOffers(db, now)
  return Object.entries(offers).flatMap(([offer, own]) =>
    own.most === null && own.endsAt === null
      ? []
      : [{ ...own, offer, name: nameOfOffer(campaign, offer) }],
  )
}

/** What these people were granted, in the order of the grants. */
export const readGrantsOf = (db: Db, personIds: readonly string[]): Promise<OfferGrantsTable[]> =>
  db
    .selectFrom('offer_grants')
    .select(['personId', 'offer', 'number', 'grantedAt'])
    .where('personId', 'in', personIds)
    .orderBy('grantedAt')
    .orderBy('offer')
    .execute()
