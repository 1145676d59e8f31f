import type { FallingCounter, RisingCounter } from '#contract/figures/figures.ts'
import { ticksIn, type PageTime } from '#page/browser/page-time.ts'

/** Returns a counter's value after one tick; `random` gives 0 to below 1. */
export type Step = (value: number, random: () => number) => number
export type Counting = { value: number; ticks: number; runFromMs: number }

export const startAt = (value: number): Counting => ({ value, ticks: 0, runFromMs: 0 })

/**
 * All ticks of the present run up to now. A run that ended takes its unfinished interval with it
 * (FX-8).
 */
export function countedTo(
  counting: Counting,
  everyMs: number,
  step: Step,
  time: PageTime,
  random: () => number,
): Counting {
  const sameRun = counting.runFromMs === time.runFromMs
  let { value } = counting
  const ticks = ticksIn(time, everyMs)
  for (let tick = sameRun ? counting.ticks : 0; tick < ticks; tick++) value = step(value, random)
  return { value, ticks, runFromMs: time.runFromMs }
}

/** TOP-3, BAR-4: falls by 0 or 1, as likely, and never below its floor. */
export const falling =
  (floor: number): Step =>
  (value, random) =>
    random() < 0.5 ? value : Math.max(floor, value - 1)

/** HERO-9: at `chance` it rises by 1 to `mostAtOnce`, each as likely. */
export const rising =
  (chance: number, mostAtOnce: number): Step =>
  (value, random) =>
    random() < chance ? value + 1 + Math.floor(random() * mostAtOnce) : value

/** TOP-2: 0, 1, 2, 0… */
export const rotated =
  (most: number): Step =>
  (value) =>
    (value + 1) % most

/**
 * A counter as `data-tick` of its elements: the figure's name, which all that show it share, where
 * it starts, its interval in ms, and its floor, or its chance and how much it rises at once.
 */
export const tickOf = (name: string, counter: FallingCounter | RisingCounter): string =>
  [
    name,
    counter.start,
    counter.everyMs,
    ...('floor' in counter ? [counter.floor] : [counter.chance, counter.mostAtOnce]),
  ].join(' ')

/** The same, read in the browser. */
export function readTick(tick: string): { start: number; everyMs: number; step: Step } {
  const numbers = tick.split(' ').map(Number)
  const [, start, everyMs, first, mostAtOnce] = numbers as [number, number, number, number, number?]
  return { start, everyMs, step: mostAtOnce ? rising(first, mostAtOnce) : falling(first) }
}
