import { sql, type Transaction } from 'kysely'
import type { SequenceCopy } from '#contract/quiz/sequence.ts'
import { plural } from '#contract/english.ts'
import { iso } from '#contract/time.ts'
import { mask } from '#server/config/log.ts'
import { openPlanner } from '#server/sequence/planner.ts'
import { holdAllLetters } from '#server/letters/states.ts'
import { startMissed } from '#server/sequence/start-sequences.ts'
import { countRows } from '#server/db/rows.ts'
import type { Db, Store } from '#server/db/store.ts'
import type { MailState, OutboxTable } from '#server/db/outbox-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import { smallTransactions } from '#server/db/transaction.ts'
import { holdOverdue } from './overdue.ts'
import { pauseUntilResumed, unfinishedHold } from './queue-pause.ts'
import { endAllLeases } from './leases.ts'
import { isDueUsual } from '#server/outbox/outbox.ts'
import { waitsFor } from '#server/outbox/turns.ts'

export type Time = { now: () => number; rest: (ms: number) => Promise<unknown> }
/**
 * `sequence`: null if the campaign has none. `alone`: no server uses the store, so leases are void.
 */
export type Holding = {
  store: Store
  sequence: SequenceCopy | null
  alone: boolean
  time: Time
  print: (line: string) => void
}
/** `first`: fifty mails at most. `letters`: those that are held. */
type Held = {
  count: number
  first: Pick<OutboxTable, 'email' | 'template' | 'dueAt'>[]
  letters: number
}

const shownMails = 50
const pollMs = 500

/**
 * Holds mail after a store was restored to an earlier time. Nothing is sent until the operator
 * resumes. Mails that were waiting, or are due since, may have been sent before: they are sent only
 * after `mail -- release`. So may those of letters that were under way: each letter is held as a whole,
 * until the operator resumes or stops it. Works in small steps. If a server runs, it waits for the answers to mails that are being sent. After an
 * interruption the queue stays paused as `unfinishedHold`, and a second call continues.
 */
export async function holdMails(holding: Holding, reason: string): Promise<Held> {
  const {
    store,
    alone,
    time: { now },
  } = holding
  await store.transact(async (trx) => {
    await pauseUntilResumed(trx, unfinishedHold, now())
    await holdAllLetters(trx, now())
  })
  if (alone) await endAllLeases(store)
  await queueDueSteps(holding)
  const held = await holdWaiting(holding, reason)
  await store.transact((trx) => pauseUntilResumed(trx, reason, now()))
  const letters = await countRows(store.db, heldLetters(store.db))
  return { ...held, letters }
}

const heldLetters = (db: Db) =>
  db.selectFrom('letters').where('state', '=', 'paused').where('pausedBy', '=', 'held')

/**
 * Queues the steps that are due by the restored progress of sequences. Otherwise the server would
 * queue them after the hold.
 */
async function queueDueSteps({
  store: given,
  sequence,
  time: { now, rest },
}: Holding): Promise<void> {
  if (!sequence) return
  const [store, began] = [{ ...given, transact: smallTransactions(given, { rest }).step }, now()]
  await startMissed(store, sequence, began, Infinity)
  await openPlanner({ store, sequence, now: () => began, queued: () => {} }).run()
}

async function holdWaiting(
  { store, alone, time: { now, rest }, print }: Holding,
  reason: string,
): Promise<Omit<Held, 'letters'>> {
  const steps = smallTransactions(store, { rest })
  // A person who signs up meanwhile: their mail was never sent.
  const createdUntil = alone ? Number.MAX_SAFE_INTEGER : now()
  const held: Omit<Held, 'letters'> = { count: 0, first: [] }
  await store.transact((trx) => holdOverdue(trx, reason))
  for (let printed = false; ;) {
    const rows = await steps.step((trx) =>
      holdSome(trx, store.engine, { reason, createdUntil, now: now(), most: steps.rows() }),
    )
    const ofPeople = rows.filter(({ letterId }) => letterId === null)
    held.count += ofPeople.length
    held.first.push(
      ...ofPeople
        .slice(0, shownMails - held.first.length)
        .map(({ email, template, dueAt }) => ({ email, template, dueAt })),
    )
    if (rows.length > 0) continue
    const left = await countLeft(store, createdUntil)
    if (left === 0) return held
    if (!printed) print(describeLeft(left))
    printed = true
    await rest(pollMs)
  }
}

type Step = { reason: string; createdUntil: number; now: number; most: number }

/**
 * A mail of a letter goes back to its letter, which is held. Skips mails that a server is sending, until its lease ends: their outcome will be recorded. On
 * Postgres it also skips mails that a server is claiming.
 */
async function holdSome(
  trx: Transaction<Schema>,
  engine: Store['engine'],
  { reason, createdUntil, now, most }: Step,
) {
  const created = trx
    .selectFrom('outbox')
    .select(['id', 'email', 'template', 'dueAt', 'letterId'])
    .where('personId', 'is not', null)
    .where('createdAt', '<=', createdUntil)
    .orderBy('dueAt')
    .limit(most)
  const lock = (rows: typeof created) =>
    (engine === 'postgres' ? rows.forUpdate().skipLocked() : rows).execute()
  const expired = await lock(
    created.where('state', '=', 'sending').where(sql<number>`coalesce("leaseUntil", 0)`, '<=', now),
  )
  const rows = expired.length > 0 ? expired : await lock(created.where(isDueUsual))
  if (rows.length > 0)
    await trx
      .updateTable('outbox')
      .set({
        state: sql<MailState>`case when "letterId" is null then 'overdue' else 'due' end`,
        waits: waitsFor.time,
        handed: 0,
        leaseOwner: null,
        leaseUntil: null,
        reason: sql<string>`case when "letterId" is null then ${reason} else reason end`,
      })
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute()
  return rows
}

const countLeft = ({ db }: Store, createdUntil: number): Promise<number> =>
  countRows(
    db,
    db
      .selectFrom('outbox')
      .where('personId', 'is not', null)
      .where(({ or, eb }) => or([eb('state', '=', 'sending'), isDueUsual]))
      .where('createdAt', '<=', createdUntil),
  )

const describeLeft = (left: number) =>
  `Waiting for ${mails(left)} on the way, until the mail server answers or, if the sending server has ended, for half a minute.`

/** The lines for the operator, with masked addresses. */
export function describeHeld({ count, first, letters }: Held): string[] {
  const listed = first.map(
    ({ email, template, dueAt }) => `  ${iso(dueAt)} ${template} to ${mask(email)}`,
  )
  if (count > first.length) listed.push(`  and ${count - first.length} more`)
  const lines =
    count === 0
      ? []
      : [`${mails(count)} waited then or came due since, and may have been sent:`, ...listed]
  return [
    ...lines,
    ...(letters === 0 ? [] : [describeLetters(letters)]),
    `Mail is paused. npm run mail -- resume lets new mail go${count === 0 ? '' : '; npm run mail -- release sends these too'}.`,
  ]
}

const describeLetters = (letters: number) =>
  `${letters} ${plural(letters, 'letter is', 'letters are')} held: people may already have ${plural(letters, 'it', 'them')}. Neither resume nor release sends ${plural(letters, 'it', 'them')}. Look at each: npm run letters -- list, and 'A letter after a restore' in docs/operating.md.`

/** The same for JSON; `dueAt` in ISO 8601. */
export const heldAsJson = ({ count, first, letters }: Held): object => ({
  held: count,
  letters,
  mails: first.map(({ email, template, dueAt }) => ({
    email: mask(email),
    template,
    dueAt: iso(dueAt),
  })),
})

const mails = (count: number) => `${count} ${plural(count, 'mail')}`
