import { expect, test } from 'vitest'
import type { EventInput } from '#contract/events/events.ts'
import { openSafeStorage } from '#page/browser/safe-storage.ts'
import { createEvent, randomText, sessionOf } from './track.ts'

const surroundings = {
  timestamp: 1_795_262_400_000,
  url: 'https://fuel.example/?utm_source=forum',
  userAgent: 'Firefox',
  sessionId: 'ascend-1',
}

test.each<[EventInput, object]>([
  [
    { action: 'section_view', section: 'early-bird' },
    { category: 'engagement', label: 'early-bird', section: 'early-bird' },
  ],
  [
    { action: 'cta_click', label: 'Claim Your Spot – Unlock The Stack', section: 'hero' },
    { category: 'conversion', label: 'Claim Your Spot – Unlock The Stack', section: 'hero' },
  ],
  [
    { action: 'cta_click', label: 'Join Waitlist' },
    { category: 'conversion', label: 'Join Waitlist' },
  ],
  [
    { action: 'email_captured', section: 'exit-intent', email: ' Sanne@Fuel.Example ' },
    {
      category: 'conversion',
      label: 'exit-intent',
      section: 'exit-intent',
      email: 'sanne@fuel.example',
    },
  ],
  [
    { action: 'quiz_started', label: 'performance quiz' },
    { category: 'quiz', label: 'performance quiz' },
  ],
  [
    { action: 'quiz_completed', label: 'focus', value: 11 },
    { category: 'quiz', label: 'focus', value: 11 },
  ],
])('[TRACK-1] %j', (input, fields) => {
  expect(JSON.parse(JSON.stringify(createEvent(input, surroundings)))).toEqual({
    action: input.action,
    ...fields,
    ...surroundings,
  })
})

test('[TRACK-1] only email_captured has an address, whatever the input has', () => {
  expect(
    createEvent({ action: 'section_view', section: 'hero' }, surroundings).email,
  ).toBeUndefined()
  // @ts-expect-error -- a view with an address does not compile
  const told: EventInput = { action: 'section_view', section: 'hero', email: 'sanne@fuel.example' }
  expect(told.action).toBe('section_view')
})

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
