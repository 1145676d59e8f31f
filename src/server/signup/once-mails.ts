import type { Transaction } from 'kysely'
import type { Launch } from '#contract/launch.ts'
import { silencedStates } from '#contract/waitlist.ts'
import { countRows } from '#server/db/count-rows.ts'
import type { Store } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import { queueOperatorMail } from '#server/outbox/operator-mails.ts'
import { deleteOnce } from './once-requests.ts'

/** So long the list has to be open: an operator can take back an opening by mistake. */
export const openBeforeMs = 10 * 60_000
const mostQueued = 50
/** So many wait for their budgets at once: none of them is given up for its age (14 days). */
const mostWaiting = 1_000

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
  const { since } = launch
  return store.transact(async (trx) => {
    await deleteUnwanted(trx, now)
    const most = Math.min(mostQueued, mostWaiting - (await countWaiting(trx)))
    if (most <= 0) return false
    const due = await trx
      .updateTable('once_requests')
      .set({ queuedAt: now })
      .where('queuedAt', 'is', null)
      .where(
        'id',
        'in',
        trx
          .selectFrom('once_requests')
          .select('id')
          .where('confirmedAt', 'is not', null)
          .where('queuedAt', 'is', null)
          .where('requestedAt', '<', since)
          .orderBy('requestedAt')
          .limit(most),
      )
      .returning(['id', 'email'])
      .execute()
    for (const { id, email } of due)
      await queueOperatorMail(trx, { email, template: 'once', data: { requestId: id } }, now)
    return due.length > 0
  })
}

/** Deletes the requests of people who left since then, and of addresses that get no mail. */
async function deleteUnwanted(trx: Transaction<Schema>, now: number): Promise<void> {
  const unwanted = await trx
    .selectFrom('once_requests')
    .innerJoin('people', 'people.email', 'once_requests.email')
    .select('once_requests.email')
    .where(({ or, eb, ref }) =>
      or([
        eb('people.state', 'in', silencedStates),
        eb('people.mailSuspendedUntil', '>', now),
        eb('people.leftAt', '>', ref('once_requests.requestedAt')),
      ]),
    )
    .execute()
  await deleteOnce(
    trx,
    unwanted.map(({ email }) => email),
  )
}

const countWaiting = (trx: Transaction<Schema>): Promise<number> =>
  countRows(
    trx,
    trx
      .selectFrom('operator_mails')
      .where('template', '=', 'once')
      .where('state', 'in', ['due', 'sending']),
  )

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
      .set({ queuedAt: now })
      .where('queuedAt', 'is', null)
      .executeTakeFirst()
    return Number(numUpdatedRows)
  })
}
