import { UsageError } from '#server/cli/arguments.ts'
import { noteOfTwoTimes, readLocalTime, wrongOption } from '#server/counts/local-time.ts'

/**
 * The time of an option, in ms. Of a time that the clock shows twice it is the first, and a note
 * says so. Throws UsageError.
 */
export function readTime(
  option: string,
  text: string,
  { timeZone, note }: { timeZone: string; note: (line: string) => void },
): number {
  const time = readLocalTime(text, timeZone)
  if ('wrong' in time)
    throw new UsageError(
      time.wrong === 'unreadable'
        ? `--${option} is not a time: write it as '2026-11-24 09:00'.`
        : wrongOption(option, text, time.wrong),
    )
  const twice = noteOfTwoTimes(option, text, timeZone)
  if (twice !== null) note(twice)
  return time.at
}
