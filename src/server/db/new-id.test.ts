import { expect, test } from 'vitest'
import { newId } from './new-id.ts'

const noon = Date.parse('2026-11-26T12:00:00Z')

test('an id is a UUIDv7 of its time, and no two are equal', () => {
  const ids = Array.from({ length: 20_000 }, (_, n) => newId(noon + Math.floor(n / 100)))
  for (const id of ids)
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  expect(new Set(ids).size).toBe(ids.length)
  expect(Number.parseInt(ids[0]!.replace('-', '').slice(0, 12), 16)).toBe(noon)
})

test('each id is greater than the one before, also of one millisecond and beyond its 4,096', () => {
  const ids = Array.from({ length: 10_000 }, () => newId(noon + 60_000))
  expect(ids).toEqual(ids.toSorted())
})

test('a clock that is a little behind does not turn the order, one that was set back begins anew', () => {
  const [first, behind] = [newId(noon + 120_000), newId(noon + 119_000)]
  expect(behind > first).toBe(true)
  expect(newId(noon) < first).toBe(true)
})
