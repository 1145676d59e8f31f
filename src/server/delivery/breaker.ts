/** While the mail server cannot be reached no mail is tried; `openUntil` 0 and `failures` 0 is the normal state. */
export type Breaker = { failures: number; openUntil: number }

export const closedBreaker: Breaker = { failures: 0, openUntil: 0 }

const firstPauseMs = 1_000
const longestPauseMs = 60_000

/** Several mails that fail together count once: only a try that began after the last pause lengthens it. */
export function tripped(breaker: Breaker, triedAt: number, now: number): Breaker {
  if (breaker.failures > 0 && triedAt < breaker.openUntil) return breaker
  return {
    failures: breaker.failures + 1,
    openUntil: now + Math.min(firstPauseMs * 2 ** breaker.failures, longestPauseMs),
  }
}

/** How many mails may be on their way: none while open, one to try whether the server is back. A pause that ends later than any lasts was set by a clock that was ahead. */
export function lanesOpen(breaker: Breaker, lanes: number, now: number): number {
  if (breaker.failures === 0) return lanes
  const isOpen = now < breaker.openUntil && breaker.openUntil - now <= longestPauseMs
  return isOpen ? 0 : 1
}
