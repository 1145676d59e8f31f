import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PageEvent } from '#contract/events/events.ts'
import { openSafeStorage, type SafeStorage } from '#page/browser/safe-storage.ts'
import { storeEvent, readEvents } from './event-log.ts'

const event = (timestamp: number, label = String(timestamp)): PageEvent => ({
  action: 'section_view',
  category: 'engagement',
  label,
  section: 'hero',
  timestamp,
  url: 'https://fuel.example/',
  userAgent: 'Firefox',
  sessionId: 'ascend-1',
})
const inMemory = (): SafeStorage =>
  openSafeStorage(() => {
    throw new Error('forbidden')
  })
const labels = (safeStorage: SafeStorage) => readEvents(safeStorage).map(({ label }) => label)

test('[TRACK-2] events are kept in the order in which they came, also those of one millisecond', () => {
  const safeStorage = inMemory()
  for (const label of ['first', 'second', 'third']) storeEvent(safeStorage, event(7, label), 'tab')
  expect(labels(safeStorage)).toEqual(['first', 'second', 'third'])
})

test('[TRACK-2] an event stands under its time, one that would lie before the newest a millisecond after that', () => {
  const safeStorage = inMemory()
  for (const timestamp of [1_795_262_400_009, 1_795_262_400_010, 5])
    storeEvent(safeStorage, event(timestamp), 'tab')
  const first = inMemory()
  storeEvent(first, event(1), 'tab')
  expect(first.keys('')).toEqual(['ascend.event:00000000000001-tab'])
  expect(safeStorage.keys('')).toEqual([
    'ascend.event:01795262400009-tab',
    'ascend.event:01795262400010-tab',
    'ascend.event:01795262400011-tab',
  ])
})

test('[TRACK-2] of more than a hundred the oldest fall out', () => {
  const safeStorage = inMemory()
  for (let n = 1; n <= 100; n++) storeEvent(safeStorage, event(n), 'tab')
  expect([labels(safeStorage).length, labels(safeStorage)[0]]).toEqual([100, '1'])
  for (let n = 101; n <= 250; n++) storeEvent(safeStorage, event(n), 'tab')
  expect(labels(safeStorage)).toEqual(Array.from({ length: 100 }, (_, n) => String(n + 151)))
  expect(safeStorage.keys('ascend.event:')).toHaveLength(100)
})

test('[TRACK-2] a clock that jumps by days, back and forth, loses no new event', () =>
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -9e11, max: 9e11 }), { maxLength: 250 }), (jumps) => {
      const safeStorage = inMemory()
      jumps.forEach((jump, index) =>
        storeEvent(safeStorage, event(1_795_262_400_000 + jump, String(index)), 'tab'),
      )
      expect(labels(safeStorage)).toEqual(jumps.map((_, index) => String(index)).slice(-100))
    }),
    { numRuns: 30 },
  ))

/**
 * Each tab sees what the others wrote only after some writes of its own, as tabs in processes of
 * their own do.
 */
test('[TRACK-2] tabs that see each other late lose none of the last hundred', () => {
  const step = fc.record({ tab: fc.integer({ min: 0, max: 2 }), looks: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 400 }), (steps) => {
      const stored = inMemory()
      const written: string[] = []
      const seen = [0, 1, 2].map(() => [] as string[])
      steps.forEach(({ tab, looks }, index) => {
        if (looks) seen[tab] = stored.keys('')
        const set = (key: string, text: string) => {
          written.push(key)
          seen[tab]!.push(key)
          stored.set(key, text)
        }
        storeEvent(
          { ...stored, set, keys: () => [...seen[tab]!] },
          event(1_000 + index),
          `tab${tab}`,
        )
      })
      expect(new Set(written).size).toBe(steps.length)
      expect(stored.keys('').sort().slice(-100)).toEqual(written.sort().slice(-100))
    }),
    { numRuns: 100 },
  )
})

test.each(['', '{', 'null', '7', '[]', '{"action":7}'])(
  '[TRACK-2] what is no event (%j) is passed by',
  (text) => {
    const safeStorage = inMemory()
    safeStorage.set('ascend.event:00000000000001-x', text)
    safeStorage.set('ascend.event:nonsense', text)
    storeEvent(safeStorage, event(5), 'tab')
    expect(labels(safeStorage)).toEqual(['5'])
  },
)
