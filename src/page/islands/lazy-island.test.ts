import { expect, test } from 'vitest'
import { isNearPageEnd } from './lazy-island.ts'

const page = { scrollHeight: 7_800, innerHeight: 800 }

test.each([
  [0, false],
  [4_899, false],
  [4_900, true],
  [7_000, true],
])('[FLOW-4] at %i of 7,000 px the lazy block loads: %s', (scrollY, loads) => {
  expect(isNearPageEnd({ ...page, scrollY })).toBe(loads)
})
test('[FLOW-4] a page that cannot scroll is near its end at once', () =>
  expect(isNearPageEnd({ scrollY: 0, scrollHeight: 800, innerHeight: 800 })).toBe(true))
