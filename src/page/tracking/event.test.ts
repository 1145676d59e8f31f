import { expect, test } from 'vitest'
import type { EventInput } from '#contract/events.ts'
import { createEvent } from './event.ts'

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
