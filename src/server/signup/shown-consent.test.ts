import { expect, test } from 'vitest'
import { consentOf, knownLanguage } from './shown-consent.ts'

test.each([
  ['2026-11', 'en', 'en'],
  ['2026-11-nl', 'nl', 'nl'],
  // The result of the quiz may be in another language than its page.
  ['2026-11-nl', 'en', 'nl'],
  ['2026-11', 'nl', 'en'],
  // An unknown version: the newest line in the language of the form.
  ['', 'en', 'en'],
  ['2020', 'nl', 'nl'],
  ['2020', 'de', 'en'],
])('[LANG-2] version %j of a form in %s is the line in %s', (version, language, shown) =>
  expect(consentOf(version, language)).toMatchObject({
    lang: shown,
    text: expect.stringContaining(shown === 'nl' ? 'Afmelden kan altijd' : 'Leave any time'),
  }),
)

test.each([
  ['nl', 'nl'],
  ['', 'en'],
  [undefined, 'en'],
  ['fi', 'en'],
])('[LANG-2] a form that names the language %j is in %s', (named, language) =>
  expect(knownLanguage(named)).toBe(language),
)
