import type { Selectable, Transaction } from 'kysely'
import type { LaunchPeriod } from '#contract/launch/launch.ts'
import type { LaunchPeriodsTable } from './launch-schema.ts'
import type { Schema } from './schema.ts'
import type { Db } from './store.ts'

/**
 * A period with its row's id. `setBy`: the operator's address, or `shell`. `lacksShop`: a launch that
 * will not happen, or did not (`beginLaunches` in launch/periods.ts).
 */
export type StoredPeriod = LaunchPeriod & {
  id: string
  setAt: number
  setBy: string
  lacksShop: boolean
}

/**
 * END-1: all states that operators set, past, present and to come, in the order of their start.
 * END-3: with `shop` null, a launch that has not begun yet has no length, so that it never
 * begins.
 */
export async function readLaunchPeriods(
  db: Db | Transaction<Schema>,
  shop?: string | null,
): Promise<StoredPeriod[]> {
  const rows = await db
    .selectFrom('launch_periods')
    .selectAll()
    .orderBy('startsAt')
    .orderBy('id')
    .execute()
  return rows.map((row) => periodOf(row, shop))
}

function periodOf(
  { begunAt, ...row }: Selectable<LaunchPeriodsTable>,
  shop?: string | null,
): StoredPeriod {
  const isMissed = shop === null || row.endsAt === row.startsAt
  const lacksShop = row.state === 'launched' && begunAt === null && isMissed
  return { ...row, endsAt: lacksShop ? row.startsAt : row.endsAt, lacksShop }
}
