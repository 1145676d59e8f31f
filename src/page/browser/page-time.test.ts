import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newRun, ticksIn, timeAt, timeAtStart, type PageTime } from './page-time.ts'

const day = 86_400_000
const loaded = 1_800_000_000_000
const at = (...readings: number[]) => readings.reduce((time, ms) => timeAt(time, loaded + ms), timeAtStart(loaded, loaded))
/** A page that ticks each second without missing one. */
const awakeFor = (time: PageTime, ms: number) => Array.from({ length: ms / 1_000 }).reduce<PageTime>((last) => timeAt(last, last.readAt + 1_000), time)

test("[TIME-4] zero is the page's load, for what comes late too", () => expect(timeAtStart(loaded, loaded + 90_000).elapsedMs).toBe(90_000))

test('[TIME-4] a clock set back adds nothing, and time goes on from there', () => {
  expect(at(2_000, -3 * day, -3 * day + 1_000)).toMatchObject({ elapsedMs: 3_000, runFromMs: 0 })
})

test('[TIME-4] a clock set forward counts as sleep: the time is gone, and a new run begins', () => {
  expect(at(2_000, 2 * day)).toMatchObject({ elapsedMs: 2 * day, runFromMs: 2 * day })
})

test('[TIME-4] elapsed time never falls, whatever the clock does', () => {
  fc.assert(fc.property(fc.array(fc.integer({ min: -9 * day, max: 9 * day })), (readings) => {
    const times = readings.map((_, index) => at(...readings.slice(0, index + 1)).elapsedMs)
    expect(times).toEqual([...times].sort((a, b) => a - b))
  }))
})

test('[FX-8] a computer that slept for two hours makes up no tick of an interval', () => {
  const before = awakeFor(at(0), 25_000)
  const after = timeAt(before, before.readAt + 2 * 3_600_000)
  expect([ticksIn(before, 10_000), ticksIn(after, 10_000), ticksIn(awakeFor(after, 9_000), 10_000), ticksIn(awakeFor(after, 10_000), 10_000)]).toEqual([2, 0, 0, 1])
})

test('a page that is busy for four seconds has not slept', () => expect(at(4_000, 8_000).runFromMs).toBe(0))

test('[FX-8] resumed, intervals begin anew while the time shows what has gone by', () => {
  const resumed = newRun(awakeFor(at(0), 19_000))
  expect([resumed.elapsedMs, ticksIn(resumed, 10_000), ticksIn(awakeFor(resumed, 10_000), 10_000)]).toEqual([19_000, 0, 1])
})
