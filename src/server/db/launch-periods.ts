import type { LaunchPeriod } from '#contract/launch.ts'
import type { Db } from './store.ts'

/** END-1: all states that operators set, past, present and to come, in the order of their start. */
export const readLaunchPeriods = async (db: Db): Promise<LaunchPeriod[]> =>
  (
    await db
      .selectFrom('launch_periods')
      .select(['state', 'starts_at', 'ends_at', 'list_first_until', 'erase_at'])
      .orderBy('starts_at')
      .orderBy('id')
      .execute()
  ).map(({ state, starts_at, ends_at, list_first_until, erase_at }) => ({
    state,
    startsAt: starts_at,
    endsAt: ends_at,
    listFirstUntil: list_first_until,
    eraseAt: erase_at,
  }))
