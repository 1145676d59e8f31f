import { describe, expect, test } from 'vitest'
import { readAddress } from './cell.ts'

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
