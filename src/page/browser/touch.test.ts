import { expect, test } from 'vitest'
import { isDoubleTap } from './touch.ts'

test.each([
  [null, 0, false],
  [1_000, 1_000, true],
  [1_000, 1_299, true],
  [1_000, 1_300, true],
  [1_000, 1_301, false],
  [1_000, 60_000, false],
] as const)(
  '[FX-4] after a tap at %s ms, a tap at %i ms is a double-tap: %s',
  (before, now, expected) => expect(isDoubleTap(before, now)).toBe(expected),
)
