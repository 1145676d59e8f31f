import { expect, test } from 'vitest'
import { openShelf } from '#page/browser/shelf.ts'
import { hasJoined, markJoined } from './joined-flag.ts'

test('[FORM-9] that somebody has signed up is kept, and not who', () => {
  const shelf = openShelf(() => {
    throw new Error('forbidden')
  })
  expect(hasJoined(shelf)).toBe(false)
  markJoined(shelf)
  expect([hasJoined(shelf), shelf.keys('').map((key) => shelf.get(key))]).toEqual([true, ['1']])
})
