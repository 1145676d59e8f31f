import type { Transaction } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import { returnToLanes } from '#server/letters/lanes.ts'
import { uncountRefused } from '#server/letters/outcomes.ts'
import { waitsFor } from '#server/outbox/turns.ts'
import { triedLater } from './classify.ts'
import { wakeOperatorMails } from './queue-pause.ts'
import type { Change, MailRef } from './queue-state.ts'

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
    if (opened) await wakeOperatorMails(trx, now)
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
    .select(['id', 'domain', 'letterId', 'letterSlot'])
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
    await uncountRefused(trx, rows)
    await returnToLanes(trx, rows, now)
  }
  await trx
    .updateTable('operator_mails')
    .set({ state: 'due', dueAt: now, refusal: null })
    .where('refusal', '=', series)
    .where('state', '=', 'dead')
    .execute()
}

/** A mail that has had all its waits is left as it is: its next attempt decides. */
async function deferMail(
  trx: Transaction<Schema>,
  { table, id }: MailRef,
  now: number,
): Promise<void> {
  const mail = await trx
    .selectFrom(table)
    .select(['attempts', 'reason'])
    .where('id', '=', id)
    .where('state', '=', 'due')
    .executeTakeFirst()
  const later = mail && triedLater(mail.attempts, mail.reason ?? '', now)
  if (later?.state !== 'due' || later.dueAt === 'unchanged') return
  const fields = { attempts: later.attempts, dueAt: later.dueAt }
  if (table === 'outbox')
    await trx
      .updateTable('outbox')
      .set({ ...fields, waits: waitsFor.time, paid: 0 })
      .where('id', '=', id)
      .execute()
  else await trx.updateTable('operator_mails').set(fields).where('id', '=', id).execute()
}
