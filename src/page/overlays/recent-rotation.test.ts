import { describe, expect, test } from 'vitest'
import { newRun, timeAt, timeAtStart, type PageTime } from '#page/browser/page-time.ts'
import { entryAt, initialRotation, nextRotation, type Rotation } from './recent-rotation.ts'

const loaded = 1_800_000_000_000
type Page = { time: PageTime; rotation: Rotation; shown: (number | null)[] }
const start: Page = { time: timeAtStart(loaded, loaded), rotation: initialRotation, shown: [] }

/** Advances the page one second at a time, as its clock ticks. */
function seconds(page: Page, count: number, held = false, covered = false): Page {
  let { time, rotation } = page
  const shown = [...page.shown]
  for (let second = 0; second < count; second++) {
    time = timeAt(time, time.readAt + 1_000)
    rotation = nextRotation(rotation, time, { held, covered })
    shown.push(entryAt(rotation, 5))
  }
  return { time, rotation, shown }
}

test('[POP-2] the notice shows from 8 to 12 s, from 16 to 20 s, and so on', () => {
  const { shown } = seconds(start, 28)
  expect(shown.flatMap((entry, index) => (entry === null ? [] : [index + 1]))).toEqual([
    8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27,
  ])
})

test('[POP-2] forty intervals cycle through the five entries in order', () => {
  const { shown } = seconds(start, 40 * 8)
  expect(shown.filter((_, index) => (index + 1) % 8 === 0)).toEqual(
    Array.from({ length: 40 }, (_, interval) => interval % 5),
  )
})

test('[POP-2] while hovered or focused the notice stays, and the rest of its time follows', () => {
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

test('[POP-2] while a field has focus no notice shows, and its time continues afterwards', () => {
  const { shown } = seconds(seconds(seconds(start, 7), 20, true), 1)
  expect(shown).toEqual([...Array.from({ length: 27 }, () => null), 0])
})

test.each([
  ['appears with the notice and goes before it', 9, 2],
  ['appears before the notice and goes while it would be shown', 5, 5],
  ['appears while the notice is shown', 9, 20],
])(
  '[POP-2] a toast or popup that %s: that notice is skipped, and the rhythm stays',
  (_, from, count) => {
    const page = seconds(seconds(seconds(start, from), count, false, true), 40 - from - count)
    const firstFree = Math.ceil((from + count + 1) / 8) * 8
    expect(page.shown.slice(from, firstFree - 1).every((entry) => entry === null)).toBe(true)
    expect(page.shown.slice(firstFree - 1, firstFree + 3)).toEqual(
      Array.from({ length: 4 }, () => (firstFree / 8 - 1) % 5),
    )
  },
)

test('[FX-8] when the page is shown again, a new interval starts with the next entry', () => {
  const before = seconds(start, 10)
  const back = {
    ...before,
    time: newRun(timeAt(before.time, before.time.readAt + 3_600_000)),
    shown: [],
  }
  expect(seconds(back, 10).shown).toEqual([null, null, null, null, null, null, null, 1, 1, 1])
})

test('[FX-8] when the page is hidden before the first notice, no missed notice is made up', () => {
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
  const shownAt = (rotation: Rotation, ...times: PageTime[]) =>
    times.map((time) => entryAt(nextRotation(rotation, time, {}), 5))

  test('the notice appears at 8 s and disappears at 12 s', () =>
    expect(shownAt(initialRotation, at(7_999), at(8_000), at(11_999), at(12_000))).toEqual([
      null,
      0,
      0,
      null,
    ]))

  test('in a new run it appears after 8 s of that run', () => {
    const before = nextRotation(initialRotation, at(3_000), {})
    expect(shownAt(before, at(97_999, 90_000), at(98_000, 90_000))).toEqual([null, 0])
  })

  test('time that it was held is not counted', () => {
    const waited = nextRotation(nextRotation(initialRotation, at(3_000), {}), at(33_000), {
      held: true,
    })
    expect(shownAt(waited, at(37_999), at(38_000))).toEqual([null, 0])
  })
})

test('[TIME-4] when its code loads late, it shows the entry that is due by then', () => {
  expect(entryAt(nextRotation(initialRotation, timeAtStart(loaded, loaded + 17_000), {}), 5)).toBe(
    1,
  )
})

test('[LIVE-7] an entry that is shown once has no second interval', () => {
  const { rotation } = seconds(start, 16)
  expect(entryAt(rotation, 1)).toBe(0)
  expect(entryAt(rotation, Infinity)).toBe(1)
})
