import type { Db } from '#server/db/store.ts'
import { readSums } from '#server/counts/count.ts'
import type { Counted } from '#server/counts/counted.ts'
import { addDays, startOfDay, zoneClock } from '#server/counts/zone-clock.ts'
import { dayMs } from '#contract/time.ts'
import { forecastOf, mostDays } from './forecast.ts'

const counted = ['people_confirmed', 'confirmed_by_import'] as const satisfies readonly Counted[]

type Asked = { goal: number; timeZone: string; now: number }

/**
 * DASH-13: how far the launch is, from the counts by the day alone. The days of the forecast are
 * those after the first day of the list, which may have begun at noon; what an import added is no
 * pace.
 */
export async function readGoal(db: Db, { goal, timeZone, now }: Asked) {
  const clock = zoneClock(timeZone)
  const today = clock.dayOf(now)
  const from = addDays(today, -mostDays)
  const sums = await readSums(db, {
    totals: ['people_confirmed'],
    days: [{ what: counted, from }],
    firstDays: ['joined'],
  })
  const begun = sums.firstDay('joined') ?? today
  const days = Array.from({ length: mostDays }, (_, index) => addDays(from, index))
  const nets = days
    .filter((day) => day > begun)
    .map((day) => sums.day('people_confirmed', day) - sums.day('confirmed_by_import', day))
  const confirmed = sums.sinceStart('people_confirmed')
  const restOfToday = (startOfDay(clock, addDays(today, 1)) - now) / dayMs
  const forecast = forecastOf({ remaining: goal - confirmed, nets, restOfToday })
  const dayAt = (days: number) => startOfDay(clock, addDays(today, days))
  return {
    confirmed,
    goal,
    forecast:
      forecast.kind === 'day'
        ? {
            kind: 'day' as const,
            likelyAt: dayAt(forecast.likely),
            earliestAt: dayAt(forecast.earliest),
            /** null: beyond a year */
            latestAt: forecast.latest === null ? null : dayAt(forecast.latest),
          }
        : forecast,
  }
}
