import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { freshStore, storeEngines } from '#test/fresh-store.ts'
import { countConfirmedByDomain } from './recipient-budgets.ts'

test.runIf(storeEngines.includes('postgres'))(
  'on Postgres a domain is counted by its index, also where all others share one domain and confirmed as they joined',
  async () => {
    const { db } = await freshStore('postgres')
    await sql`insert into people (id, email, state, language, placement, source, "createdAt", "confirmedAt", "recentMails", "budgetDomain")
      select 'id ' || n, n || '@firm.example', 'confirmed', 'en', 'hero', '', n, n, '[]', 'firm.example' from generate_series(1, 20000) as n`.execute(
      db,
    )
    await sql`analyze people`.execute(db)
    await db.transaction().execute(async (trx) => {
      const counted = await countConfirmedByDomain(trx, ['firm.example', 'other.example'])
      expect(counted).toEqual(
        new Map([
          ['firm.example', 0],
          ['other.example', 0],
        ]),
      )
      const { rows } = await sql`
        select seq_scan from pg_stat_xact_user_tables where relname = 'people'`.execute(trx)
      expect(rows).toEqual([{ seq_scan: 0 }])
    })
  },
)
