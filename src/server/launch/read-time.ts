import { UsageError } from '#server/cli/arguments.ts'
import { readLocalTime, wrongOption } from '#server/counts/local-time.ts'

/** The time of an option, in ms. Throws UsageError. */
export function readTime(option: string, text: string, timeZone: string): number {
  const time = readLocalTime(text, timeZone)
  if ('at' in time) return time.at
  throw new UsageError(
    time.wrong === 'unreadable'
      ? `--${option} is not a time: write it as '2026-11-24 09:00'.`
      : wrongOption(option, text, time.wrong),
  )
}
