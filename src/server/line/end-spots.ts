import type { Transaction } from 'kysely'
import { promises } from '#contract/promises.ts'
import type { LineAwayTable } from '#server/db/line-schema.ts'
import type { WaveSpotsTable } from '#server/db/wave-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Db } from '#server/db/store.ts'
import type { OpenLine } from './line-head.ts'

/** A person stays in front for one more wave; after so many missed waves they go to the end. */
const mostMissed = promises.missedSpots.n

/** An invitation that its person does not use. */
export type UnusedSpot = Pick<WaveSpotsTable, 'id' | 'order'> & { personId: string }

/**
 * LINE-8: ends open spots that their people did not use. After the first missed wave a person
 * stands where they stood; after the second at the end, with a new number. The spots are free for
 * others (refillWaves). Call it with the line locked.
 */
export async function endSpots(
  trx: Transaction<Schema>,
  line: OpenLine,
  spots: readonly UnusedSpot[],
  state: 'expired' | 'passed',
  now: number,
): Promise<void> {
  const personIds = spots.map((spot) => spot.personId)
  await trx
    .updateTable('wave_spots')
    .set({ state, endedAt: now })
    .where(
      'id',
      'in',
      spots.map(({ id }) => id),
    )
    .execute()
  const away = await trx
    .deleteFrom('line_away')
    .where('personId', 'in', personIds)
    .where('why', '=', 'invited')
    .returningAll()
    .execute()
  const sorted = away.toSorted((a, b) => a.order - b.order)
  const atEnd = await whoMissedTooMany(trx, sorted)
  const back = sorted.filter((row) => !atEnd.has(row.personId))
  const last = sorted.filter((row) => atEnd.has(row.personId))
  await line.insert(back.map((row) => line.rowOf(row)))
  await line.append(last.map(({ personId, friends }) => ({ personId, friends })))
  for (const { personId } of back) await line.noteMove(personId, 'back', now)
  for (const { personId } of last) await line.noteMove(personId, 'end', now)
}

const missed = ['expired', 'passed', 'left'] as const

/** Whether the person of an open spot missed a wave before: after one more they go to the end. */
export const missedBefore = async (
  db: Db,
  { personId, order }: Pick<WaveSpotsTable, 'personId' | 'order'>,
): Promise<boolean> =>
  (await db
    .selectFrom('wave_spots')
    .select('id')
    .where('personId', '=', personId)
    .where('order', '=', order)
    .where('state', 'in', missed)
    .executeTakeFirst()) !== undefined

/** Missed waves count by order number, so that a new number starts anew. */
async function whoMissedTooMany(
  trx: Transaction<Schema>,
  people: readonly LineAwayTable[],
): Promise<ReadonlySet<string>> {
  if (people.length === 0) return new Set()
  const spots = await trx
    .selectFrom('wave_spots')
    .select(['personId', 'order'])
    .where(
      'personId',
      'in',
      people.map((row) => row.personId),
    )
    .where('state', 'in', missed)
    .execute()
  return new Set(
    people
      .filter(
        ({ personId, order }) =>
          spots.filter((spot) => spot.personId === personId && spot.order === order).length >=
          mostMissed,
      )
      .map((row) => row.personId),
  )
}
