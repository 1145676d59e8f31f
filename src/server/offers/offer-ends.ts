import { newId } from '#server/db/new-id.ts'
import type { Selectable, Transaction } from 'kysely'
import { endAfterPauses, periodsSince, type LaunchPeriod } from '#contract/launch.ts'
import type { LiveOffer } from '#contract/live-figures.ts'
import { readLaunchPeriods } from '#server/db/launch-periods.ts'
import type { OfferEndsTable } from '#server/db/launch-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Db } from '#server/db/store.ts'
import { takeLock } from '#server/db/erasure-lock.ts'
import { campaignTerms, type OfferTerms, type Terms } from './terms.ts'

export type OfferMove = Selectable<OfferEndsTable>

/** `endsAt` (ms) after moves and pauses, and the end that the page named before; null if none. */
export type OfferEnd = { endsAt: number | null; movedFrom: number | null }

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

/** All moves, oldest first. */
export const readOfferMoves = (db: Db): Promise<OfferMove[]> =>
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
  const moves = (await readOfferMoves(trx)).filter((move) => move.offer === offer)
  const before = own ? endOf(own, moves, await readLaunchPeriods(trx), now).endsAt : null
  if (!own || before === null) return { refused: 'no-end' }
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
