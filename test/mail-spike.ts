import { sql } from 'kysely'
import type { Db } from '#server/db/store.ts'
import type { MailState } from '#server/db/outbox-schema.ts'
import type { FreshStore } from './fresh-store.ts'
import { enterConfirmed, noon } from './mailbox.ts'

export type Spike = {
  personId: string
  /** Adds 20,000 mails to one person, each of a requester of its own. */
  enter: (state: MailState) => Promise<unknown>
}

/** 20,000 accepted mails, and on Postgres the statistics of them: what is entered next is a spike. */
export async function beforeSpike(store: FreshStore): Promise<Spike> {
  const { db } = store
  await enterConfirmed(store, 'sanne@fuel.example', noon)
  const { id: personId } = await db.selectFrom('people').select('id').executeTakeFirstOrThrow()
  const enter = (state: MailState) => enterMails(db, personId, state)
  await enter('sent')
  await sql`analyze outbox`.execute(db)
  return { personId, enter }
}

const enterMails = (db: Db, personId: string, state: MailState) =>
  sql`
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 20000)
    insert into outbox (id, "personId", template, data, email, domain, state, priority, requester, waits, turn, paid, "createdAt", "dueAt", attempts, ambiguous, handed)
    select ${sql.lit(state)} || n, ${personId}, 'confirm', '{}', 'sanne@fuel.example', 'fuel.example', ${sql.lit(state)}, 0,
      'requester ' || n, '', 1, 0, ${sql.lit(noon)}, ${sql.lit(noon)}, 0, 0, 0 from numbers`.execute(
    db,
  )
