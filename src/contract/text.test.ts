import { expect, test } from 'vitest'
import { counted, listed, percentText, upTo } from './english.ts'
import { capitalized, fill, filledOrNull, type Text } from './text.ts'

test('a value stands as it is, also one that looks like a blank or like a replacement pattern', () => {
  expect(fill('{a}, {b}, {a}', { a: '$&', b: '{a}' })).toBe('$&, {a}, $&')
  expect(fill('{known} {unknown}', { known: 0 })).toBe('0 {unknown}')
})

test('[BRAND-8] the compiler compares the blanks that a text declares with the values that fill it in', () => {
  const text: Text<'n' | 'of'> = '{n} of {of}'
  expect(fill(text, { n: 1, of: 2 })).toBe('1 of 2')
  // @ts-expect-error no code fills in {of}
  expect(fill(text, { n: 1 })).toBe('1 of {of}')
  // @ts-expect-error the text has no {most}
  expect(fill(text, { n: 1, of: 2, most: 3 })).toBe('1 of 2')
  const few: Text<'n'> = '{n}'
  expect(fill<'n' | 'of'>(few, { n: 1, of: 2 })).toBe('1')
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
