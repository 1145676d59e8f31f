import { describe, expect, test } from 'vitest'
import { noOrigin } from '#contract/people/waitlist.ts'
import { openSafeStorage, type SafeStorage } from '#page/browser/safe-storage.ts'
import {
  removePending,
  storePending,
  outcomeOf,
  pauseBefore,
  postponed,
  readPending,
  type PendingSignup,
} from './pending-signups.ts'

const day = 24 * 60 * 60 * 1_000
const sanne: PendingSignup = {
  email: 'Sanne@fuel.example',
  firstName: 'Sanne',
  placement: 'hero',
  ...noOrigin,
  consent: '2026-11',
  at: 0,
  tries: 0,
  nextAt: 0,
}
const answer = (status: number, change = {}) => ({
  status,
  ok: false,
  error: '',
  retryAfterS: 0,
  ...change,
})
const forbidden = (): SafeStorage =>
  openSafeStorage(() => {
    throw new Error('forbidden')
  })

describe('a sign-up that the server has not acknowledged', () => {
  test('[END-2] a list that is closed ends the retries, a paused one keeps the data for later', () => {
    expect(outcomeOf(answer(409))).toBe('closed')
    expect(outcomeOf(answer(409, { retryAfterS: 60 }))).toBe('paused')
  })
  test('[FORM-6] is stored until it is removed', () => {
    const safeStorage = forbidden()
    storePending(safeStorage, sanne)
    expect(readPending(safeStorage, day)).toEqual([sanne])
    removePending(safeStorage, 'sanne@fuel.example')
    expect(readPending(safeStorage, day)).toEqual([])
  })
  test('[FORM-6] is stored once per address', () => {
    const safeStorage = forbidden()
    storePending(safeStorage, sanne)
    storePending(safeStorage, { ...sanne, email: 'sanne@fuel.example', tries: 3 })
    expect(readPending(safeStorage, day).map((entry) => entry.tries)).toEqual([3])
  })
  test('[FORM-6] is removed after 30 days', () => {
    const safeStorage = forbidden()
    storePending(safeStorage, sanne)
    expect(readPending(safeStorage, 30 * day - 1)).toHaveLength(1)
    expect(readPending(safeStorage, 30 * day)).toHaveLength(0)
    expect(safeStorage.keys('ascend.')).toEqual([])
  })
  test.each(['', '{', 'null', '7', '{"email":7}', '{"at":0}', '[]'])(
    'an unreadable entry (%j) is removed',
    (text) => {
      const safeStorage = forbidden()
      safeStorage.set('ascend.unsent:x', text)
      expect(readPending(safeStorage, 0)).toEqual([])
      expect(safeStorage.keys('ascend.')).toEqual([])
    },
  )
})

test.each([
  [answer(200, { ok: true }), 'accepted'],
  [answer(400), 'dropped'],
  [answer(413), 'dropped'],
  [answer(422), 'refused'],
  [answer(200), 'pending'],
  [answer(0), 'pending'],
  [answer(401), 'pending'],
  [answer(403), 'pending'],
  [answer(404), 'pending'],
  [answer(429), 'pending'],
  [answer(500), 'pending'],
  [answer(503), 'pending'],
])('[FORM-6] the response %j leads to %s', (given, outcome) => {
  expect(outcomeOf(given)).toBe(outcome)
})

describe('the pause before a retry', () => {
  const pauseAfter = (tries: number, random = 0) =>
    postponed({ ...sanne, tries }, answer(503), 1_000, () => random).nextAt - 1_000
  test('[FORM-6] grows from five seconds to an hour', () => {
    expect([0, 1, 2, 9, 10, 99].map((tries) => pauseAfter(tries) / 1_000)).toEqual([
      5, 10, 20, 2_560, 3_600, 3_600,
    ])
  })
  test('has up to 25 % jitter', () => expect(pauseAfter(0, 1)).toBe(6_250))
  test('is never shorter than retry-after', () => {
    expect(postponed(sanne, answer(429, { retryAfterS: 60 }), 0, () => 0).nextAt).toBe(60_000)
  })
  test('counts the tries', () => expect(postponed(sanne, answer(0), 0, () => 0).tries).toBe(1))
})

describe('[FORM-6] the next retry comes', () => {
  const pause = (...nextAt: number[]) =>
    pauseBefore(
      nextAt.map((at) => ({ nextAt: at })),
      100_000,
    )
  test('when the first entry is due', () =>
    expect([pause(130_000), pause(130_000, 107_000, 190_000)]).toEqual([30_000, 7_000]))
  test('after at least two seconds, because another tab may be sending', () =>
    expect([pause(102_001), pause(101_999), pause(0)]).toEqual([2_001, 2_000, 2_000]))
  test('after at most an hour', () =>
    expect([pause(3_699_999), pause(3_700_001)]).toEqual([3_599_999, 3_600_000]))
  test('never without entries', () => expect(pause()).toBeNull())
})
