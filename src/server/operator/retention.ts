import type { Store } from '#server/store/open.ts'

const dayMs = 24 * 3_600_000

/** How long each kind of data is kept, as docs/operating.md and the privacy page say. */
export const keptMs = { unconfirmed: 30 * dayMs, budgets: 7 * dayMs, mailBodies: 30 * dayMs, eventCounts: 400 * dayMs } as const

/** Deletes what has been kept long enough. Somebody whose confirm link still works is not forgotten, nor who was ever on the list and left it. */
export async function forget(store: Store, now: number): Promise<void> {
  await store.transact(async (trx) => {
    await trx.deleteFrom('people').where('state', 'in', ['unconfirmed', 'unsubscribed']).where('confirmed_at', 'is', null).where('created_at', '<=', now - keptMs.unconfirmed)
      .where(({ not, exists, selectFrom }) => not(exists(selectFrom('link_tokens').select('hash')
        .whereRef('link_tokens.person_id', '=', 'people.id').where('purpose', '=', 'confirm').where('expires_at', '>', now)))).execute()
    await trx.deleteFrom('budgets').where('tat', '<=', now - keptMs.budgets).execute()
    await trx.deleteFrom('event_counts').where('hour', '<=', now - keptMs.eventCounts).execute()
    await trx.updateTable('outbox').set({ data: '{}', rendered: null })
      .where('state', 'not in', ['due', 'sending']).where('created_at', '<=', now - keptMs.mailBodies)
      .where(({ or, eb }) => or([eb('data', '!=', '{}'), eb('rendered', 'is not', null)])).execute()
  })
}
