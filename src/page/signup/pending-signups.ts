import type { Language } from '#contract/campaign/languages.ts'
import { unsentMs } from '#contract/promises/browser-storage.ts'
import type { Origin } from '#contract/people/waitlist.ts'
import type { Answer } from '#page/api.ts'
import type { SafeStorage } from '#page/browser/safe-storage.ts'

/**
 * FORM-6: a sign-up that the server has not acknowledged, stored under a key of its own by address.
 * Times are milliseconds since 1970. Entries from older versions of the page may lack parts of the
 * origin.
 */
export type PendingSignup = Origin & {
  email: string
  firstName: string
  placement: string
  consent: string
  /** LANG-2: of the page with the form, whichever page sends it again */
  language?: Language
  at: number
  tries: number
  nextAt: number
}

const prefix = 'ascend.unsent:'
const shortestPauseMs = 2_000
const firstPauseMs = 5_000
const longestPauseMs = 60 * 60 * 1_000

export const pendingKey = (email: string) => prefix + email.trim().toLowerCase()

export const storePending = (storage: SafeStorage, entry: PendingSignup) =>
  storage.set(pendingKey(entry.email), JSON.stringify(entry))

export const removePending = (storage: SafeStorage, email: string) =>
  storage.remove(pendingKey(email))

/** Removes entries that are older than `unsentMs` or unreadable, and returns the others. */
export function readPending(storage: SafeStorage, now: number): PendingSignup[] {
  return storage.keys(prefix).flatMap((key) => {
    const entry = parse(storage.get(key))
    if (entry && now - entry.at < unsentMs) return [entry]
    storage.remove(key)
    return []
  })
}

/**
 * `refused`: the server refuses the address itself. `dropped`: it will never accept this request.
 * `closed`: the list takes nobody (END-2). `paused`: not now. Only `pending` and `paused` requests
 * are sent again.
 */
export type Outcome = 'accepted' | 'refused' | 'dropped' | 'closed' | 'paused' | 'pending'

export function outcomeOf(answer: Answer): Outcome {
  if (answer.ok) return 'accepted'
  if (answer.status === 422) return 'refused'
  if (answer.status === 409) return answer.retryAfterS ? 'paused' : 'closed'
  return answer.status === 400 || answer.status === 413 ? 'dropped' : 'pending'
}

/**
 * The entry with its next attempt. The backoff doubles from 5 s to an hour, with up to 25 % jitter
 * so that browsers do not return in step, and is never shorter than the server's `retry-after`.
 */
export function postponed(
  entry: PendingSignup,
  answer: Answer,
  now: number,
  random: () => number,
): PendingSignup {
  const pauseMs = Math.min(firstPauseMs * 2 ** entry.tries, longestPauseMs) * (1 + random() / 4)
  return {
    ...entry,
    tries: entry.tries + 1,
    nextAt: now + Math.max(pauseMs, answer.retryAfterS * 1_000),
  }
}

/**
 * Milliseconds until the first entry is due, or null without entries. At least 2 s, because another
 * tab may be sending it; at most an hour, which a timer can hold.
 */
export function pauseBefore(
  pending: readonly Pick<PendingSignup, 'nextAt'>[],
  now: number,
): number | null {
  if (pending.length === 0) return null
  return Math.min(
    Math.max(Math.min(...pending.map(({ nextAt }) => nextAt)) - now, shortestPauseMs),
    longestPauseMs,
  )
}

function parse(text: string | null): PendingSignup | null {
  try {
    const entry = JSON.parse(text ?? '') as PendingSignup
    return typeof entry.email === 'string' && typeof entry.at === 'number' ? entry : null
  } catch {
    return null
  }
}
