import { expect, test } from 'vitest'
import { initialStateOf } from './bar-height.ts'

test.each([
  [106, 740, 'visible'],
  [106, 844, 'visible'],
  [106, 707, 'visible'],
  [106, 706, 'minimized'],
  [106, 640, 'minimized'],
  [150, 1_000, 'visible'],
  [64, 427, 'visible'],
  [64, 426, 'minimized'],
  [64, 390, 'minimized'],
  [64, 800, 'visible'],
  [154, 844, 'minimized'],
])('[BAR-1] a bar of %i px in a window %i px high appears %s', (barPx, windowPx, state) =>
  expect(initialStateOf({ barPx, windowPx })).toBe(state),
)
