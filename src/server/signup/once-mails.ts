import type { Launch } from '#contract/launch.ts'
import type { Store } from '#server/db/open.ts'
import { queueOperatorMail } from '#server/outbox/operator-mails.ts'
import { deleteOnce } from './once-requests.ts'

/** So long the list has to be open: an operator can take back an opening by mistake. */
export const openBeforeMs = 10 * 60_000
/** In each run, so that mails to operators are not held up. */
const mostQueued = 50

/**
 * END-3: queues the one mail to confirmed requests once the list was open for 10 minutes after it
 * was closed, and deletes the addresses whose mail was sent. Returns whether mails were queued.
 */
export async function runOnceMails(store: Store, launch: Launch, now: number): Promise<boolean> {
  await store.transact(async (trx) => {
    const ended = await trx
      .selectFrom('operator_mails')
      .innerJoin('once_requests', 'once_requests.email', 'operator_mails.email')
      .select('once_requests.email')
      .where('operator_mails.template', '=', 'once')
      .where('operator_mails.state', 'in', ['sent', 'kept', 'dead'])
      .limit(mostQueued * 2)
      .execute()
    await deleteOnce(
      trx,
      ended.map(({ email }) => email),
    )
  })
  if (launch.state !== 'open' || launch.since === null || now < launch.since + openBeforeMs)
    return false
  return store.transact(async (trx) => {
    const due = await trx
      .updateTable('once_requests')
      .set({ queued_at: now })
      .where('queued_at', 'is', null)
      .where(
        'id',
        'in',
        trx
          .selectFrom('once_requests')
          .select('id')
          .where('confirmed_at', 'is not', null)
          .where('queued_at', 'is', null)
          .where('requested_at', '<', launch.since)
          .orderBy('requested_at')
          .limit(mostQueued),
      )
      .returning(['id', 'email'])
      .execute()
    for (const { id, email } of due)
      await queueOperatorMail(trx, { email, template: 'once', data: { requestId: id } }, now)
    return due.length > 0
  })
}

/**
 * After a restore: addresses of the backup may have had their one mail since, so none is sent to
 * them. Returns how many there are.
 */
export async function withholdOnceMails(store: Store, now: number): Promise<number> {
  return store.transact(async (trx) => {
    await trx
      .deleteFrom('operator_mails')
      .where('template', 'in', ['once-confirm', 'once'])
      .where('state', 'in', ['due', 'sending'])
      .execute()
    const { numUpdatedRows } = await trx
      .updateTable('once_requests')
      .set({ queued_at: now })
      .where('queued_at', 'is', null)
      .executeTakeFirst()
    return Number(numUpdatedRows)
  })
}
