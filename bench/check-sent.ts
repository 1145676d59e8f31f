import { openStore } from '#server/db/open.ts'
import { type StoreLocation, type Store } from '#server/db/store.ts'
import { silentLog } from '#test/silent-log.ts'
import type { Arrived } from './sink.ts'

const open = (where: StoreLocation): Promise<Store> =>
  openStore(where, { log: silentLog, role: 'command' })

/**
 * Throws unless each of `count` people got one mail, and it is recorded as sent. `lastAt`: when the
 * last one was, ms since 1970.
 */
export async function checkSent(
  where: StoreLocation,
  { mails, addresses }: Arrived,
  count: number,
): Promise<{ lastAt: number }> {
  const store = await open(where)
  const rows = await store.db
    .selectFrom('outbox')
    .select(['state', 'sentAt'])
    .execute()
    .finally(store.close)
  const sent = rows.filter(({ state }) => state === 'sent')
  const each = mails === count && addresses === count
  if (!each || sent.length !== count || rows.length !== count)
    throw new Error(
      `of ${count} mails ${sent.length} of ${rows.length} are recorded as sent, and ${mails} arrived at ${addresses} addresses`,
    )
  return { lastAt: Math.max(...sent.map(({ sentAt }) => sentAt!)) }
}
