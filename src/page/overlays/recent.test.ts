import { describe, expect, test } from 'vitest'
import { newRun, timeAt, timeAtStart, type PageTime } from '#page/browser/page-time.ts'
import { entryAt, roundAt, roundAtStart, type Round } from './recent.ts'

const loaded = 1_800_000_000_000
type Page = { time: PageTime; round: Round; shown: (number | null)[] }
const start: Page = { time: timeAtStart(loaded, loaded), round: roundAtStart, shown: [] }

/** A second at a time, as the page's clock ticks. */
function seconds(page: Page, count: number, waits = false): Page {
  let { time, round } = page
  const shown = [...page.shown]
  for (let second = 0; second < count; second++) {
    time = timeAt(time, time.readAt + 1_000)
    round = roundAt(round, time, waits)
    shown.push(entryAt(round, 5))
  }
  return { time, round, shown }
}

test('[POP-2] it shows from 8 to 12 s, from 16 to 20 s, and so on', () => {
  const { shown } = seconds(start, 28)
  expect(shown.flatMap((entry, index) => (entry === null ? [] : [index + 1]))).toEqual([
    8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27,
  ])
})

test('[POP-2] forty rounds cycle through the five entries in order', () => {
  const { shown } = seconds(start, 40 * 8)
  expect(shown.filter((_, index) => (index + 1) % 8 === 0)).toEqual(
    Array.from({ length: 40 }, (_, round) => round % 5),
  )
})

test('[POP-2] under hover or focus it stays, and the rest of its time comes after', () => {
  const { shown } = seconds(seconds(seconds(start, 9), 30, true), 8)
  expect(shown.slice(9)).toEqual([
    ...Array.from({ length: 30 }, () => 0),
    0,
    0,
    null,
    null,
    null,
    null,
    1,
    1,
  ])
})

test('[POP-2] while a field has focus none comes, and its time goes on afterwards', () => {
  const { shown } = seconds(seconds(seconds(start, 7), 20, true), 1)
  expect(shown).toEqual([...Array.from({ length: 27 }, () => null), 0])
})

test('[FX-8] shown again after being hidden, a new interval begins, with the next entry', () => {
  const before = seconds(start, 10)
  const back = {
    ...before,
    time: newRun(timeAt(before.time, before.time.readAt + 3_600_000)),
    shown: [],
  }
  expect(seconds(back, 10).shown).toEqual([null, null, null, null, null, null, null, 1, 1, 1])
})

test('[FX-8] hidden before the first, nothing is made up', () => {
  const before = seconds(start, 5)
  const back = {
    ...before,
    time: newRun(timeAt(before.time, before.time.readAt + 3_600_000)),
    shown: [],
  }
  expect(seconds(back, 8).shown).toEqual([null, null, null, null, null, null, null, 0])
})

describe('[POP-2] to the millisecond', () => {
  const at = (elapsedMs: number, runFromMs = 0): PageTime => ({
    elapsedMs,
    runFromMs,
    readAt: loaded + elapsedMs,
  })
  const shownAt = (round: Round, ...times: PageTime[]) =>
    times.map((time) => entryAt(roundAt(round, time, false), 5))

  test('it comes at 8 s and goes at 12 s', () =>
    expect(shownAt(roundAtStart, at(7_999), at(8_000), at(11_999), at(12_000))).toEqual([
      null,
      0,
      0,
      null,
    ]))

  test('in a new run it comes after 8 s of that run', () => {
    const before = roundAt(roundAtStart, at(3_000), false)
    expect(shownAt(before, at(97_999, 90_000), at(98_000, 90_000))).toEqual([null, 0])
  })

  test('what it waited is not counted', () => {
    const waited = roundAt(roundAt(roundAtStart, at(3_000), false), at(33_000), true)
    expect(shownAt(waited, at(37_999), at(38_000))).toEqual([null, 0])
  })
})

test('[TIME-4] where its code comes late it shows what is due by then', () => {
  expect(entryAt(roundAt(roundAtStart, timeAtStart(loaded, loaded + 17_000), false), 5)).toBe(1)
})
