import { sql, type Transaction } from 'kysely'
import type { SequenceCopy } from '#contract/sequence.ts'
import { mask } from '#server/config/log.ts'
import { openPlanner } from '#server/sequence/planner.ts'
import { startAllMissed } from '#server/sequence/start-sequences.ts'
import type { Store } from '#server/db/open.ts'
import type { OutboxTable, Schema } from '#server/db/schema.ts'
import { smallTransactions } from '#server/db/small-transactions.ts'
import { keepOverdue } from './overdue.ts'
import { pauseUntilResumed, unfinishedHold } from './queue-pause.ts'
import { freeLeases } from './recover.ts'
import { waitsFor } from '#server/outbox/turns.ts'

export type Time = { now: () => number; rest: (ms: number) => Promise<unknown> }
/** `sequence` null: the campaign has none. `alone`: no server works on the store, so that nobody has the mails it calls `sending`. */
export type Holding = {
  store: Store
  sequence: SequenceCopy | null
  alone: boolean
  time: Time
  print: (line: string) => void
}
/** `some`: the first fifty at most. */
export type Held = { count: number; some: Pick<OutboxTable, 'email' | 'template' | 'due_at'>[] }

const shown = 50
const lookAgainMs = 500

/**
 * After a store was put back to an earlier time: nothing is sent before the operator says so, and what waited then or came due
 * since, and may have been sent, only by `mail -- release`. In small steps, and where a server is at work waits for its answers to
 * mails on their way. Interrupted, the queue stays paused as `unfinishedHold`; called again, it goes on.
 */
export async function holdMails(holding: Holding, reason: string): Promise<Held> {
  const {
    store,
    alone,
    time: { now },
  } = holding
  await store.transact((trx) => pauseUntilResumed(trx, unfinishedHold, now()))
  if (alone) await freeLeases(store)
  await queueAllDue(holding)
  const held = await holdWaiting(holding, reason)
  await store.transact((trx) => pauseUntilResumed(trx, reason, now()))
  return held
}

/** People's places in the sequence are those of the earlier time: what is due by them is queued now, or the server would queue it once mail goes on. */
async function queueAllDue({
  store: given,
  sequence,
  time: { now, rest },
}: Holding): Promise<void> {
  if (!sequence) return
  const [store, began] = [{ ...given, transact: smallTransactions(given, { rest }).step }, now()]
  await startAllMissed(store, sequence, began)
  await openPlanner({ store, sequence, now: () => began, queued: () => {} }).run()
}

async function holdWaiting(
  { store, alone, time: { now, rest }, print }: Holding,
  reason: string,
): Promise<Held> {
  const steps = smallTransactions(store, { rest })
  // Whoever signs up beside it has a mail that was never sent.
  const madeUntil = alone ? Number.MAX_SAFE_INTEGER : now()
  const held: Held = { count: 0, some: [] }
  await store.transact((trx) => keepOverdue(trx, reason))
  for (let told = false; ;) {
    const rows = await steps.step((trx) =>
      holdSome(trx, store.engine, { reason, madeUntil, now: now(), most: steps.rows() }),
    )
    held.count += rows.length
    held.some.push(
      ...rows
        .slice(0, shown - held.some.length)
        .map(({ email, template, due_at }) => ({ email, template, due_at })),
    )
    if (rows.length > 0) continue
    const left = await countLeft(store, madeUntil)
    if (left === 0) return held
    if (!told) print(describeLeft(left))
    told = true
    await rest(lookAgainMs)
  }
}

type Step = { reason: string; madeUntil: number; now: number; most: number }

/** Mails that a server has until its lease ends are left to it: what the mail server answers can be known. On Postgres also those that it claims just now. */
async function holdSome(
  trx: Transaction<Schema>,
  engine: Store['engine'],
  { reason, madeUntil, now, most }: Step,
) {
  const ofThen = trx
    .selectFrom('outbox')
    .select(['id', 'email', 'template', 'due_at'])
    .where('created_at', '<=', madeUntil)
    .orderBy('due_at')
    .limit(most)
  const take = (rows: typeof ofThen) =>
    (engine === 'postgres' ? rows.forUpdate().skipLocked() : rows).execute()
  const left = await take(
    ofThen.where('state', '=', 'sending').where(sql<number>`coalesce(lease_until, 0)`, '<=', now),
  )
  const rows = left.length > 0 ? left : await take(ofThen.where('state', '=', 'due'))
  if (rows.length > 0)
    await trx
      .updateTable('outbox')
      .set({
        state: 'overdue',
        waits: waitsFor.time,
        handed: 0,
        lease_owner: null,
        lease_until: null,
        reason,
      })
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute()
  return rows
}

async function countLeft({ db }: Store, madeUntil: number): Promise<number> {
  const { count } = await db
    .selectFrom('outbox')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('state', 'in', ['due', 'sending'])
    .where('created_at', '<=', madeUntil)
    .executeTakeFirstOrThrow()
  return Number(count)
}

const describeLeft = (left: number) =>
  `Waiting for ${mails(left)} on the way: until the mail server has answered, or, where the server that sent has ended, half a minute.`

/** What an operator is told of them, addresses masked. */
export function describeHeld({ count, some }: Held): string[] {
  const list = some.map(
    ({ email, template, due_at }) =>
      `  ${new Date(due_at).toISOString()} ${template} to ${mask(email)}`,
  )
  if (count > some.length) list.push(`  and ${count - some.length} more`)
  const these =
    count === 0
      ? []
      : [`${mails(count)} waited then or came due since, and may have been sent:`, ...list]
  return [
    ...these,
    `Mail is paused. npm run mail -- resume lets new mail go${count === 0 ? '' : '; npm run mail -- release sends these too'}.`,
  ]
}

/** The first fifty mails at most, addresses masked; `dueAt` in ISO 8601. */
export const heldAsJson = ({ count, some }: Held): string =>
  JSON.stringify({
    held: count,
    mails: some.map(({ email, template, due_at }) => ({
      email: mask(email),
      template,
      dueAt: new Date(due_at).toISOString(),
    })),
  })

const mails = (count: number) => `${count} ${count === 1 ? 'mail' : 'mails'}`
