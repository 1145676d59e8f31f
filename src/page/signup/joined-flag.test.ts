import { expect, test } from 'vitest'
import { openSafeStorage } from '#page/browser/safe-storage.ts'
import { hasJoined, markJoined } from './joined-flag.ts'

test('[FORM-9] that somebody has signed up is kept, and not who', () => {
  const safeStorage = openSafeStorage(() => {
    throw new Error('forbidden')
  })
  expect(hasJoined(safeStorage)).toBe(false)
  markJoined(safeStorage)
  expect([hasJoined(safeStorage), safeStorage.keys('').map((key) => safeStorage.get(key))]).toEqual(
    [true, ['1']],
  )
})
