import { describe, expect, test } from 'vitest'
import { parseAddress, readAddress } from './address.ts'

test.each([
  ['  Sanne@Example.COM ', 'sanne@example.com'],
  ["o'neil+fuel@mail.example.co", "o'neil+fuel@mail.example.co"],
  [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
])('%j is stored as %j', (typed, stored) => expect(parseAddress(typed)).toBe(stored))

test.each([
  'sanne',
  'sanne@example',
  '@example.com',
  'sanne@',
  'a@b@example.com',
  '1,victim@x.test',
  'a<b@example.com',
  'a>b@example.com',
  'a;b@example.com',
  'a:b@example.com',
  '"a b"@example.com',
  'a\r\nBcc: b@example.com',
  'a\0@example.com',
  '.a@example.com',
  'a.@example.com',
  'a..b@example.com',
  'a@-example.com',
  'a@example-.com',
  'a@exam_ple.com',
  'a@[127.0.0.1]',
  'a@127.0.0.1',
  'sännë@example.com',
  'a@exämple.com',
  'a@ti\u212a.test',
  `${'a'.repeat(65)}@example.com`,
  `a@${'b'.repeat(64)}.com`,
  `a@${'b.'.repeat(130)}com`,
  '',
])('%j is refused', (typed) => expect(parseAddress(typed)).toBeNull())

describe('an address as people and programs write it down', () => {
  test.each([
    ' sanne@example.com ',
    '\u200bsanne@example.com',
    '\u202asanne@example.com\u202c',
    'sanne@example.com\u2060',
    'sanne\u00ad@example.com',
    '\ufeff\u00a0Sanne@Example.com\u00a0',
    'mailto:sanne@example.com',
    'MAILTO:sanne@example.com?subject=hello',
    '<sanne@example.com>',
    '(sanne@example.com)',
    '"sanne@example.com"',
    "'sanne@example.com'",
    'sanne@example.com.',
    'sanne@example.com,',
    'sanne@example.com;',
    'Sanne Jansen <sanne@example.com>',
    '"Jansen, Sanne" <sanne@example.com>;',
    '<mailto:sanne@example.com>',
  ])('%j is read', (written) => expect(readAddress(written)).toBe('sanne@example.com'))

  test.each([
    ['anna@bücher.example', 'anna@xn--bcher-kva.example'],
    ['anna@xn--bcher-kva.example', 'anna@xn--bcher-kva.example'],
    ['Anna <anna@BÜCHER.example>', 'anna@xn--bcher-kva.example'],
  ])('%s is %s', (written, address) => expect(readAddress(written)).toBe(address))

  test.each([
    '',
    'nobody',
    'sanne@example.com, tom@example.com',
    'Sanne <sanne@example.com>, Tom <tom@example.com>',
    'sanne @example.com',
    'sännë@example.com',
    'a\r\nBcc: b@example.com',
    'anna@bü cher.example',
    'mailto:',
  ])('%j is refused', (written) => expect(readAddress(written)).toBeNull())
})
