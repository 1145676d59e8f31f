import { sql } from 'kysely'
import { stepArrived } from '#server/sequence/progress.ts'
import type { Store } from '#server/db/open.ts'
import type { MailData } from '#server/outbox/outbox.ts'
import { waitsFor } from '#server/outbox/turns.ts'

/**
 * Rows whose lease ended without an outcome: the process died, or the connection broke after the final dot. Nobody can know
 * whether such a mail arrived, so it is sent once more under the same Message-ID; after a second such end it is `uncertain`,
 * and a sequence goes on as if it had arrived.
 */
export const recoverEnded = (
  store: Store,
  now: number,
): Promise<{ again: number; uncertain: number }> =>
  store.transact(async (trx) => {
    const ended = trx
      .updateTable('outbox')
      .where('state', '=', 'sending')
      .where('lease_until', '<=', now)
    const free = { lease_owner: null, lease_until: null }
    const uncertain = await ended
      .where('handed', '=', 1)
      .where('ambiguous', '>=', 1)
      .set({
        ...free,
        state: 'uncertain',
        ambiguous: sql`ambiguous + 1`,
        reason: sql`coalesce(reason, 'twice nobody knew whether it arrived')`,
      })
      .returning(['id', 'template', 'person_id', 'data'])
      .execute()
    for (const { id, person_id: personId, data } of uncertain.filter(
      ({ template }) => template === 'sequence',
    ))
      await stepArrived(trx, { id, personId, data: JSON.parse(data) as MailData }, now)
    const again = await ended
      .set({
        ...free,
        state: 'due',
        ambiguous: sql`ambiguous + handed`,
        due_at: now,
        waits: waitsFor.time,
      })
      .executeTakeFirst()
    return { again: Number(again.numUpdatedRows), uncertain: uncertain.length }
  })

/** The order is the index's: without it Postgres, before it has counted the rows, reads them all. */
export const hasEnded = async (store: Store, now: number): Promise<boolean> =>
  (await store.db
    .selectFrom('outbox')
    .select('id')
    .where('lease_until', '<=', now)
    .orderBy('lease_until')
    .limit(1)
    .executeTakeFirst()) !== undefined

/** One server writes an SQLite store: whoever held a lease when this one starts is gone. */
export const freeLeases = (store: Store) =>
  store.transact((trx) =>
    trx.updateTable('outbox').set({ lease_until: 0 }).where('state', '=', 'sending').execute(),
  )
