import type { Store } from '#server/db/open.ts'
import { waitsFor } from '#server/outbox/turns.ts'

const atOnce = 200

/** Without a mail server on a public address: mails stay as they are queued, without text or links, until the operator releases them. */
export const keepAll = (store: Store, now: number): Promise<number> =>
  store.transact(async (trx) => {
    const due = await trx
      .selectFrom('outbox')
      .select('id')
      .where('state', '=', 'due')
      .where('due_at', '<=', now)
      .limit(atOnce)
      .execute()
    if (due.length > 0) {
      await trx
        .updateTable('outbox')
        .set({
          state: 'kept',
          waits: waitsFor.time,
          reason: 'no mail server is configured',
        })
        .where('state', '=', 'due')
        .where(
          'id',
          'in',
          due.map(({ id }) => id),
        )
        .execute()
    }
    return due.length
  })
