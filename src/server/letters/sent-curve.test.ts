import { expect, test } from 'vitest'
import { sentCurve } from './sent-curve.ts'

const hourMs = 3_600_000
const at = (hours: number) => hours * hourMs
const drawn = (hours: [number, number][], [fromMs, sentUntilMs, endMs]: [number, number, number]) =>
  sentCurve(
    hours.map(([hour, sent]) => ({ hour: at(hour), sent })),
    { fromMs: at(fromMs), sentUntilMs: at(sentUntilMs), endMs: at(endMs) },
  ).map(({ atMs, mails }) => [atMs / hourMs, mails])

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
