import { expect, test } from 'vitest'
import { countedNames, isCounted, maxCount, maxEntries } from './events.ts'
import { overlayKeys } from '#contract/campaign/overlays.ts'
import { sectionNames, sections } from '#contract/campaign/sections.ts'
import { placements } from '#contract/people/waitlist.ts'

test("[TRACK-1] the requirement's six sections are sections of the page, in this order", () => {
  const six = ['hero', 'early-bird', 'video', 'quiz', 'exclusivity', 'final']
  expect(sectionNames.filter((name) => six.includes(name))).toEqual(six)
})

test('[TRACK-1] the views, presses and sign-ups of each section are counted by its name', () => {
  for (const name of sectionNames)
    expect([
      isCounted('section_view', name),
      isCounted('cta_click', name),
      isCounted('email_captured', name),
    ]).toEqual([true, true, 'form' in sections[name]])
})

test('[TRACK-1] each form is in a section, or in an overlay of its key', () => {
  for (const placement of placements) expect([...sectionNames, ...overlayKeys]).toContain(placement)
})

test.each([
  ['section_view', 'hero', true],
  ['section_view', 'contents', true],
  ['section_view', 'exit-intent', true],
  ['cta_click', 'final', true],
  ['cta_click', 'second-bar', true],
  ['email_captured', 'sticky-bar', true],
  ['email_captured', 'video', false],
  ['cta_click', 'Claim Your Spot', false],
  ['section_view', '', false],
  ['quiz_started', 'performance quiz', false],
  ['shown', 'sticky-bar', true],
  ['closed', 'exit-intent-second', true],
  ['shown', 'video-overlay', true],
  ['closed', 'hero', false],
  ['link_shared', 'own-link', true],
  ['link_shared', 'K7RM2XQ', false],
  ['shown', 'recent', false],
  ['__proto__', 'length', false],
  ['constructor', 'name', false],
  ['hasOwnProperty', 'length', false],
  ['', 'hero', false],
])('[TRACK-2] whether the server counts %s of %j: %s', (event, label, counted) =>
  expect(isCounted(event, label)).toBe(counted),
)

test('[TRACK-2] a batch has room for each name once, with a count of at most 100', () => {
  const names = Object.entries(countedNames).flatMap(([event, labels]) =>
    labels.map((label) => `${event} ${label}`),
  )
  expect([maxEntries(), maxCount]).toEqual([new Set(names).size, 100])
})
