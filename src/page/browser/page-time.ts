/**
 * TIME-4: the page's own time in milliseconds. `elapsedMs` counts from the page's load, includes
 * the computer's sleep and never decreases. `runFromMs` is the elapsed time at which the present
 * run started: at the load, or when the page was last resumed, shown again or woken from sleep.
 * `readAt` is the time of the reading, in ms since 1970.
 */
export type PageTime = { elapsedMs: number; runFromMs: number; readAt: number }

/**
 * A tick that is later than this means that the computer slept. On a busy page ticks are less late.
 */
const minSleepMs = 5_000

/** `loadedAt` and `now` are milliseconds since 1970. */
export const timeAtStart = (loadedAt: number, now: number): PageTime => ({
  elapsedMs: Math.max(0, now - loadedAt),
  runFromMs: 0,
  readAt: now,
})

/**
 * A clock that is set back adds nothing. One that is set forward counts as sleep, after which a new
 * run starts.
 */
export function timeAt(time: PageTime, now: number): PageTime {
  const passedMs = Math.max(0, now - time.readAt)
  const elapsedMs = time.elapsedMs + passedMs
  return { elapsedMs, runFromMs: passedMs > minSleepMs ? elapsedMs : time.runFromMs, readAt: now }
}

/** FX-8: counters start a new interval; countdowns show the time that is left. */
export const newRun = (time: PageTime): PageTime => ({ ...time, runFromMs: time.elapsedMs })

/** The number of whole intervals that have passed in the present run. */
export const ticksIn = ({ elapsedMs, runFromMs }: PageTime, everyMs: number): number =>
  Math.floor((elapsedMs - runFromMs) / everyMs)

/**
 * TIME-4: the time until the next whole second since the load or since the start of the run,
 * whichever comes first.
 */
export const msToNextSecond = ({ elapsedMs, runFromMs }: PageTime): number =>
  Math.ceil(Math.min(toNext(elapsedMs), toNext(elapsedMs - runFromMs)))
const toNext = (ms: number) => 1_000 - (ms % 1_000)
