import { expect, test } from 'vitest'
import { grainsOf } from './grains.ts'

test.each([
  [0, 0, 1],
  [127, 127, 1],
  [8_932, 8_932, 1],
  [20_000, 20_000, 1],
  [20_001, 10_001, 2],
  [1_000_000, 20_000, 50],
])('[FX-9] of %i people each grain stands for its number of them', (registered, count, each) =>
  expect(grainsOf(registered)).toEqual({ count, each }),
)
