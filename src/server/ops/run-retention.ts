import { sql } from 'kysely'
import type { Db } from '#server/db/store.ts'
import { forget } from './retention.ts'

export type RetentionDeps = Parameters<typeof forget>[0]

const metaKey = 'retention'

/** Deletes expired data and stores when. The clock is trusted (clock/clock.ts). */
export async function runRetention(deps: RetentionDeps): Promise<void> {
  const { store, now } = deps
  await store.transact((trx) =>
    trx
      .insertInto('meta')
      .values({ key: metaKey, value: String(now) })
      .onConflict((same) => same.column('key').doUpdateSet({ value: sql`excluded.value` }))
      .execute(),
  )
  await forget(deps)
}

/** When retention last ran (ms); null before the first run. */
export async function readLastRun(db: Db): Promise<number | null> {
  const row = await db
    .selectFrom('meta')
    .select('value')
    .where('key', '=', metaKey)
    .executeTakeFirst()
  return row ? Number(row.value) : null
}
