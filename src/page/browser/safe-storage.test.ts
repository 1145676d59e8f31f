import { expect, test } from 'vitest'
import { openSafeStorage } from './safe-storage.ts'

/** A `localStorage` that refuses writes when it is full. */
function fakeStorage({ full = false } = {}) {
  const texts: Record<string, string> = {}
  const methods = {
    getItem: (key: string) => texts[key] ?? null,
    setItem(key: string, text: string) {
      if (full) throw new DOMException('full', 'QuotaExceededError')
      texts[key] = text
    },
    removeItem: (key: string) => void delete texts[key],
  }
  return Object.assign(Object.create(methods), texts) as Storage & typeof methods
}

const forbidden = () => {
  throw new DOMException('forbidden', 'SecurityError')
}

test.each([
  ['available', openSafeStorage(() => storage)],
  ['full', openSafeStorage(() => fullStorage)],
  ['forbidden', openSafeStorage(forbidden)],
])('[FORM-6] %s storage returns what was set', (_, safeStorage) => {
  safeStorage.set('ascend.a', '1')
  safeStorage.set('ascend.b', '2')
  safeStorage.remove('ascend.b')
  expect([safeStorage.get('ascend.a'), safeStorage.get('ascend.b')]).toEqual(['1', null])
})
const storage = fakeStorage()
const fullStorage = fakeStorage({ full: true })

test('keys are found by their prefix', () => {
  const safeStorage = openSafeStorage(forbidden)
  for (const key of ['ascend.a:1', 'ascend.a:2', 'ascend.b', 'other']) safeStorage.set(key, '')
  expect(safeStorage.keys('ascend.a:')).toEqual(['ascend.a:1', 'ascend.a:2'])
})
