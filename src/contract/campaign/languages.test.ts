import { expect, test } from 'vitest'
import { languageName, languageNamed, prefixOf } from './languages.ts'

const languages = ['en', 'nl', 'pt-BR']

test.each([
  ['nl', 'nl'],
  ['NL', 'nl'],
  [' nl ', 'nl'],
  ['nl-NL', 'nl'],
  ['nl_BE', 'nl'],
  ['nl-Latn-NL', 'nl'],
  ['en-GB', 'en'],
  ['pt-br', 'pt-BR'],
  ['pt_BR', 'pt-BR'],
  ['pt', null],
  ['de', null],
  ['nld', null],
  ['Dutch', null],
  ['', null],
  [undefined, null],
])('[LANG-2] %j names the language %s of a campaign in en, nl and pt-BR', (name, language) =>
  expect(languageNamed(name, { languages })).toBe(language),
)

test.each([
  ['nl', 'en', 'Dutch'],
  ['nl', 'nl', 'Nederlands'],
  ['fr', 'fr', 'Français'],
  ['en', 'nl', 'Engels'],
  ['pt-BR', 'en', 'Brazilian Portuguese'],
  ['kiosk-31', 'en', 'kiosk-31'],
])('[LANG-7] the language %s is called, in %s, %s', (language, said, name) =>
  expect(languageName(language, said)).toBe(name),
)

test('[LANG-1] the first language has no prefix, another one has its tag', () => {
  expect(prefixOf({ language: 'en', languages })).toBe('')
  expect(prefixOf({ language: 'nl', languages })).toBe('/nl')
})
