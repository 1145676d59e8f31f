import { expect, test } from 'vitest'
import { overlap, type Box } from './keep-forms-clear.ts'

const field: Box = { left: 100, top: 100, right: 200, bottom: 150 }

test.each<[string, Partial<Box>, boolean]>([
  ['itself', {}, true],
  ['a box over its corner', { left: 199, top: 149, right: 300, bottom: 300 }, true],
  ['a box over the opposite corner', { left: 0, top: 0, right: 101, bottom: 101 }, true],
  ['a box that starts where it ends', { left: 200, right: 300 }, false],
  ['a box that ends where it starts', { left: 0, right: 100 }, false],
  ['a box right below', { top: 150, bottom: 200 }, false],
  ['a box right above', { top: 0, bottom: 100 }, false],
  ['a box of its width further down', { top: 400, bottom: 450 }, false],
  ['a box of its height further right', { left: 400, right: 500 }, false],
])('whether a field overlaps %s (%j): %s', (_, change, expected) =>
  expect([
    overlap(field, { ...field, ...change }),
    overlap({ ...field, ...change }, field),
  ]).toEqual([expected, expected]),
)
