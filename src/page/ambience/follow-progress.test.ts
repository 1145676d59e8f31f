import { expect, test } from 'vitest'
import { progressAt } from './follow-progress.ts'

test.each([
  [0, 0],
  [250, 0.25],
  [1_000, 1],
  [1_040, 1],
  [-40, 0],
])('[FX-1] %i px down a way of 1,000 the bar is at %d', (scrollY, share) => {
  expect(progressAt({ scrollY, scrollHeight: 1_800, innerHeight: 800 })).toBe(share)
})

test('[FX-1] on a page that cannot scroll it is empty', () =>
  expect(progressAt({ scrollY: 0, scrollHeight: 800, innerHeight: 800 })).toBe(0))
