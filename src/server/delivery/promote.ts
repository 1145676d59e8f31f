import { sql, type Transaction } from 'kysely'
import { fixedText } from '#server/db/rows.ts'
import type { Store } from '#server/db/store.ts'
import type { Schema } from '#server/db/schema.ts'
import { priorities } from '#server/outbox/outbox.ts'
import { enterTurns, isDue, waitsFor, waitsForTime } from '#server/outbox/turns.ts'
import { returnToLanes } from '#server/letters/lanes.ts'
import { patienceMs } from './overdue.ts'

/** Bounds the work of one claim. */
const mostAtOnce = 200

/** `inTurn`: the priorities of which a mail may be in turn now, the most urgent first. */
type Promoted = { promoted: number; inTurn: number[] }

/**
 * Gives a turn to mails whose time has come, in the order of their priorities; mails of letters
 * return to their letter. Returns their number, at most 200.
 */
export async function promoteDueMails(
  trx: Transaction<Schema>,
  engine: Store['engine'],
  now: number,
): Promise<Promoted> {
  let promoted = 0
  const waitingMails = await readWaiting(trx)
  for (const { priority, first, last } of waitingMails) {
    if (first === null || last === null) continue
    const isAhead = last > now + farthestDueMs(priority)
    if (first > now && !isAhead) continue
    const waiting = trx
      .selectFrom('outbox')
      .select(['id', 'requester', 'domain', 'letterId'])
      .where(isDue)
      .where(waitsForTime)
      .where('priority', '=', priority)
      .orderBy('dueAt')
      .limit(mostAtOnce - promoted)
    const lock = (rows: typeof waiting) =>
      (engine === 'postgres' ? rows.forUpdate().skipLocked() : rows).execute()
    let rows = await lock(waiting.where('dueAt', '<=', now))
    if (rows.length === 0 && isAhead) {
      rows = await lock(waiting.where('dueAt', '>', now + farthestDueMs(priority)))
      await makeDue(
        trx,
        rows.map(({ id }) => id),
        now,
      )
    }
    await enterTurns(
      trx,
      rows
        .filter(({ letterId }) => letterId === null)
        .map(({ id, requester }) => ({ id, requester, priority, waits: waitsFor.turn })),
    )
    await returnToLanes(trx, rows, now)
    promoted += rows.length
    if (promoted >= mostAtOnce) break
  }
  const inTurn = waitingMails.filter(({ turn }) => promoted > 0 || turn !== null)
  return { promoted, inTurn: inTurn.map(({ priority }) => priority) }
}

type WaitingMails = {
  priority: number
  first: number | null
  last: number | null
  turn: number | null
}

/** Urgent mails have no turns (urgent.ts). */
const inTurns = Object.values(priorities).filter((priority) => priority >= priorities.letterTest)

const ofPriority = sql`from outbox where ${isDue} and priority = known.priority`
const timeOf = (direction: 'asc' | 'desc') =>
  sql`(select "dueAt" ${ofPriority} and ${waitsForTime} order by "dueAt" ${sql.raw(direction)} limit 1)`
const known = sql.join(
  inTurns.map((priority) => sql`select ${sql.lit(priority)} as priority`),
  sql` union all `,
)

/**
 * Of each priority, the most urgent first: the first and the last time (ms) that its mails wait
 * for, and the first turn. One statement, because most claims find that no time has come and that
 * most priorities have no mail.
 */
const readWaiting = fixedText(
  () => sql<WaitingMails>`
    select priority, ${timeOf('asc')} as first, ${timeOf('desc')} as last,
      (select turn ${ofPriority} and waits = ${sql.lit(waitsFor.turn)} order by turn limit 1) as turn
    from (${known}) as known order by priority`,
)

/** No mail is deferred for longer than this. A later time was set by a clock that was ahead. */
const farthestDueMs = (priority: number): number =>
  patienceMs(priority === priorities.later ? 'sequence' : 'confirm')

async function makeDue(
  trx: Transaction<Schema>,
  ids: readonly string[],
  now: number,
): Promise<void> {
  if (ids.length > 0)
    await trx.updateTable('outbox').set({ dueAt: now }).where('id', 'in', ids).execute()
}
