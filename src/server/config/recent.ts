import { minuteMs } from '#contract/time.ts'

/**
 * How far a stored time may lie ahead (ms): the clocks of several servers differ by less. A time that
 * lies further ahead was written by a clock that was wrong.
 */
export const mostAheadMs = 5 * minuteMs

/** Whether a time (ms) lies within the last `spanMs`, or barely ahead. */
export const isRecent = (at: number, spanMs: number, now: number): boolean =>
  now - at < spanMs && at - now <= mostAheadMs
