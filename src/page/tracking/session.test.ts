import { expect, test } from 'vitest'
import { openSafeStorage } from '#page/browser/safe-storage.ts'
import { randomText, sessionOf } from './session.ts'

test("[TRACK-2] the session's id is a prefix, the time and random text, made once and kept", () => {
  const safeStorage = openSafeStorage(() => {
    throw new Error('forbidden')
  })
  expect(sessionOf(safeStorage, 1_795_262_400_000, () => 'k3j2h1')).toBe(
    'ascend-1795262400000-k3j2h1',
  )
  expect(sessionOf(safeStorage, 1_795_262_999_000, () => 'other')).toBe(
    'ascend-1795262400000-k3j2h1',
  )
})

test('random text is of digits and small letters, 64 bits of it', () => {
  const drawn = Array.from({ length: 1_000 }, randomText)
  for (const text of drawn) expect(text).toMatch(/^[\da-z]{2,14}$/)
  expect(Math.max(...drawn.map((text) => text.length))).toBe(14)
})

test('random texts differ', () =>
  expect(new Set(Array.from({ length: 1_000 }, randomText)).size).toBe(1_000))
