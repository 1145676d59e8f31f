import { expect, test } from 'vitest'
import { isFarDown } from './far.ts'

const page = { scrollHeight: 7_800, innerHeight: 800 }

test.each([
  [0, false],
  [4_899, false],
  [4_900, true],
  [7_000, true],
])('[FLOW-4] at %i of 7,000 px the lazy block is due: %s', (scrollY, due) => {
  expect(isFarDown({ ...page, scrollY })).toBe(due)
})
test('[FLOW-4] a page that cannot scroll is far down at once', () =>
  expect(isFarDown({ scrollY: 0, scrollHeight: 800, innerHeight: 800 })).toBe(true))
