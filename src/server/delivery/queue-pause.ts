import type { Kysely, Transaction } from 'kysely'
import type { MailQueueTable } from '#server/db/outbox-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import { triedLater, type Obstacle } from './classify.ts'
import {
  applyAnswer,
  isAsking,
  probeAt,
  type Answered,
  type Change,
  type MailRef,
  type Pause,
  type Queue,
} from './queue-state.ts'
import { returnToLanes } from '#server/letters/lanes.ts'
import { uncountLetterMails } from '#server/letters/outcomes.ts'
import { urgentPriorities } from '#server/outbox/operator-mails.ts'
import { isDue, waitsFor, waitsForTime } from '#server/outbox/turns.ts'

/**
 * The stored reason of the pause while a hold is at work: a resume would send mails that it has not
 * held yet.
 */
export const unfinishedHold = 'npm run mail -- hold has not come to its end'

export const readQueue = async (db: Kysely<Schema>): Promise<Queue> =>
  queueOf(
    await db.selectFrom('mail_queue').selectAll().where('id', '=', 1).executeTakeFirstOrThrow(),
  )

export const readPause = async (db: Kysely<Schema>): Promise<Pause | null> =>
  (await readQueue(db)).pause

/**
 * Reads the queue and locks its row until the commit. Call it before mails or letters are locked:
 * all transactions take them in this order, so that they cannot deadlock.
 */
export async function lockQueue(trx: Transaction<Schema>): Promise<Queue> {
  const row = await trx
    .updateTable('mail_queue')
    .set({ id: 1 })
    .where('id', '=', 1)
    .returningAll()
    .executeTakeFirstOrThrow()
  return queueOf(row)
}

const queueOf = (row: MailQueueTable): Queue => ({
  pause: pauseOf(row),
  series: JSON.parse(row.refusals) as Queue['series'],
  falseAlarms: JSON.parse(row.falseAlarms) as Queue['falseAlarms'],
  trouble:
    row.trouble === null || row.troubleSince === null
      ? null
      : {
          obstacle: row.trouble as Obstacle,
          reason: row.troubleReason ?? '',
          since: row.troubleSince,
        },
})

const pauseOf = (row: MailQueueTable): Pause | null =>
  row.pausedBy === null
    ? null
    : {
        by: row.pausedBy as Pause['by'],
        reason: row.pausedReason ?? '',
        since: row.pausedAt ?? 0,
        nextProbeAt: row.nextProbeAt ?? Infinity,
        probed: JSON.parse(row.probedDomains) as string[],
        probe: row.probeMail,
        cause: JSON.parse(row.pauseCause) as Pause['cause'],
      }

export const saveQueue = (
  trx: Kysely<Schema>,
  { pause, series, falseAlarms, trouble }: Queue,
): Promise<unknown> =>
  trx
    .updateTable('mail_queue')
    .set({
      pausedBy: pause?.by ?? null,
      pausedReason: pause?.reason ?? null,
      pausedAt: pause?.since ?? null,
      nextProbeAt: pause === null || pause.nextProbeAt === Infinity ? null : pause.nextProbeAt,
      probedDomains: JSON.stringify(pause?.probed ?? []),
      probeMail: pause?.probe ?? null,
      pauseCause: JSON.stringify(pause?.cause ?? null),
      refusals: JSON.stringify(series),
      falseAlarms: JSON.stringify(falseAlarms),
      trouble: trouble?.obstacle ?? null,
      troubleReason: trouble?.reason ?? null,
      troubleSince: trouble?.since ?? null,
    })
    .where('id', '=', 1)
    .execute()

const checkPollMs = 1_000

/**
 * Until when no probe may be claimed (ms). Probes that ask other domains go at once, one at a time: a
 * probe whose program died is over when its lease ends (leases.ts).
 */
export async function waitsUntil(
  trx: Transaction<Schema>,
  { pause }: Queue,
  now: number,
): Promise<number> {
  if (pause === null) return now
  if (!isAsking(pause)) return probeAt(pause, now)
  return pause.probe !== null && (await isBeingSent(trx, pause.probe)) ? now + checkPollMs : now
}

async function isBeingSent(trx: Transaction<Schema>, id: string): Promise<boolean> {
  const mail = trx.selectFrom('outbox').select('id').where('id', '=', id)
  return (await mail.where('state', '=', 'sending').executeTakeFirst()) !== undefined
}

/**
 * Applies answers to the queue, in their order and in the transaction of the mails' own outcomes.
 * Returns what each changes. It locks and writes the row only on a change; of two processes, the
 * second finds what the first has written. `finishChanges` follows once the mails are written.
 */
export async function applyAnswers(
  trx: Transaction<Schema>,
  answers: readonly Answered[],
  now: number,
): Promise<Change[]> {
  const before = await readQueue(trx)
  const unlocked = applyAll(before, answers, now)
  if (unlocked.after === before) return unlocked.changes
  const { changes, after } = applyAll(await lockQueue(trx), answers, now)
  await saveQueue(trx, after)
  return changes
}

function applyAll(
  before: Queue,
  answers: readonly Answered[],
  now: number,
): { changes: Change[]; after: Queue } {
  const changes: Change[] = []
  let after = before
  for (const answered of answers) {
    const change = applyAnswer(after, answered, now)
    changes.push(change)
    after = change.queue
  }
  return { changes, after }
}

export async function resumeQueue(trx: Transaction<Schema>, now: number): Promise<void> {
  const queue = await lockQueue(trx)
  await saveQueue(trx, { ...queue, pause: null, series: null })
  await wakeUrgentMails(trx, now)
}

/** Urgent mails that were refused with the account are due as soon as mail leaves again. */
const wakeUrgentMails = (trx: Transaction<Schema>, now: number): Promise<unknown> =>
  trx
    .updateTable('outbox')
    .set({ dueAt: now })
    .where(isDue)
    .where(waitsForTime)
    .where('priority', 'in', urgentPriorities)
    .where('dueAt', '>', now)
    .execute()

/** Neither a probe nor an accepted mail ends this pause. */
export async function pauseUntilResumed(
  trx: Transaction<Schema>,
  reason: string,
  now: number,
): Promise<void> {
  const pause: Pause = {
    by: 'held',
    reason,
    since: now,
    nextProbeAt: Infinity,
    probed: [],
    probe: null,
    cause: null,
  }
  await saveQueue(trx, { ...(await lockQueue(trx)), pause, series: null })
}

/**
 * What changes of the queue do to other mails than the answered one. Call it once the outcomes of the
 * answered mails are written, in their transaction.
 */
export async function finishChanges(
  trx: Transaction<Schema>,
  changes: readonly Change[],
  now: number,
): Promise<void> {
  for (const { restore, defer, opened } of changes) {
    if (restore !== undefined) await restoreRefused(trx, restore, now)
    if (defer) await deferMail(trx, defer, now)
    if (opened) await wakeUrgentMails(trx, now)
  }
}

const mostAtOnce = 500

/** MAIL-1: makes the mails of a series of refusals due again, with their attempts unchanged. */
async function restoreRefused(
  trx: Transaction<Schema>,
  series: string,
  now: number,
): Promise<void> {
  const refused = trx
    .selectFrom('outbox')
    .select(['id', 'domain', 'letterId', 'letterLanguage', 'letterSlot'])
    .where('refusal', '=', series)
    .where('state', '=', 'dead')
    .limit(mostAtOnce)
  for (let rows = await refused.execute(); rows.length > 0; rows = await refused.execute()) {
    await trx
      .updateTable('outbox')
      .set({ state: 'due', waits: waitsFor.time, refusal: null, letterSlot: null })
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute()
    await uncountLetterMails(trx, rows, 'refused')
    await returnToLanes(trx, rows, now)
  }
}

/** A mail that has had all its waits is left as it is: its next attempt decides. */
async function deferMail(trx: Transaction<Schema>, { id }: MailRef, now: number): Promise<void> {
  const mail = await trx
    .selectFrom('outbox')
    .select(['attempts', 'reason'])
    .where('id', '=', id)
    .where('state', '=', 'due')
    .executeTakeFirst()
  const later = mail && triedLater(mail.attempts, mail.reason ?? '', now)
  if (later?.state !== 'due' || later.dueAt === 'unchanged') return
  await trx
    .updateTable('outbox')
    .set({ attempts: later.attempts, dueAt: later.dueAt, waits: waitsFor.time, paid: 0 })
    .where('id', '=', id)
    .execute()
}
