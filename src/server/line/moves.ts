import { randomUUIDv7 } from 'node:crypto'
import type { Transaction } from 'kysely'
import { insertRows } from '#server/db/insert-rows.ts'
import type { LineMovesTable } from '#server/db/line-schema.ts'
import type { Schema } from '#server/db/schema.ts'

/** Of each person so many places are kept: the newest. */
export const keptMoves = 10

/** Notes places at the people's own events. That of a first confirmation is kept with the link. */
export async function noteMoves(
  trx: Transaction<Schema>,
  moves: readonly Omit<LineMovesTable, 'id'>[],
): Promise<void> {
  await insertRows(
    trx,
    'note places',
    moves.map((move) => ({
      id: randomUUIDv7(),
      person_id: move.person_id,
      at: move.at,
      place: move.place,
      why: move.why,
    })),
    (rows) => trx.insertInto('line_moves').values(rows as LineMovesTable[]),
  )
  // The first place of a person needs no look at others.
  const others = moves.filter(({ why }) => why !== 'confirmed').map((move) => move.person_id)
  for (const personId of await withMoreThanKept(trx, others)) await deleteOldest(trx, personId)
}

async function withMoreThanKept(
  trx: Transaction<Schema>,
  personIds: readonly string[],
): Promise<string[]> {
  if (personIds.length === 0) return []
  const rows = await trx
    .selectFrom('line_moves')
    .select('person_id')
    .where('person_id', 'in', personIds)
    .groupBy('person_id')
    .having((row) => row.fn.countAll(), '>', keptMoves)
    .execute()
  return rows.map((row) => row.person_id)
}

async function deleteOldest(trx: Transaction<Schema>, personId: string): Promise<void> {
  const oldestKept = await trx
    .selectFrom('line_moves')
    .select('id')
    .where('person_id', '=', personId)
    .orderBy('id', 'desc')
    .limit(1)
    .offset(keptMoves - 1)
    .executeTakeFirstOrThrow()
  await trx
    .deleteFrom('line_moves')
    .where('person_id', '=', personId)
    .where('id', '<', oldestKept.id)
    .execute()
}
