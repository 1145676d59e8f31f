import type { SequenceCopy } from '#contract/sequence.ts'
import { zoneClock } from '#server/counts/zone-clock.ts'

type Hours = Pick<SequenceCopy, 'timeZone' | 'quietHours'>

/** Every time zone's offset is a multiple of 15 minutes, so no hour begins in between. */
const quarterMs = 15 * 60_000

/** `at` itself, or the end of the quiet hours that it lies in, in the campaign's time zone. */
export function afterQuiet(at: number, hours: Hours): number {
  let time = at
  while (isQuiet(time, hours)) time = (Math.floor(time / quarterMs) + 1) * quarterMs
  return time
}

/** Uses local time, including daylight saving time. */
export function isQuiet(at: number, { timeZone, quietHours: { from, to } }: Hours): boolean {
  const hour = zoneClock(timeZone).clockHourOf(at)
  return from <= to ? hour >= from && hour < to : hour >= from || hour < to
}
