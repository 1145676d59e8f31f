import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { freshStore, type FreshStore } from '#test/fresh-store.ts'
import { beforeSpike } from '#test/mail-spike.ts'
import { noon } from '#test/mailbox.ts'
import { queueMails } from './outbox.ts'

test('a mail gets its turn by lookups of an index, also where Postgres has statistics from before a spike', async () => {
  const store = await freshStore('postgres')
  const { personId, enter } = await beforeSpike(store)
  await enter('due')
  const before = await mailsRead(store)
  const queued = Array.from({ length: 64 }, (_, n) => ({
    personId,
    email: 'sanne@fuel.example',
    template: 'confirm' as const,
    network: `network ${n}`,
  }))
  await store.transact((trx) => queueMails(trx, queued, noon))
  expect((await mailsRead(store)) - before).toBeLessThan(64 * 10)
})

/** Entries of indexes and rows, counted by Postgres. */
async function mailsRead({ db }: FreshStore): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{ read: string }>`
    select sum(seq_tup_read) + (select sum(idx_tup_read) from pg_stat_user_indexes where relname = 'outbox') as read
    from pg_stat_user_tables where relname = 'outbox'`.execute(db)
  return Number(rows[0]!.read)
}
