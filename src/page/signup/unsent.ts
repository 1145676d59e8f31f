import type { Origin } from '#contract/waitlist.ts'
import type { Answer } from '#page/api.ts'
import type { SafeStorage } from '#page/browser/safe-storage.ts'

/**
 * A sign-up that the server has not acknowledged (FORM-6). One an address; times are milliseconds since 1970.
 * One that was kept before an update of the page may lack parts of its origin.
 */
export type Unsent = Origin & {
  email: string
  firstName: string
  placement: string
  consent: string
  at: number
  tries: number
  nextAt: number
}

const prefix = 'ascend.unsent:'
const keptMs = 30 * 24 * 60 * 60 * 1_000
const shortestPauseMs = 2_000
const firstPauseMs = 5_000
const longestPauseMs = 60 * 60 * 1_000

export const unsentKey = (email: string) => prefix + email.trim().toLowerCase()

export const keepUnsent = (safeStorage: SafeStorage, entry: Unsent) =>
  safeStorage.set(unsentKey(entry.email), JSON.stringify(entry))

export const dropUnsent = (safeStorage: SafeStorage, email: string) =>
  safeStorage.remove(unsentKey(email))

/** Those still worth sending; what is older than 30 days, or no entry of ours, is thrown away. */
export function readUnsent(safeStorage: SafeStorage, now: number): Unsent[] {
  return safeStorage.keys(prefix).flatMap((key) => {
    const entry = parse(safeStorage.get(key))
    if (entry && now - entry.at < keptMs) return [entry]
    safeStorage.remove(key)
    return []
  })
}

/** Accepted and ended are final; refused is the server's word on the address itself; after anything else it is sent again. */
export type Outcome = 'accepted' | 'refused' | 'ended' | 'kept'

export function outcomeOf(answer: Answer): Outcome {
  if (answer.ok) return 'accepted'
  if (answer.status === 422) return 'refused'
  return answer.status === 400 || answer.status === 413 ? 'ended' : 'kept'
}

/** Pauses double from 5 s to an hour, spread by a quarter so that browsers don't return in step; never sooner than the server asked. */
export function postponed(
  entry: Unsent,
  answer: Answer,
  now: number,
  random: () => number,
): Unsent {
  const pauseMs = Math.min(firstPauseMs * 2 ** entry.tries, longestPauseMs) * (1 + random() / 4)
  return {
    ...entry,
    tries: entry.tries + 1,
    nextAt: now + Math.max(pauseMs, answer.retryAfterS * 1_000),
  }
}

/** Until the first of those that wait is due: never so soon that it would meet another tab that is at it, nor further than timers can hold. Null where none waits. */
export function pauseBefore(
  waiting: readonly Pick<Unsent, 'nextAt'>[],
  now: number,
): number | null {
  if (waiting.length === 0) return null
  return Math.min(
    Math.max(Math.min(...waiting.map(({ nextAt }) => nextAt)) - now, shortestPauseMs),
    longestPauseMs,
  )
}

function parse(text: string | null): Unsent | null {
  try {
    const entry = JSON.parse(text ?? '') as Unsent
    return typeof entry.email === 'string' && typeof entry.at === 'number' ? entry : null
  } catch {
    return null
  }
}
