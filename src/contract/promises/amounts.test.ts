import { expect, test } from 'vitest'
import { amountEach, amountInWords, amountText, spanMs, type Amount } from './amounts.ts'

const day = (n: number): Amount => ({ n, unit: 'day' })

test.each<[string, Amount, string, string]>([
  ['en', day(30), '30 days', 'thirty days'],
  ['en', day(1), '1 day', 'a day'],
  ['en', day(7), '7 days', 'a week'],
  ['en', day(9), '9 days', 'nine days'],
  ['en', day(400), '400 days', '400 days'],
  ['en', { n: 1, unit: 'hour' }, '1 hour', 'an hour'],
  ['en', { n: 24, unit: 'hour' }, '24 hours', 'a day'],
  ['en', { n: 12, unit: 'month' }, '12 months', 'a year'],
  ['en', { n: 1, unit: 'mail' }, '1 email', 'one email'],
  ['en', { n: 4, unit: 'mail' }, '4 emails', 'four emails'],
  ['en', { n: 20 }, '20', 'twenty'],
  ['en', { n: 1_000 }, '1,000', '1,000'],
  ['nl', day(1), '1 dag', 'een dag'],
  ['nl', day(2), '2 dagen', 'twee dagen'],
  ['nl', { n: 48, unit: 'hour' }, '48 uur', '48 uur'],
  ['nl', { n: 1, unit: 'mail' }, '1 mail', 'één mail'],
  ['nl', { n: 4, unit: 'mail' }, '4 mails', 'vier mails'],
  ['de', day(1), '1 Tag', '1 Tag'],
  ['de', day(3), '3 Tage', '3 Tage'],
])('in %s %o reads %s, and %s in words', (lang, amount, text, words) =>
  expect([amountText(amount, lang), amountInWords(amount, lang)]).toEqual([text, words]),
)

test.each<[string, Amount, string]>([
  ['en', { n: 24, unit: 'hour' }, 'a day'],
  ['en', day(2), 'every 2 days'],
  ['en', { n: 1, unit: 'hour' }, 'an hour'],
  ['nl', { n: 24, unit: 'hour' }, 'per dag'],
  ['nl', day(2), 'per 2 dagen'],
])('in %s %o is said as often as: %s', (lang, amount, text) =>
  expect(amountEach(amount, lang)).toBe(text),
)

test.each<[Amount, number]>([
  [day(30), 2_592_000_000],
  [{ n: 15, unit: 'minute' }, 900_000],
  [{ n: 2, unit: 'week' }, 1_209_600_000],
  [{ n: 12, unit: 'month' }, 31_536_000_000],
  [{ n: 1, unit: 'year' }, 31_536_000_000],
])('%o is %i ms', (amount, ms) => expect(spanMs(amount)).toBe(ms))

test('a number of things is no duration', () =>
  expect(() => spanMs({ n: 20 })).toThrow('The amount is no duration.'))
