import { sql, type RawBuilder, type Transaction } from 'kysely'
import { endAfterPauses, periodsSince, type LaunchPeriod } from '#contract/launch.ts'
import type { SpotState } from '#contract/waves.ts'
import type { WaveSpotsTable } from '#server/db/wave-schema.ts'
import { readLaunchPeriods } from '#server/db/launch-periods.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Db } from '#server/db/store.ts'

/** A moment of the server's clock (ms), and the periods of the launch, which move ends. */
export type Moment = { now: number; periods: readonly LaunchPeriod[] }

export const momentAt = async (db: Db | Transaction<Schema>, now: number): Promise<Moment> => ({
  now,
  periods: await readLaunchPeriods(db),
})

/**
 * END-1, LINE-8: the end of a spot or a wave (ms), moved by every pause since its invitation.
 * During a pause it moves with the clock, so that no spot ends then.
 */
export const spotEnd = (
  { invitedAt, until }: Pick<WaveSpotsTable, 'invitedAt' | 'until'>,
  { now, periods }: Moment,
): number => endAfterPauses(until, periodsSince(periods, invitedAt), now)

/** A spot is expired from its end on, before the job stores it. */
export const stateAt = (
  spot: Pick<WaveSpotsTable, 'state' | 'invitedAt' | 'until'>,
  moment: Moment,
): SpotState =>
  spot.state === 'invited' && spotEnd(spot, moment) <= moment.now ? 'expired' : spot.state

/** The condition that a row of `wave_spots` has reached its end: `spotEnd` in SQL. */
export function isOver({ now, periods }: Moment): RawBuilder<boolean> {
  const paused = pausesUntil(periods, now).map(
    ({ from, to }) => sql`- case when "invitedAt" < ${sql.lit(from)} then ${sql.lit(to - from)}
      when "invitedAt" < ${sql.lit(to)} then ${sql.lit(to)} - "invitedAt" else 0 end`,
  )
  return sql<boolean>`(until <= ${sql.lit(now)} and until <= ${sql.lit(now)} ${sql.join(paused, sql` `)})`
}

/** The pauses that have begun, oldest first. Those that overlap are one. */
function pausesUntil(periods: readonly LaunchPeriod[], now: number) {
  const pauses: { from: number; to: number }[] = []
  const begun = periods
    .filter(({ state, startsAt }) => state === 'paused' && startsAt < now)
    .map(({ startsAt, endsAt }) => ({ from: startsAt, to: Math.min(endsAt ?? now, now) }))
    .sort((a, b) => a.from - b.from)
  for (const pause of begun) {
    const last = pauses.at(-1)
    if (last && pause.from <= last.to) last.to = Math.max(last.to, pause.to)
    else pauses.push(pause)
  }
  return pauses
}
