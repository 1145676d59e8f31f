import { expect, test } from 'vitest'
import { consentOf, knownLanguage } from './shown-consent.ts'

test.each([
  ['2026-11', 'en', 'en', 'en'],
  ['2026-11-nl', 'nl', 'nl', 'nl'],
  // The result of the quiz may be in another language than its page.
  ['2026-11-nl', 'en', 'en', 'nl'],
  ['2026-11', 'nl', 'nl', 'en'],
  // An unknown version: the newest line in the language of the form's words.
  ['', 'en', 'en', 'en'],
  ['2020', 'nl', 'nl', 'nl'],
  ['2020', 'en', 'nl', 'nl'],
  ['2020', 'de', 'de', 'en'],
])(
  '[LANG-2] version %j of a page in %s, whose form is in %s, is the line in %s',
  (version, language, lang, shown) =>
    expect(consentOf(version, language, lang)).toMatchObject({
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
