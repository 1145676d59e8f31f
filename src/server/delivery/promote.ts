import { sql, type Transaction } from 'kysely'
import type { Store } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import { priorities } from '#server/outbox/outbox.ts'
import { enterTurns, isDue, waitsFor } from '#server/outbox/turns.ts'
import { patienceMs } from './overdue.ts'

/** Written as the index has it: see `isDue`. */
export const waitsForTime = sql<boolean>`outbox.waits = 'time'`

/** Bounds the work of one claim. */
const mostAtOnce = 200

/**
 * Gives a turn to mails whose time has come, in the order of their priorities. Returns their
 * number, at most 200.
 */
export async function promoteDueMails(
  trx: Transaction<Schema>,
  engine: Store['engine'],
  now: number,
): Promise<number> {
  let promoted = 0
  for (const priority of Object.values(priorities)) {
    const waiting = trx
      .selectFrom('outbox')
      .select(['id', 'requester'])
      .where(isDue)
      .where(waitsForTime)
      .where('priority', '=', priority)
      .orderBy('due_at')
      .limit(mostAtOnce - promoted)
    const lock = (rows: typeof waiting) =>
      (engine === 'postgres' ? rows.forUpdate().skipLocked() : rows).execute()
    let rows = await lock(waiting.where('due_at', '<=', now))
    if (rows.length === 0) {
      rows = await lock(waiting.where('due_at', '>', now + farthestDueMs(priority)))
      await makeDue(
        trx,
        rows.map(({ id }) => id),
        now,
      )
    }
    await enterTurns(
      trx,
      rows.map(({ id, requester }) => ({ id, requester, priority, waits: waitsFor.turn })),
    )
    promoted += rows.length
    if (promoted >= mostAtOnce) break
  }
  return promoted
}

/** No mail is deferred for longer than this. A later time was set by a clock that was ahead. */
const farthestDueMs = (priority: number): number =>
  patienceMs(priority === priorities.later ? 'sequence' : 'confirm')

async function makeDue(
  trx: Transaction<Schema>,
  ids: readonly string[],
  now: number,
): Promise<void> {
  if (ids.length > 0)
    await trx.updateTable('outbox').set({ due_at: now }).where('id', 'in', ids).execute()
}

/** Whether a mail of this priority waits for its turn or its time. */
export async function hasWaitingMail(trx: Transaction<Schema>, priority: number): Promise<boolean> {
  const first = trx
    .selectFrom('outbox')
    .select('id')
    .where(isDue)
    .where('priority', '=', priority)
    .limit(1)
  return (
    (await first.where('waits', '=', waitsFor.turn).orderBy('turn').executeTakeFirst()) !==
      undefined ||
    (await first.where(waitsForTime).orderBy('due_at').executeTakeFirst()) !== undefined
  )
}
