import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { consents } from '#campaign'
import { joinAll } from '#server/signup/sign-up.ts'
import { freshStore, testSecret } from '#test/fresh-store.ts'
import { claimMails } from './claim.ts'
import { hasExpiredLease } from './leases.ts'

test('a claim from a thousand waiting mails reads only those that it takes, also without Postgres statistics', async () => {
  const store = await freshStore('postgres')
  const now = Date.now()
  const joinings = Array.from({ length: 1_000 }, (_, n) => ({
    email: `sanne@domain-${n}.example`,
    placement: 'hero',
    source: '',
    consent: consents[0],
    charges: null,
  }))
  await store.transact((trx) => joinAll(trx, joinings, 'double', now))
  const before = await rowsRead()
  expect(await hasExpiredLease(store, now)).toBe(false)
  const { mails } = await claimMails(
    store,
    {
      secretKey: testSecret,
      most: 5,
      mailsPerHour: 1_000,
      paced: true,
      host: 'fuel.example',
      sequence: null,
    },
    now,
  )
  expect(mails).toHaveLength(5)
  expect((await rowsRead()) - before).toBeLessThan(200)

  /** Of mails, by whatever way: counted by Postgres itself. */
  async function rowsRead() {
    await sql`select pg_stat_force_next_flush()`.execute(store.db)
    const {
      rows: [row],
    } = await sql<{ read: number }>`
      select (select seq_tup_read from pg_stat_user_tables where relname = 'outbox') + sum(idx_tup_read) as read from pg_stat_user_indexes where relname = 'outbox'`.execute(
      store.db,
    )
    return row!.read
  }
})
