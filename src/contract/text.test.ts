import { expect, test } from 'vitest'
import { capitalized, counted, fill, filledOrNull, listed, percentText, upTo } from './text.ts'

test('a value stands as it is, also one that looks like a blank or like a replacement pattern', () => {
  expect(fill('{a}, {b}, {a}', { a: '$&', b: '{a}' })).toBe('$&, {a}, $&')
  expect(fill('{known} {unknown}', { known: 0 })).toBe('0 {unknown}')
})

test('a text with a blank that has no value is not shown', () => {
  expect(filledOrNull('{a} of {b}', { a: 1, b: undefined })).toBeNull()
  expect(filledOrNull('{a} of {b}', { a: 1, b: '' })).toBe('1 of ')
})

test.each([
  [0, '0 mails', '0 people'],
  [1, '1 mail', '1 person'],
  [1_247, '1,247 mails', '1,247 people'],
])('%i is counted as %s and %s', (n, mails, people) => {
  expect([counted(n, 'mail'), counted(n, 'person', 'people')]).toEqual([mails, people])
})

test('a count that stopped, a share, a list and a beginning', () => {
  expect([upTo(9_999, 10_001), upTo(10_001, 10_001)]).toEqual(['9,999', '10,000+'])
  expect([percentText(1, 12), percentText(1, 3, 0)]).toEqual(['8.3%', '33%'])
  expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map((words) => listed(words, 'or'))).toEqual([
    '',
    'a',
    'a or b',
    'a, b or c',
  ])
  expect([capitalized('mail waits'), capitalized('')]).toEqual(['Mail waits', ''])
})
