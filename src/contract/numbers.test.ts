import { expect, test } from 'vitest'
import { bases } from '#campaigns/base/languages.ts'
import {
  groupSignOf,
  moneyText,
  numberText,
  pluralOf,
  shortNumberText,
  unitText,
} from './numbers.ts'
import { groupedBy } from './text.ts'
import { exactTime, inZone, shortDay } from './time.ts'

const zone = 'Europe/Amsterdam'
const at = Date.UTC(2026, 10, 26, 8, 30)

test.each([
  ['en', ['0', '999', '1,000', '1,234.5', '12.5', '100.0', '1,234,567']],
  ['nl', ['0', '999', '1.000', '1.234,5', '12,5', '100,0', '1.234.567']],
])('[LANG-7] numbers in %s', (language, texts) =>
  expect([
    ...[0, 999, 1_000, 1_234.5].map((n) => numberText(n, language)),
    ...[12.5, 100].map((n) => numberText(n, language, 1)),
    numberText(1_234_567, language),
  ]).toEqual(texts),
)

test.each([
  ['en', ['€1,234.50', '€25', '$4,000']],
  ['nl', ['€\u00A01.234,50', '€\u00A025', 'US$\u00A04.000']],
])('[LANG-7] money in %s, without cents where there are none', (language, texts) =>
  expect([
    moneyText(1_234.5, 'EUR', language),
    moneyText(25, 'EUR', language),
    moneyText(4_000, 'USD', language),
  ]).toEqual(texts),
)

test.each([
  ['en', '09:30', '26 November 2026', '26 November 2026, 09:30', '26 Nov', '09:30:00 CET'],
  [
    'nl',
    '09:30',
    '26 november 2026',
    'donderdag 26 november 2026 om 09:30',
    '26 nov',
    '09:30:00 CET',
  ],
])('[LANG-7] days and times in %s', (language, time, day, dayAndTime, short, exact) => {
  expect(inZone(at, zone, language)).toEqual({ time, day, dayAndTime })
  expect([shortDay(at, zone, language), exactTime(at, zone, language)]).toEqual([short, exact])
})

test.each([
  ['en', ['1 day', '30 days', '1,000 days'], ['many', 'one', 'many'], ['200K', '12.5M']],
  ['nl', ['1 dag', '30 dagen', '1.000 dagen'], ['many', 'one', 'many'], ['200K', '12,5\u00A0mln.']],
])('[LANG-7] durations, plurals and short numbers in %s', (language, spans, forms, short) => {
  expect([1, 30, 1_000].map((n) => unitText(n, 'day', language))).toEqual(spans)
  expect([0, 1, 2].map((n) => pluralOf(n, language, 'one', 'many'))).toEqual(forms)
  expect([200_000, 12_500_000].map((n) => shortNumberText(n, language))).toEqual(short)
})

test.each(Object.keys(bases))(
  '[LANG-7] a browser that groups by hand writes what Intl writes in %s',
  (language) => {
    const sign = groupSignOf(language)
    for (const n of [0, 7, 999, 1_000, 8_932, 10_000, 999_999, 1_234_567, 40_000_000])
      expect(groupedBy(n, sign)).toBe(numberText(n, language))
  },
)
