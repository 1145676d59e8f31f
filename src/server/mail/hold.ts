import type { Db, Store } from '#server/store/open.ts'
import type { OutboxTable } from '#server/store/schema.ts'
import { pauseUntilResumed } from './queue.ts'

export type HeldMail = Pick<OutboxTable, 'email' | 'template' | 'due_at'>

/**
 * After a restore: nothing is sent before the operator says so, and what waited when the backup was made, and may have been
 * sent since, only by `mail -- release`. Returns those mails, oldest first.
 */
export const holdMails = (store: Store, reason: string, now: number): Promise<HeldMail[]> => store.transact(async (trx) => {
  await pauseUntilResumed(trx, reason, now)
  const waiting = await waitingMails(trx)
  await trx.updateTable('outbox').set({ state: 'overdue', handed: 0, lease_owner: null, lease_until: null, reason }).where('state', 'in', ['due', 'sending']).execute()
  return waiting
})

const waitingMails = (db: Db): Promise<HeldMail[]> =>
  db.selectFrom('outbox').select(['email', 'template', 'due_at']).where('state', 'in', ['due', 'sending']).orderBy('due_at').orderBy('id').execute()
