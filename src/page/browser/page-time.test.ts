import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  hasTicked,
  msToNextSecond,
  newRun,
  ticksIn,
  timeAt,
  timeAtStart,
  type PageTime,
} from './page-time.ts'

const day = 86_400_000
const loaded = 1_800_000_000_000
const at = (...readings: number[]) =>
  readings.reduce((time, ms) => timeAt(time, loaded + ms), timeAtStart(loaded, loaded))
/** A page that ticks each second without missing one. */
const awakeFor = (time: PageTime, ms: number) =>
  Array.from({ length: ms / 1_000 }).reduce<PageTime>(
    (last) => timeAt(last, last.readAt + 1_000),
    time,
  )

test("[TIME-4] zero is the page's load, for what comes late too", () =>
  expect(timeAtStart(loaded, loaded + 90_000).elapsedMs).toBe(90_000))

test('[TIME-4] a clock set back adds nothing, and time goes on from there', () => {
  expect(at(2_000, -3 * day, -3 * day + 1_000)).toMatchObject({ elapsedMs: 3_000, runFromMs: 0 })
})

test('[TIME-4] a clock set forward counts as sleep: the time is gone, and a new run begins', () => {
  expect(at(2_000, 2 * day)).toMatchObject({ elapsedMs: 2 * day, runFromMs: 2 * day })
})

test('[TIME-4] elapsed time never falls, whatever the clock does', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -9 * day, max: 9 * day })), (readings) => {
      const times = readings.map((_, index) => at(...readings.slice(0, index + 1)).elapsedMs)
      expect(times).toEqual([...times].sort((a, b) => a - b))
    }),
  )
})

test('[FX-8] a computer that slept for two hours makes up no tick of an interval', () => {
  const before = awakeFor(at(0), 25_000)
  const after = timeAt(before, before.readAt + 2 * 3_600_000)
  expect([
    ticksIn(before, 10_000),
    ticksIn(after, 10_000),
    ticksIn(awakeFor(after, 9_000), 10_000),
    ticksIn(awakeFor(after, 10_000), 10_000),
  ]).toEqual([2, 0, 0, 1])
})

test('a page that is busy for four seconds has not slept', () =>
  expect(at(4_000, 8_000).runFromMs).toBe(0))

test('[FX-8] resumed, intervals begin anew while the time shows what has gone by', () => {
  const resumed = newRun(awakeFor(at(0), 19_000))
  expect([
    resumed.elapsedMs,
    ticksIn(resumed, 10_000),
    ticksIn(awakeFor(resumed, 10_000), 10_000),
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
    ['a second after a whole one', time(2_000), 1_000],
    ['not before the second is full', time(2_000.4), 1_000],
    ['at each whole second of the present run too', time(9_700, 8_800), 100],
    ['or of the load, where that comes first', time(9_700, 9_500), 300],
  ])('%s', (_, now, ms) => expect(msToNextSecond(now)).toBe(ms))

  test.each([
    ['not within a second', time(2_000), time(2_999), false],
    ['as a second since the load is full', time(2_999), time(3_000), true],
    ['as a second of the run is full', time(9_799, 8_800), time(9_800, 8_800), true],
    ['as a new run begins', time(2_000), time(2_000, 2_000), true],
  ])('%s: %j to %j', (_, before, now, ticked) => expect(hasTicked(before, now)).toBe(ticked))
})

test('[TIME-4] a page that comes back after five seconds has not slept, after more it has', () => {
  expect([at(2_000, 7_000).runFromMs, at(2_000, 7_001).runFromMs]).toEqual([0, 7_001])
})

test('[TIME-4] a load that lies ahead, by a clock set back since, is now', () =>
  expect(timeAtStart(loaded, loaded - 90_000)).toEqual({
    elapsedMs: 0,
    runFromMs: 0,
    readAt: loaded - 90_000,
  }))
