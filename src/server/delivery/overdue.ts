import { operatorMs } from '#contract/promises/operator-times.ts'
import { hourMs } from '#contract/time.ts'
import { sql, type Transaction } from 'kysely'
import type { OutboxTable } from '#server/db/outbox-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Store } from '#server/db/store.ts'
import { smallTransactions } from '#server/db/transaction.ts'
import { kindOf } from '#server/outbox/operator-mails.ts'
import { waitsFor } from '#server/outbox/turns.ts'
import { stepOverdueMs } from '#server/sequence/steps.ts'

/**
 * How late a mail may be sent without the operator's approval (ms): 72 hours, a step of a sequence
 * 14 days. A mail of a letter is not late by itself: its ramp may need weeks, and attempts end after
 * 72 hours (classify.ts). The letter is, once nothing of it left for 72 hours (letters/states.ts).
 */
export const patienceMs = (template: string): number =>
  template === 'sequence'
    ? stepOverdueMs
    : template === 'letter'
      ? Infinity
      : operatorMs('lateMail')

/** The reason of mails that are overdue by the clock alone. */
const lateReason = 'waited for too long'

type Mail = Pick<OutboxTable, 'id' | 'personId' | 'template' | 'createdAt' | 'dueAt'>

/**
 * A mail without a person is given up for good, so a clock that is ahead must not decide it: it has the
 * time `calendar` (clock/clock.ts).
 */
export const isLate = (mail: Mail, now: number, calendar = now): boolean =>
  mail.personId === null
    ? Math.min(now, calendar) > mail.createdAt + kindOf(mail.template).lifetimeMs
    : mail.dueAt < now - patienceMs(mail.template)

/**
 * Whether the time of a due mail has come, or is none that a right clock has written. The sums keep
 * SQLite from reading all due mails by their time.
 */
export const isPast = (now: number) =>
  sql<boolean>`("dueAt" + 0 <= ${now} or "dueAt" + 0 > ${now + patienceMs('confirm')})`

/**
 * Sets a due mail aside until `mail -- release`. It keeps its requester, so that it takes the same
 * turn then. A mail without a person ends.
 */
export function setOverdue(
  trx: Transaction<Schema>,
  { id, personId }: Mail,
  why: 'late' | 'mailbox',
): Promise<unknown> {
  const mailbox = "its mailbox's budget would delay it for too long"
  const mail = trx.updateTable('outbox').where('id', '=', id)
  const set =
    personId === null
      ? mail.set({ state: 'dead', requester: '', reason: why === 'late' ? tooLate : mailbox })
      : mail.set({
          state: 'overdue',
          waits: waitsFor.time,
          reason: why === 'late' ? lateReason : mailbox,
        })
  return set.execute()
}

/** What the mail server said last is worth more. */
const tooLate = sql<string>`coalesce(reason, 'it was not sent in time')`

/**
 * Makes mails due again that are not late by the clock now: a clock that was ahead made them
 * overdue.
 */
export async function undoOverdue(store: Store, now: number): Promise<void> {
  const steps = smallTransactions(store)
  for (let left = true; left;) {
    left = await steps.step(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('outbox')
        .set({ state: 'due', waits: waitsFor.time, reason: null })
        .where('id', 'in', notLate(trx, now).limit(steps.rows()))
        .executeTakeFirst()
      return numUpdatedRows > 0n
    })
  }
}

/** The margin of an hour keeps late mails overdue when the clock is set back by seconds. */
const notLate = (trx: Transaction<Schema>, now: number) =>
  trx
    .selectFrom('outbox')
    .select('id')
    .where('state', '=', 'overdue')
    .where('reason', '=', lateReason)
    .where(({ or, and, eb }) =>
      or([
        eb('dueAt', '>=', now - patienceMs('confirm') + hourMs),
        and([
          eb('template', '=', 'sequence'),
          eb('dueAt', '>=', now - patienceMs('sequence') + hourMs),
        ]),
      ]),
    )

/**
 * Gives late mails the reason of a hold, so that they wait for `mail -- release` whatever the clock
 * says.
 */
export const holdOverdue = (trx: Transaction<Schema>, reason: string) =>
  trx
    .updateTable('outbox')
    .set({ reason })
    .where('state', '=', 'overdue')
    .where('reason', '=', lateReason)
    .execute()
