import { expect, test } from 'vitest'
import { openShelf } from './safe-storage.ts'

/** A `localStorage` that refuses what its switches say. */
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
  ['there', openShelf(() => storage)],
  ['full', openShelf(() => fullStorage)],
  ['forbidden', openShelf(forbidden)],
])('[FORM-6] storage that is %s keeps and gives back', (_, safeStorage) => {
  safeStorage.set('ascend.a', '1')
  safeStorage.set('ascend.b', '2')
  safeStorage.remove('ascend.b')
  expect([safeStorage.get('ascend.a'), safeStorage.get('ascend.b')]).toEqual(['1', null])
})
const storage = fakeStorage()
const fullStorage = fakeStorage({ full: true })

test('keys are found by how they begin', () => {
  const safeStorage = openShelf(forbidden)
  for (const key of ['ascend.a:1', 'ascend.a:2', 'ascend.b', 'other']) safeStorage.set(key, '')
  expect(safeStorage.keys('ascend.a:')).toEqual(['ascend.a:1', 'ascend.a:2'])
})
