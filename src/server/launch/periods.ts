import { newId } from '#server/db/new-id.ts'
import type { ExpressionBuilder, Transaction, Updateable } from 'kysely'
import { isRunning, type SetState } from '#contract/launch.ts'
import { readLaunchPeriods, type StoredPeriod } from '#server/db/launch-periods.ts'
import type { LaunchPeriodsTable } from '#server/db/launch-schema.ts'
import type { Schema } from '#server/db/schema.ts'

/** What an operator sets. Times are in ms; `at` is now or later. */
export type StateToSet = {
  state: SetState
  at: number
  until: number | null
  listFirstUntil: number | null
  eraseAt: number | null
  by: string
}

/**
 * END-1: sets a state from `at` on. A period of this state that runs at `at` gets the new end and
 * keeps its beginning; planned ones that would begin before the new end are replaced. Periods of
 * other states stay: which one counts follows from their precedence.
 */
export async function setLaunchState(
  trx: Transaction<Schema>,
  { state, at, until, listFirstUntil, eraseAt, by }: StateToSet,
  now: number,
): Promise<void> {
  const same = (await readLaunchPeriods(trx)).filter((period) => period.state === state)
  const replaced = same.filter(
    ({ startsAt, endsAt }) =>
      startsAt > at && startsAt > now && startsAt < (until ?? Infinity) && !hasEnded(endsAt, now),
  )
  await deletePeriods(trx, replaced)
  const running = same.find((period) => isRunning(period, at))
  if (running)
    return updatePeriod(trx, running.id, {
      endsAt: until,
      listFirstUntil,
      eraseAt,
      setAt: now,
      setBy: by,
    })
  const row = {
    id: newId(),
    state,
    startsAt: at,
    endsAt: until,
    listFirstUntil,
    eraseAt,
    setAt: now,
    setBy: by,
    begunAt: state === 'launched' && at <= now ? now : null,
  }
  await trx.insertInto('launch_periods').values(row).execute()
}

/**
 * END-1: ends, at `at`, the periods that run then. `states`: only these, as `['paused']` ends a
 * pause and leaves what was set before it. Returns how many.
 */
export async function endPeriods(
  trx: Transaction<Schema>,
  { at, by, states }: { at: number; by: string; states?: readonly SetState[] },
  now: number,
): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('launch_periods')
    .set({ endsAt: at, setAt: now, setBy: by })
    .where((row) => runsAt(row, at))
    .$if(states !== undefined, (rows) => rows.where('state', 'in', states!))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

const runsAt = (row: ExpressionBuilder<Schema, 'launch_periods'>, at: number) =>
  row.and([row('startsAt', '<=', at), row.or([row('endsAt', 'is', null), row('endsAt', '>', at)])])

/** Deletes a period that has not begun. Returns false if there is none. */
export async function cancelPeriod(
  trx: Transaction<Schema>,
  id: string,
  now: number,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('launch_periods')
    .where('id', '=', id)
    .where('startsAt', '>', now)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

const hasEnded = (endsAt: number | null, now: number) => endsAt !== null && endsAt <= now

async function deletePeriods(
  trx: Transaction<Schema>,
  periods: readonly StoredPeriod[],
): Promise<void> {
  if (periods.length === 0) return
  const ids = periods.map(({ id }) => id)
  await trx.deleteFrom('launch_periods').where('id', 'in', ids).execute()
}

async function updatePeriod(
  trx: Transaction<Schema>,
  id: string,
  values: Updateable<LaunchPeriodsTable>,
): Promise<void> {
  await trx.updateTable('launch_periods').set(values).where('id', '=', id).execute()
}

/**
 * END-3: what becomes of launches whose time has come. With the shop's address they have begun, and
 * stay launched if a later campaign does not have it. Without it they end as they begin, for good.
 */
export async function beginLaunches(
  trx: Transaction<Schema>,
  shop: string | null,
  now: number,
): Promise<void> {
  await trx
    .updateTable('launch_periods')
    .set(shop === null ? ({ ref }) => ({ endsAt: ref('startsAt') }) : { begunAt: now })
    .where('state', '=', 'launched')
    .where('begunAt', 'is', null)
    .where('startsAt', '<=', now)
    .where((row) => row.or([row('endsAt', 'is', null), row('endsAt', '>', row.ref('startsAt'))]))
    .execute()
}
