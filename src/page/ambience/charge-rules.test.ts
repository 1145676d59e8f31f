import { expect, test } from 'vitest'
import {
  countIn,
  grainSize,
  isAwake,
  isTooSlow,
  judgedFrames,
  sprung,
  tiltAt,
  tiltOf,
} from './charge-rules.ts'

test('grains of a vessel that is full of fewer are larger, up to a limit', () => {
  const [few, usual, many] = [100, 10_000, 20_000].map((count) => grainSize(count, 1))
  expect(usual).toBe(2.5)
  expect(few).toBe(9)
  expect(many!).toBeLessThan(usual!)
  expect(grainSize(0, 0)).toBe(2.5)
})

test.each([
  ['8,932 of 10,000', 8_932],
  ['127 van 10.000', 127],
  ['1 234 567', 1_234_567],
  ['Be the first', 0],
])('the number in %j is %i', (text, count) => expect(countIn(text)).toBe(count))

test('the tilt is -1 at the left edge and 1 at the right one; a phone tilts by up to 30 degrees', () => {
  expect([0, 640, 1_280].map((x) => tiltAt(x, 1_280))).toEqual([-1, 0, 1])
  expect([-90, 0, 15, 90].map(tiltOf)).toEqual([-1, 0, 0.5, 1])
})

test('the spring passes its place once and comes to rest there', () => {
  let spring = { at: 0, speed: 0 }
  const places = Array.from({ length: 600 }, () => (spring = sprung(spring, 1)).at)
  expect(Math.max(...places)).toBeGreaterThan(1)
  expect(places.at(-1)).toBeCloseTo(1, 5)
})

test('[FX-9] the vessel rests six seconds after the last change, but not before it is full', () => {
  expect([isAwake(5_999, 60), isAwake(6_000, 60), isAwake(60_000, 3.1)]).toEqual([
    true,
    false,
    true,
  ])
})

test('[FX-9] a device is too slow where its first frames take more than 40 ms on average', () => {
  const frames = (ms: number, count = judgedFrames) => Array<number>(count).fill(ms)
  expect([frames(41), frames(40), frames(100, 3)].map(isTooSlow)).toEqual([true, false, false])
})
