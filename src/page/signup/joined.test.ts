import { expect, test } from 'vitest'
import { openSafeStorage } from '#page/browser/safe-storage.ts'
import { hasJoined, markJoined } from './joined.ts'

test('[FORM-9] the browser stores that somebody joined, but not the address', () => {
  const safeStorage = openSafeStorage(() => {
    throw new Error('forbidden')
  })
  expect(hasJoined(safeStorage)).toBe(false)
  markJoined(safeStorage)
  expect([hasJoined(safeStorage), safeStorage.keys('').map((key) => safeStorage.get(key))]).toEqual(
    [true, ['1']],
  )
})
