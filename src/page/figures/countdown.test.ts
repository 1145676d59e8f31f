import { expect, test } from 'vitest'
import { figures } from '#campaigns/fuel/figures.ts'
import { partsOf, secondsLeft } from './countdown.ts'
import { levelAt, levelOf } from './urgency.tsx'

const { accessTimer, programTimer, earlyBird } = figures
const [hour, minute] = [3_600, 60]
const access = (seconds: number) =>
  partsOf(secondsLeft(accessTimer.startS, seconds * 1_000), 3).join(':')
const program = (seconds: number) =>
  partsOf(secondsLeft(programTimer.startS, seconds * 1_000), 3).join(':')
const bird = (seconds: number) =>
  partsOf(secondsLeft(earlyBird.days * 24 * hour, seconds * 1_000), 4).join(':')

test.each([
  [0, '04:47:23'],
  [1, '04:47:22'],
  [23, '04:47:00'],
  [24, '04:46:59'],
  [47 * minute + 23, '04:00:00'],
  [47 * minute + 24, '03:59:59'],
  [hour, '03:47:23'],
  [2 * hour, '02:47:23'],
  [3 * hour, '01:47:23'],
  [4 * hour, '00:47:23'],
  [4 * hour + 47 * minute + 22, '00:00:01'],
  [4 * hour + 47 * minute + 23, '00:00:00'],
  [5 * hour, '00:00:00'],
  [900 * hour, '00:00:00'],
])('[TIME-1] after %i s the countdown shows %s', (seconds, shown) =>
  expect(access(seconds)).toBe(shown),
)

test.each([
  [0, '24:41:23'],
  [24, '24:40:59'],
  [41 * minute + 24, '23:59:59'],
  ...Array.from(
    { length: 24 },
    (_, hours) => [(hours + 1) * hour, `${String(23 - hours).padStart(2, '0')}:41:23`] as const,
  ),
  [24 * hour + 41 * minute + 22, '00:00:01'],
  [24 * hour + 41 * minute + 23, '00:00:00'],
  [48 * hour, '00:00:00'],
] as const)("[EXC-4] after %i s the program's timer shows %s", (seconds, shown) =>
  expect(program(seconds)).toBe(shown),
)

test.each([
  [0, '7:00:00:00'],
  [1, '6:23:59:59'],
  [24 * hour, '6:00:00:00'],
  [24 * hour + 1, '5:23:59:59'],
  [6 * 24 * hour + 1, '0:23:59:59'],
  [7 * 24 * hour - 1, '0:00:00:01'],
  [7 * 24 * hour, '0:00:00:00'],
  [8 * 24 * hour, '0:00:00:00'],
])('[HERO-10] after %i s the early-bird countdown shows %s', (seconds, shown) =>
  expect(bird(seconds)).toBe(shown),
)

test('a second is over when it is over', () =>
  expect([secondsLeft(10, 999), secondsLeft(10, 1_000)]).toEqual([10, 9]))

test.each([
  [180 * minute, 0],
  [180 * minute - 1, 1],
  [120 * minute, 1],
  [120 * minute - 1, 2],
  [60 * minute, 2],
  [60 * minute - 1, 3],
  [0, 3],
] as const)('[TIME-2] with %i s left the urgency level is %i', (leftS, level) =>
  expect(levelOf(leftS)).toBe(level),
)

test.each([
  [9_999, 0],
  [10_000, 3],
  [19_999, 3],
] as const)(
  '[TIME-2] the level is 0 until the first check: a timer of ten minutes, after %i ms, is at %i',
  (elapsedMs, level) => expect(levelAt(600, elapsedMs)).toBe(level),
)

test.each([
  // 180 minutes are left at 6,443 s, 120 at 10,043 s and 60 at 13,643 s: the next check is the one
  // that sees it.
  [6_449, 0],
  [6_450, 1],
  [10_049, 1],
  [10_050, 2],
  [13_649, 2],
  [13_650, 3],
  [17_243, 3],
  [90_000, 3],
] as const)('[TIME-2] the level is set every 10 s: after %i s it is %i', (seconds, level) =>
  expect(levelAt(accessTimer.startS, seconds * 1_000)).toBe(level),
)

test('[TIME-1] [EXC-4] a span in hours, minutes and seconds', () => {
  expect(partsOf(17_243, 3)).toEqual(['04', '47', '23'])
  expect(partsOf(88_883, 3)).toEqual(['24', '41', '23'])
  expect(partsOf(0, 3)).toEqual(['00', '00', '00'])
})
test('[HERO-10] a span in days, hours, minutes and seconds', () => {
  expect(partsOf(7 * 86_400, 4)).toEqual(['7', '00', '00', '00'])
  expect(partsOf(7 * 86_400 - 1, 4)).toEqual(['6', '23', '59', '59'])
})
