import { randomUUIDv7 } from 'node:crypto'
import type { Transaction } from 'kysely'
import { insertRows } from '#server/db/insert-rows.ts'
import type { LineMovesTable } from '#server/db/line-schema.ts'
import type { Schema } from '#server/db/schema.ts'

/** Of each person so many places are kept: the newest. */
export const keptMoves = 10

/** Notes places at the people's own events. */
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
  for (const { person_id: personId } of moves.filter(({ why }) => why !== 'confirmed'))
    await deleteOldest(trx, personId)
}

async function deleteOldest(trx: Transaction<Schema>, personId: string): Promise<void> {
  const oldestKept = await trx
    .selectFrom('line_moves')
    .select('id')
    .where('person_id', '=', personId)
    .orderBy('id', 'desc')
    .limit(1)
    .offset(keptMoves - 1)
    .executeTakeFirst()
  if (oldestKept)
    await trx
      .deleteFrom('line_moves')
      .where('person_id', '=', personId)
      .where('id', '<', oldestKept.id)
      .execute()
}
