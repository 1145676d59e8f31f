/**
 * TIME-4: the page's own time in milliseconds. `elapsedMs` counts from the page's load and never falls; time asleep is in it.
 * `runFromMs` is the elapsed time at which the present run began: the load, or the last waking, resuming or coming back.
 */
export type PageTime = { elapsedMs: number; runFromMs: number; readAt: number }

/** A tick that comes this much late was slept through: a busy page is late by less. */
const sleptMs = 5_000

/** `loadedAt` and `now` are milliseconds since 1970. */
export const timeAtStart = (loadedAt: number, now: number): PageTime => ({
  elapsedMs: Math.max(0, now - loadedAt),
  runFromMs: 0,
  readAt: now,
})

/** A clock set back adds nothing; one set forward counts as sleep, after which a new run begins. */
export function timeAt(time: PageTime, now: number): PageTime {
  const goneMs = Math.max(0, now - time.readAt)
  const elapsedMs = time.elapsedMs + goneMs
  return { elapsedMs, runFromMs: goneMs > sleptMs ? elapsedMs : time.runFromMs, readAt: now }
}

/** FX-8: what counts in intervals begins a new one; what counts down shows what is left. */
export const newRun = (time: PageTime): PageTime => ({ ...time, runFromMs: time.elapsedMs })

/** Whole intervals that have passed in the present run. */
export const ticksIn = ({ elapsedMs, runFromMs }: PageTime, everyMs: number): number =>
  Math.floor((elapsedMs - runFromMs) / everyMs)

/** TIME-4: until the next whole second since the load, or since the present run began, whichever comes first. */
export const msToNextSecond = ({ elapsedMs, runFromMs }: PageTime): number =>
  Math.ceil(Math.min(toNext(elapsedMs), toNext(elapsedMs - runFromMs)))
const toNext = (ms: number) => 1_000 - (ms % 1_000)

/** Whether a new run or a new second has begun in between. */
export const hasTicked = (before: PageTime, now: PageTime): boolean =>
  now.runFromMs !== before.runFromMs || secondsOf(now) !== secondsOf(before)
const secondsOf = (time: PageTime) => Math.floor(time.elapsedMs / 1_000) + ticksIn(time, 1_000)
