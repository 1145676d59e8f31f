import { describe, expect, test } from 'vitest'
import { noOrigin } from '#contract/waitlist.ts'
import { openSafeStorage, type SafeStorage } from '#page/browser/safe-storage.ts'
import {
  dropUnsent,
  keepUnsent,
  outcomeOf,
  pauseBefore,
  postponed,
  readUnsent,
  type Unsent,
} from './unsent.ts'

const day = 24 * 60 * 60 * 1_000
const sanne: Unsent = {
  email: 'Sanne@fuel.example',
  firstName: 'Sanne',
  placement: 'hero',
  ...noOrigin,
  consent: '2026-11',
  at: 0,
  tries: 0,
  nextAt: 0,
}
const answer = (status: number, change = {}) => ({ status, ok: false, retryAfterS: 0, ...change })
const forbidden = (): SafeStorage =>
  openSafeStorage(() => {
    throw new Error('forbidden')
  })

describe('what the server has not acknowledged', () => {
  test('[FORM-6] is kept until it is dropped', () => {
    const safeStorage = forbidden()
    keepUnsent(safeStorage, sanne)
    expect(readUnsent(safeStorage, day)).toEqual([sanne])
    dropUnsent(safeStorage, 'sanne@fuel.example')
    expect(readUnsent(safeStorage, day)).toEqual([])
  })
  test('[FORM-6] is kept once an address', () => {
    const safeStorage = forbidden()
    keepUnsent(safeStorage, sanne)
    keepUnsent(safeStorage, { ...sanne, email: 'sanne@fuel.example', tries: 3 })
    expect(readUnsent(safeStorage, day).map((entry) => entry.tries)).toEqual([3])
  })
  test('[FORM-6] is dropped after 30 days', () => {
    const safeStorage = forbidden()
    keepUnsent(safeStorage, sanne)
    expect(readUnsent(safeStorage, 30 * day - 1)).toHaveLength(1)
    expect(readUnsent(safeStorage, 30 * day)).toHaveLength(0)
    expect(safeStorage.keys('ascend.')).toEqual([])
  })
  test.each(['', '{', 'null', '7', '{"email":7}', '{"at":0}', '[]'])(
    'an entry that is none of ours (%j) is thrown away',
    (text) => {
      const safeStorage = forbidden()
      safeStorage.set('ascend.unsent:x', text)
      expect(readUnsent(safeStorage, 0)).toEqual([])
      expect(safeStorage.keys('ascend.')).toEqual([])
    },
  )
})

test.each([
  [answer(200, { ok: true }), 'accepted'],
  [answer(400), 'ended'],
  [answer(413), 'ended'],
  [answer(422), 'refused'],
  [answer(200), 'kept'],
  [answer(0), 'kept'],
  [answer(401), 'kept'],
  [answer(403), 'kept'],
  [answer(404), 'kept'],
  [answer(429), 'kept'],
  [answer(500), 'kept'],
  [answer(503), 'kept'],
])('[FORM-6] the answer %j ends as %s', (given, outcome) => {
  expect(outcomeOf(given)).toBe(outcome)
})

describe('the pause before it is sent again', () => {
  const pauseAfter = (tries: number, random = 0) =>
    postponed({ ...sanne, tries }, answer(503), 1_000, () => random).nextAt - 1_000
  test('[FORM-6] grows from five seconds to an hour', () => {
    expect([0, 1, 2, 9, 10, 99].map((tries) => pauseAfter(tries) / 1_000)).toEqual([
      5, 10, 20, 2_560, 3_600, 3_600,
    ])
  })
  test('is spread by up to a quarter', () => expect(pauseAfter(0, 1)).toBe(6_250))
  test('is never shorter than the server asked for', () => {
    expect(postponed(sanne, answer(429, { retryAfterS: 60 }), 0, () => 0).nextAt).toBe(60_000)
  })
  test('counts the tries', () => expect(postponed(sanne, answer(0), 0, () => 0).tries).toBe(1))
})

describe('[FORM-6] the next round of sending again comes', () => {
  const pause = (...nextAt: number[]) =>
    pauseBefore(
      nextAt.map((at) => ({ nextAt: at })),
      100_000,
    )
  test('when the first of those that wait is due', () =>
    expect([pause(130_000), pause(130_000, 107_000, 190_000)]).toEqual([30_000, 7_000]))
  test('after two seconds at the earliest, as another tab may be at it', () =>
    expect([pause(102_001), pause(101_999), pause(0)]).toEqual([2_001, 2_000, 2_000]))
  test('after an hour at the latest', () =>
    expect([pause(3_699_999), pause(3_700_001)]).toEqual([3_599_999, 3_600_000]))
  test('never where nothing waits', () => expect(pause()).toBeNull())
})
