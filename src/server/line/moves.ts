import { newId } from '#server/db/new-id.ts'
import type { Transaction } from 'kysely'
import { promises } from '#contract/promises.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import type { LineMovesTable } from '#server/db/line-schema.ts'
import type { Schema } from '#server/db/schema.ts'

/** Of each person so many places are kept: the newest. */
export const keptMoves = promises.places.n

/** Notes places at the people's own events. That of a first confirmation is kept with the link. */
export async function noteMoves(
  trx: Transaction<Schema>,
  moves: readonly Omit<LineMovesTable, 'id'>[],
): Promise<void> {
  await insertRows(
    trx,
    'note places',
    moves.map((move) => ({ id: newId(), ...move })),
    (rows) => trx.insertInto('line_moves').values(rows as LineMovesTable[]),
  )
  const personIds = moves.map((move) => move.personId)
  for (const { personId, count } of await withAllKept(trx, personIds)) {
    await forgetFirstPlace(trx, personId)
    if (count > keptMoves) await deleteOldest(trx, personId)
  }
}

/** Those who have as many places as are kept, or more, besides the first one. */
async function withAllKept(trx: Transaction<Schema>, personIds: readonly string[]) {
  if (personIds.length === 0) return []
  return trx
    .selectFrom('line_moves')
    .select((row) => ['personId', row.fn.countAll<number>().as('count')])
    .where('personId', 'in', personIds)
    .groupBy('personId')
    .having((row) => row.fn.countAll(), '>=', keptMoves)
    .execute()
}

const forgetFirstPlace = (trx: Transaction<Schema>, personId: string) =>
  trx
    .updateTable('line_links')
    .set({ firstPlace: null, firstAt: null })
    .where('personId', '=', personId)
    .where('firstPlace', 'is not', null)
    .execute()

async function deleteOldest(trx: Transaction<Schema>, personId: string): Promise<void> {
  const oldestKept = await trx
    .selectFrom('line_moves')
    .select('id')
    .where('personId', '=', personId)
    .orderBy('id', 'desc')
    .limit(1)
    .offset(keptMoves - 1)
    .executeTakeFirstOrThrow()
  await trx
    .deleteFrom('line_moves')
    .where('personId', '=', personId)
    .where('id', '<', oldestKept.id)
    .execute()
}
