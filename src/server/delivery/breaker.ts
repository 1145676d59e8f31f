import type { QueueSignal } from './classify.ts'

const closedPollMs = 1_000

/**
 * How many mails the worker may claim: after failed sessions, and while a claim finds no budget.
 */
export function openBreaker(connections: number, now: () => number) {
  let breaker = closedBreaker
  let closedUntil = 0
  let answers = 0
  /** After the clock was set back, `closedUntil` is further ahead than it is ever set to. */
  const isClosed = () => now() < closedUntil && closedUntil - now() <= closedPollMs
  return {
    mostToClaim: (sending: number): number =>
      isClosed() ? 0 : Math.max(0, freeConnections(breaker, connections, now()) - sending),
    /** Of the mail server so far. */
    answers: () => answers,
    /**
     * No mail can be claimed before `until`, as a claim found that began after `answersBefore` answers:
     * another answer may have changed that since. The worker checks again after at most a second.
     */
    closeUntil(until: number, answersBefore: number) {
      if (answers === answersBefore) closedUntil = Math.min(until, now() + closedPollMs)
    },
    /** Applies the answer to an attempt that began at `startedAt`. */
    apply(says: QueueSignal['says'], startedAt: number) {
      if (says === 'nothing') return
      const isDown = says === 'no session'
      breaker = isDown ? tripped(breaker, startedAt, now()) : closedBreaker
      if (isDown) return
      closedUntil = 0
      answers++
    },
  }
}

/**
 * Stops attempts while no session with the mail server can be established. `failures` 0 and
 * `openUntil` 0 is the normal state.
 */
type Breaker = { failures: number; openUntil: number }

export const closedBreaker: Breaker = { failures: 0, openUntil: 0 }

const firstPauseMs = 1_000
const longestPauseMs = 60_000

/** Mails that fail together count once: only an attempt that began after the last pause counts. */
export function tripped(breaker: Breaker, startedAt: number, now: number): Breaker {
  if (breaker.failures > 0 && startedAt < breaker.openUntil) return breaker
  return {
    failures: breaker.failures + 1,
    openUntil: now + Math.min(firstPauseMs * 2 ** breaker.failures, longestPauseMs),
  }
}

/**
 * How many of `connections` may be used: none during a pause, then one until an attempt succeeds.
 * A pause that ends later than the longest was set by a clock that was ahead.
 */
export function freeConnections(breaker: Breaker, connections: number, now: number): number {
  if (breaker.failures === 0) return connections
  const isPaused = now < breaker.openUntil && breaker.openUntil - now <= longestPauseMs
  return isPaused ? 0 : 1
}
