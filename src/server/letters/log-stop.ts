import { operatorTime } from '#contract/operator-times.ts'
import type { Log } from '#server/config/log.ts'
import type { LetterStop } from './stop-rules.ts'

export type StopLog = {
  log: Pick<Log, 'error'>
  metrics?: { letterStops: { inc(labels: { rule: string }): void } } | undefined
}

/** LETTER-3: says that a letter stopped by itself, after the commit that paused it. */
export function logLetterStop({ log, metrics }: StopLog, stop: LetterStop): void {
  const { letterId: letter, rule, found, mails, most } = stop
  metrics?.letterStops.inc({ rule })
  log.error({ letter, rule, found, mails, most }, 'a letter stopped by itself')
}

/** The same for letters of which nothing could be sent for 72 hours. */
export function logLateLetters({ log, metrics }: StopLog, letterIds: readonly string[]): void {
  for (const letter of letterIds) {
    metrics?.letterStops.inc({ rule: 'late' })
    log.error({ letter }, `a letter sent nothing for ${operatorTime('lateLetter')}: it is paused`)
  }
}
