import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { freshStore, type FreshStore } from '#test/fresh-store.ts'
import { enterConfirmed, noon } from '#test/mailbox.ts'
import { queueMails } from './outbox.ts'

const mails = 20_000

test('a mail gets its turn by lookups of an index, also where Postgres has statistics from before a spike', async () => {
  const store = await freshStore('postgres')
  await enterConfirmed(store, 'sanne@fuel.example', noon)
  const { id: personId } = await store.db
    .selectFrom('people')
    .select('id')
    .executeTakeFirstOrThrow()
  await enterMails(store, personId, 'sent')
  await sql`analyze outbox`.execute(store.db)
  await enterMails(store, personId, 'due')
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

/** Each of a requester of its own. */
const enterMails = ({ db }: FreshStore, personId: string, state: 'sent' | 'due') =>
  sql`
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(mails)})
    insert into outbox (id, person_id, template, data, email, domain, state, priority, requester, waits, turn, created_at, due_at, attempts, ambiguous, handed)
    select ${sql.lit(state)} || n, ${personId}, 'confirm', '{}', 'sanne@fuel.example', 'fuel.example', ${sql.lit(state)}, 0,
      case when ${sql.lit(state)} = 'due' then md5(cast(n as text)) else '' end, '', 1, ${sql.lit(noon)}, ${sql.lit(noon)}, 0, 0, 0 from numbers`.execute(
    db,
  )

/** Entries of indexes and rows, counted by Postgres. */
async function mailsRead({ db }: FreshStore): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{ read: string }>`
    select sum(seq_tup_read) + (select sum(idx_tup_read) from pg_stat_user_indexes where relname = 'outbox') as read
    from pg_stat_user_tables where relname = 'outbox'`.execute(db)
  return Number(rows[0]!.read)
}
