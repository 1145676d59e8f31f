import type { Transaction } from 'kysely'
import type { LaunchPeriod } from '#contract/launch.ts'
import type { LaunchPeriodsTable } from './launch-schema.ts'
import type { Schema } from './schema.ts'
import type { Db } from './store.ts'

/** A period with its row's id. `setBy`: the operator's address, or `shell`. */
export type StoredPeriod = LaunchPeriod & { id: string; setAt: number; setBy: string }

/** END-1: all states that operators set, past, present and to come, in the order of their start. */
export async function readLaunchPeriods(db: Db | Transaction<Schema>): Promise<StoredPeriod[]> {
  const rows = await db
    .selectFrom('launch_periods')
    .selectAll()
    .orderBy('starts_at')
    .orderBy('id')
    .execute()
  return rows.map(periodOf)
}

const periodOf = (row: LaunchPeriodsTable): StoredPeriod => ({
  id: row.id,
  state: row.state,
  startsAt: row.starts_at,
  endsAt: row.ends_at,
  listFirstUntil: row.list_first_until,
  eraseAt: row.erase_at,
  setAt: row.set_at,
  setBy: row.set_by,
})
