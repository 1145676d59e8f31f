import { sql, type Transaction } from 'kysely'
import type { Store } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import { priorities } from '#server/outbox/outbox.ts'
import { patienceMs } from './overdue.ts'
import { enterTurns, isDue, waitsFor } from '#server/outbox/turns.ts'

/** As the index has it: see `isDue`. */
export const waitsForTime = sql<boolean>`outbox.waits = 'time'`

/** Mails whose time has come, in the order of their priorities: each gets a turn. So many at a time that a claim stays short; returns how many. */
export async function enterTimely(
  trx: Transaction<Schema>,
  engine: Store['engine'],
  now: number,
): Promise<number> {
  let entered = 0
  for (const priority of Object.values(priorities)) {
    const waiting = trx
      .selectFrom('outbox')
      .select(['id', 'requester'])
      .where(isDue)
      .where(waitsForTime)
      .where('priority', '=', priority)
      .orderBy('due_at')
      .limit(timelyAtOnce - entered)
    const take = (rows: typeof waiting) =>
      (engine === 'postgres' ? rows.forUpdate().skipLocked() : rows).execute()
    const rows = await take(waiting.where('due_at', '<=', now))
    if (rows.length === 0)
      rows.push(
        ...(await bringBack(
          trx,
          await take(waiting.where('due_at', '>', now + farthestDueMs(priority))),
          now,
        )),
      )
    await enterTurns(
      trx,
      rows.map(({ id, requester }) => ({ id, requester, priority, waits: waitsFor.turn })),
    )
    entered += rows.length
    if (entered >= timelyAtOnce) break
  }
  return entered
}

const timelyAtOnce = 200

/** No mail is put off for longer than it may wait. What lies further ahead was put off by a clock that was wrong. */
const farthestDueMs = (priority: number): number =>
  patienceMs(priority === priorities.later ? 'sequence' : 'confirm')

async function bringBack<Row extends { id: string }>(
  trx: Transaction<Schema>,
  rows: Row[],
  now: number,
): Promise<Row[]> {
  if (rows.length > 0)
    await trx
      .updateTable('outbox')
      .set({ due_at: now })
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute()
  return rows
}

/** Whether a mail of this priority waits, for its turn or for its time. */
export async function somebodyWaits(trx: Transaction<Schema>, priority: number): Promise<boolean> {
  const some = trx
    .selectFrom('outbox')
    .select('id')
    .where(isDue)
    .where('priority', '=', priority)
    .limit(1)
  return (
    (await some.where('waits', '=', waitsFor.turn).orderBy('turn').executeTakeFirst()) !==
      undefined ||
    (await some.where(waitsForTime).orderBy('due_at').executeTakeFirst()) !== undefined
  )
}
