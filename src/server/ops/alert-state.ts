import { sql, type Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'

/** The lasting incidents, with their start (ms) and whether they were mailed; the last mail's time. */
export type AlertState = {
  mailedAt: number | null
  told: readonly { id: string; sinceMs: number; isMailed: boolean }[]
}

const metaKey = 'operator alerts'

export async function readAlertState(db: Kysely<Schema>): Promise<AlertState> {
  const row = await db
    .selectFrom('meta')
    .select('value')
    .where('key', '=', metaKey)
    .executeTakeFirst()
  return row ? (JSON.parse(row.value) as AlertState) : { mailedAt: null, told: [] }
}

export const saveAlertState = (trx: Kysely<Schema>, state: AlertState) =>
  trx
    .insertInto('meta')
    .values({ key: metaKey, value: JSON.stringify(state) })
    .onConflict((same) => same.column('key').doUpdateSet({ value: sql`excluded.value` }))
    .execute()
