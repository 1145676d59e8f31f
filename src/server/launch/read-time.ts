import { UsageError } from '#server/cli/arguments.ts'
import { readLocalTime } from '#server/counts/local-time.ts'

const withZone = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/

/**
 * The time of an option, in ms: in the clock of a zone (local-time.ts), or ISO 8601 with an offset.
 * Throws UsageError.
 */
export function readTime(option: string, text: string, timeZone: string): number {
  const exact = withZone.test(text) ? Date.parse(text) : NaN
  if (!Number.isNaN(exact)) return exact
  const local = readLocalTime(text, timeZone)
  if ('at' in local) return local.at
  throw new UsageError(
    local.wrong === 'skipped'
      ? `--${option}: the clock skips this time, because summer time begins then. Choose another one.`
      : `--${option} is not a time: write it as '2026-11-24 09:00'.`,
  )
}
