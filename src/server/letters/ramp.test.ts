import { expect, test } from 'vitest'
import { hourMs } from '#contract/time.ts'
import { budgetAt, planCurve, rateAt, sendingLeft, sentCurve, timeOfSending } from './ramp.ts'

const plan = { firstHour: 500, growth: 2, perProvider: { firstHour: 250, growth: 2 } }
const terms = { plan, mailsPerHour: 3_000 }

test.each([
  [0, 500],
  [59, 500],
  [60, 1_000],
  [120, 2_000],
  [180, 3_000],
  [100_000, 3_000],
])(
  '[LETTER-3] after %d minutes of sending, a plan of 500 doubles up to MAILS_PER_HOUR: %d an hour',
  (minutes, rate) => expect(rateAt(plan, minutes * 60_000, 3_000)).toBe(rate),
)

test('[LETTER-3] a tenth of the hour leaves at once, and burst and rate add up to the hour', () => {
  const { atOnce, everyMs } = budgetAt(plan, 0, 3_000)
  expect(atOnce).toBe(50)
  expect(atOnce + hourMs / everyMs).toBeLessThanOrEqual(500)
})

test('pauses do not count as time of sending, and a clock that was ahead takes none away', () => {
  expect(timeOfSending({ sendingMs: 5_000, sendingSince: null }, 90_000)).toBe(5_000)
  expect(timeOfSending({ sendingMs: 5_000, sendingSince: 80_000 }, 90_000)).toBe(15_000)
  expect(timeOfSending({ sendingMs: 5_000, sendingSince: 99_000 }, 90_000)).toBe(5_000)
})

test('[LETTER-3] the planned curve has a point an hour and ends when the last mail leaves', () => {
  expect(planCurve(new Map([['other', 5_000]]), terms)).toEqual([
    { afterMs: 0, mails: 0 },
    { afterMs: hourMs, mails: 500 },
    { afterMs: 2 * hourMs, mails: 1_500 },
    { afterMs: 3 * hourMs, mails: 3_500 },
    { afterMs: 3.5 * hourMs, mails: 5_000 },
  ])
  expect(planCurve(new Map(), terms)).toEqual([{ afterMs: 0, mails: 0 }])
})

test('[LETTER-3] a large provider follows a ramp of its own within that of the letter', () => {
  const mails = new Map([
    ['gmail.com', 1_000],
    ['other', 100],
  ])
  expect(planCurve(mails, terms)).toEqual([
    { afterMs: 0, mails: 0 },
    { afterMs: hourMs, mails: 350 },
    { afterMs: 2 * hourMs, mails: 850 },
    { afterMs: 2.25 * hourMs, mails: 1_100 },
  ])
})

test('a curve of many days has at most 50 points', () => {
  const curve = planCurve(new Map([['other', 1_000_000]]), { plan, mailsPerHour: 1_000 })
  expect(curve.length).toBeLessThanOrEqual(50)
  expect(curve.at(-1)!.mails).toBe(1_000_000)
})

test('the time that is left counts from the hour that the ramp has reached', () => {
  expect(sendingLeft(new Map([['other', 1_000]]), hourMs, terms)).toBe(hourMs)
  expect(sendingLeft(new Map([['other', 1_500]]), 1.5 * hourMs, terms)).toBe(hourMs)
  expect(sendingLeft(new Map(), hourMs, terms)).toBe(0)
})

const at = (hours: number) => hours * hourMs
const drawn = (hours: [number, number][], [fromMs, sentUntilMs, endMs]: [number, number, number]) =>
  sentCurve(
    hours.map(([hour, sent]) => ({ hour: at(hour), sent })),
    { fromMs: at(fromMs), sentUntilMs: at(sentUntilMs), endMs: at(endMs) },
  ).map(({ at, mails }) => [at / hourMs, mails])

test('[LETTER-4] the curve of a letter is flat while nothing is sent', () => {
  expect(
    drawn(
      [
        [9, 500],
        [13, 100],
      ],
      [9.5, 13.5, 13.5],
    ),
  ).toEqual([
    [9.5, 0],
    [10, 500],
    [13, 500],
    [13.5, 600],
  ])
})

test('[LETTER-4] the curve of a paused letter is flat since the pause', () => {
  expect(drawn([[9, 500]], [9, 9.25, 12])).toEqual([
    [9, 0],
    [9.25, 500],
    [12, 500],
  ])
})

test('mails that end after the pause are on the curve', () => {
  expect(
    drawn(
      [
        [9, 500],
        [10, 2],
      ],
      [9, 9.9, 12],
    ),
  ).toEqual([
    [9, 0],
    [9.9, 500],
    [10, 500],
    [12, 502],
  ])
})

test('a letter of which no mail has ended is a line on the axis', () => {
  expect(drawn([], [9, 10, 10])).toEqual([
    [9, 0],
    [10, 0],
  ])
})
