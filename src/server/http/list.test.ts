import { expect, test } from 'vitest'
import { cursorField, cursorOf, pageOf } from './list.ts'

test.each([
  { at: 0, id: '0190' },
  { at: -1, id: 'a_b-c' },
  { at: 8_640_000_000_000_000, id: '01999f2e-4c1b-7d3a-9a52-6a1f1f2b3c4d' },
])('the position %j is read from its cursor', (position) => {
  expect(cursorField.parse(cursorOf(position))).toEqual(position)
})

test('a list without a cursor begins at its start', () => {
  expect(cursorField.parse(undefined)).toBeUndefined()
})

test.each([
  ['an empty text', ''],
  ['another text', 'first'],
  ['a position with more in its id', cursorOf({ at: 1, id: 'a b' })],
  ['a position without a whole time', cursorOf({ at: 1.5, id: 'a' })],
  ['a position with an address', cursorOf({ at: 1, id: 'sanne@example.com' })],
  ['a text without an end', 'MSBh'.repeat(1_000)],
  ['two cursors', [cursorOf({ at: 1, id: 'a' }), cursorOf({ at: 2, id: 'b' })]],
])('%s is no cursor', (_, text) => {
  expect(cursorField.safeParse(text).success).toBe(false)
})

test('a page has the rows that were asked for, and its last one where there are more', () => {
  expect(pageOf([1, 2, 3], 2)).toEqual({ rows: [1, 2], isMore: true, last: 2 })
  expect(pageOf([1, 2], 2)).toEqual({ rows: [1, 2], isMore: false, last: null })
  expect(pageOf([], 2)).toEqual({ rows: [], isMore: false, last: null })
})
