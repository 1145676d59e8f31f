import { expect, test } from 'vitest'
import { figures } from '#campaigns/fuel/figures.ts'
import { newRun, timeAt, timeAtStart, type PageTime } from '#page/browser/page-time.ts'
import {
  countedTo,
  falling,
  readTick,
  rising,
  rotated,
  startAt,
  tickOf,
  type Counting,
  type Step,
} from './counter.ts'

const always = (value: number) => () => value
const { earlySpots, pageSpots, waiting } = figures
const rises = rising(waiting.chance, waiting.mostAtOnce)

/** The counter's value after each whole second. */
function shownFor(
  seconds: number,
  start: number,
  everyMs: number,
  step: Step,
  random: () => number,
): number[] {
  let [time, counting]: [PageTime, Counting] = [timeAtStart(0, 0), startAt(start)]
  return Array.from({ length: seconds }, (_, second) => {
    time = timeAt(time, (second + 1) * 1_000)
    counting = countedTo(counting, everyMs, step, time, random)
    return counting.value
  })
}
/** The second at which each new value is shown for the first time. */
const changesOf = (shown: number[], start: number) =>
  shown.flatMap((value, index) =>
    value === (shown[index - 1] ?? start) ? [] : [[index + 1, value]],
  )

test.each([
  ['[TOP-3] the early-access spots', earlySpots, 8, 30, 3],
  ["[BAR-4] the page's spots", pageSpots, 47, 45, 23],
] as const)(
  '%s fall one by one at every interval, and never below the floor',
  (_, { start, everyMs, floor }, first, everyS, least) => {
    const shown = shownFor(3_600, start, everyMs, falling(floor), always(0.5))
    expect(start).toBe(first)
    expect(changesOf(shown, start)).toEqual(
      Array.from({ length: first - least }, (_, fall) => [(fall + 1) * everyS, first - fall - 1]),
    )
    expect(Math.min(...shown)).toBe(least)
  },
)

test.each([
  [0, 8],
  [0.499, 8],
  [0.5, 7],
  [0.999, 7],
])(
  '[TOP-3] [TIME-4] with chance %d of 1 a tick makes 8 into %i: 0 or 1, each half the time',
  (chance, after) => {
    expect(falling(earlySpots.floor)(8, always(chance))).toBe(after)
  },
)

test.each([
  [0.3, 0, 1_247],
  [0.999, 0, 1_247],
  [0.299, 0, 1_248],
  [0, 0.333, 1_248],
  [0, 0.334, 1_249],
  [0, 0.666, 1_249],
  [0, 0.667, 1_250],
  [0, 0.999, 1_250],
])('[HERO-9] at chance %d and size %d the waiting 1,247 become %i', (chance, size, after) => {
  const draws = [chance, size]
  expect(rises(waiting.start, () => draws.shift()!)).toBe(after)
})

test('[HERO-9] it may rise every 10 s', () => {
  expect(changesOf(shownFor(30, waiting.start, waiting.everyMs, rises, always(0)), 1_247)).toEqual([
    [10, 1_248],
    [20, 1_249],
    [30, 1_250],
  ])
})

test('[TOP-2] the messages come in order, and the first again', () => {
  expect([0, 1, 2].map((index) => rotated(3)(index, Math.random))).toEqual([1, 2, 0])
})

test('[FX-8] a pause takes the unfinished interval along, and makes up no tick', () => {
  const [step, random] = [falling(0), always(0.9)]
  const paused = timeAt(timeAt(timeAtStart(0, 0), 4_000), 8_000)
  const before = countedTo(startAt(9), 5_000, step, paused, random)
  const resumed = newRun({ ...paused, elapsedMs: 90_000, readAt: 90_000 })
  const after = (ms: number) =>
    countedTo(
      countedTo(before, 5_000, step, resumed, random),
      5_000,
      step,
      timeAt(resumed, 90_000 + ms),
      random,
    ).value
  expect(
    countedTo(before, 5_000, step, timeAt(timeAt(resumed, 94_000), 97_000), random).value,
  ).toBe(7)
  expect([before.value, after(0), after(4_999), after(5_000)]).toEqual([8, 8, 8, 7])
})

test.each([
  ['pageSpots', pageSpots, 'pageSpots 47 45000 23', [0.5, 0], 46],
  ['waiting', waiting, 'waiting 1247 10000 0.3 3', [0.29, 0.99], 1_250],
] as const)('a counter travels in its element: %s', (name, counter, tick, draws, after) => {
  expect(tickOf(name, counter)).toBe(tick)
  const { start, everyMs, step } = readTick(tick)
  expect([start, everyMs]).toEqual([counter.start, counter.everyMs])
  const left = [...draws]
  expect(step(start, () => left.shift()!)).toBe(after)
})
