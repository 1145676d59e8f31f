import type { Store } from '#server/db/open.ts'
import { isDueUsual } from '#server/outbox/outbox.ts'
import { waitsFor } from '#server/outbox/turns.ts'

const mostAtOnce = 200

/**
 * On a public address without a mail server: due mails become `kept`, without text or links, until
 * the operator releases them. They keep their requester for the turn that they take then. Mails of
 * letters wait for a mail server. Returns their number, at most 200.
 */
export const keepDueMails = (store: Store, now: number): Promise<number> =>
  store.transact(async (trx) => {
    const due = await trx
      .selectFrom('outbox')
      .select('id')
      .where(isDueUsual)
      .where('dueAt', '<=', now)
      .limit(mostAtOnce)
      .execute()
    if (due.length === 0) return 0
    await trx
      .updateTable('outbox')
      .set({ state: 'kept', waits: waitsFor.time, reason: 'no mail server is configured' })
      .where('state', '=', 'due')
      .where(
        'id',
        'in',
        due.map(({ id }) => id),
      )
      .execute()
    return due.length
  })
