import type { SequenceCopy } from '#contract/sequence.ts'

type Hours = Pick<SequenceCopy, 'timeZone' | 'quietHours'>

/** Every offset of a time zone is a whole number of quarters, so that an hour of the clock begins at none but these. */
const quarterMs = 15 * 60_000

/** The first moment from `at` on that is not quiet: `at` itself, or when the clock in the campaign's time zone next shows the end of the quiet hours. */
export function afterQuiet(at: number, hours: Hours): number {
  let moment = at
  while (isQuiet(moment, hours)) moment = (Math.floor(moment / quarterMs) + 1) * quarterMs
  return moment
}

/** Summer time and all: the hour is that of the clock on the wall. */
export function isQuiet(at: number, { timeZone, quietHours: { from, to } }: Hours): boolean {
  const hour = Number(clockIn(timeZone).format(at))
  return from <= to ? hour >= from && hour < to : hour >= from || hour < to
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Making one costs more than a thousand answers of it. */
function clockIn(timeZone: string): Intl.DateTimeFormat {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' })
  clocks.set(timeZone, clock)
  return clock
}
