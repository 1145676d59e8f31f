import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { msToNextSecond, newRun, ticksIn, timeAt, timeAtStart, type PageTime } from './page-time.ts'

const day = 86_400_000
const loaded = 1_800_000_000_000
const at = (...readings: number[]) =>
  readings.reduce((time, ms) => timeAt(time, loaded + ms), timeAtStart(loaded, loaded))
/** A page that ticks each second and misses none. */
const runFor = (time: PageTime, ms: number) =>
  Array.from({ length: ms / 1_000 }).reduce<PageTime>(
    (last) => timeAt(last, last.readAt + 1_000),
    time,
  )

test("[TIME-4] time zero is the page's load, also when the code runs late", () =>
  expect(timeAtStart(loaded, loaded + 90_000).elapsedMs).toBe(90_000))

test('[TIME-4] a clock that is set back adds nothing, and time continues from there', () => {
  expect(at(2_000, -3 * day, -3 * day + 1_000)).toMatchObject({ elapsedMs: 3_000, runFromMs: 0 })
})

test('[TIME-4] a clock that is set forward counts as sleep: the time has passed, and a new run starts', () => {
  expect(at(2_000, 2 * day)).toMatchObject({ elapsedMs: 2 * day, runFromMs: 2 * day })
})

test('[TIME-4] elapsed time never decreases, whatever the clock does', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -9 * day, max: 9 * day })), (readings) => {
      const times = readings.map((_, index) => at(...readings.slice(0, index + 1)).elapsedMs)
      expect(times).toEqual([...times].sort((a, b) => a - b))
    }),
  )
})

test('[FX-8] after two hours of sleep, missed ticks of an interval are not made up', () => {
  const before = runFor(at(0), 25_000)
  const after = timeAt(before, before.readAt + 2 * 3_600_000)
  expect([
    ticksIn(before, 10_000),
    ticksIn(after, 10_000),
    ticksIn(runFor(after, 9_000), 10_000),
    ticksIn(runFor(after, 10_000), 10_000),
  ]).toEqual([2, 0, 0, 1])
})

test('four busy seconds do not count as sleep', () => expect(at(4_000, 8_000).runFromMs).toBe(0))

test('[FX-8] after resuming, intervals start anew while elapsed time includes the pause', () => {
  const resumed = newRun(runFor(at(0), 19_000))
  expect([
    resumed.elapsedMs,
    ticksIn(resumed, 10_000),
    ticksIn(runFor(resumed, 10_000), 10_000),
  ]).toEqual([19_000, 0, 1])
})

describe('[TIME-4] the clock ticks', () => {
  const time = (elapsedMs: number, runFromMs = 0): PageTime => ({
    elapsedMs,
    runFromMs,
    readAt: loaded + elapsedMs,
  })
  test.each([
    ['at each whole second since the load', time(2_300), 700],
    ['one second after a whole one', time(2_000), 1_000],
    ['not before the second has passed', time(2_000.4), 1_000],
    ['also at each whole second of the present run', time(9_700, 8_800), 100],
    ['at a whole second since the load where that is first', time(9_700, 9_500), 300],
  ])('%s', (_, now, ms) => expect(msToNextSecond(now)).toBe(ms))
})

test('[TIME-4] a gap of five seconds is no sleep, a longer one is', () => {
  expect([at(2_000, 7_000).runFromMs, at(2_000, 7_001).runFromMs]).toEqual([0, 7_001])
})

test('[TIME-4] a load in the future, because the clock was set back since, counts as now', () =>
  expect(timeAtStart(loaded, loaded - 90_000)).toEqual({
    elapsedMs: 0,
    runFromMs: 0,
    readAt: loaded - 90_000,
  }))
