import { expect, test } from 'vitest'
import { wrongAddress } from '#campaign'
import { addressFaults, checkAddress, parseAddress } from './address.ts'

test.each([
  ['  Sanne@Example.COM ', 'sanne@example.com'],
  ["o'neil+fuel@mail.example.co", "o'neil+fuel@mail.example.co"],
  [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
  ['anna@bücher.example', 'anna@xn--bcher-kva.example'],
  ['info@MÜLLER.de', 'info@xn--mller-kva.de'],
  ['info@mu\u0308ller.de', 'info@xn--mller-kva.de'],
  ['x@straße.example', 'x@xn--strae-oqa.example'],
  ['anna@xn--bcher-kva.example', 'anna@xn--bcher-kva.example'],
  ['\u200bsanne@example.com', 'sanne@example.com'],
  ['\u202asanne@example.com\u202c', 'sanne@example.com'],
  ['\ufeff\u00a0Sanne@Example.com\u2060\n', 'sanne@example.com'],
  ['mailto:sanne@example.com', 'sanne@example.com'],
  ['MailTo:<sanne@example.com>,', 'sanne@example.com'],
  ['("sanne@example.com");', 'sanne@example.com'],
  ["'sanne@example.com'.", 'sanne@example.com'],
])('[FORM-2] %j is stored as %j', (typed, stored) => expect(parseAddress(typed)).toBe(stored))

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
  'a@ti\u212a.test',
  `${'a'.repeat(65)}@example.com`,
  `a@${'b'.repeat(64)}.com`,
  `a@${'b.'.repeat(130)}com`,
  '',
])('%j is refused', (typed) => expect(parseAddress(typed)).toBeNull())

test.each([
  ['o\u2019neil@example.com', { fault: 'localCharacter', character: '\u2019' }],
  ['sännë@example.com', { fault: 'localCharacter', character: 'ä' }],
  ['Sanne<sanne@example.com', { fault: 'localCharacter', character: '<' }],
  ['san\u200bne@example.com', { fault: 'invisible', character: '' }],
  ['a\0@example.com', { fault: 'invisible', character: '' }],
  ['exam@ex\u00adample.com', { fault: 'invisible', character: '' }],
  ['.a@example.com', { fault: 'localEdge', character: '' }],
  ['a.@example.com', { fault: 'localEdge', character: '' }],
  ['a..b@example.com', { fault: 'twoDots', character: '' }],
  ['a@example..com', { fault: 'twoDots', character: '' }],
  ['a@bücher..example', { fault: 'twoDots', character: '' }],
  [`${'a'.repeat(65)}@example.com`, { fault: 'localTooLong', character: '' }],
  [`a@${'b'.repeat(64)}.com`, { fault: 'hostTooLong', character: '' }],
  [`a@${'b.'.repeat(130)}com`, { fault: 'tooLong', character: '' }],
  ['a@127.0.0.1', { fault: 'ipAddress', character: '' }],
  ['a@[127.0.0.1]', { fault: 'ipAddress', character: '' }],
  ['a@exam_ple.com', { fault: 'hostCharacter', character: '_' }],
  ['a@ti\u212a.test', { fault: 'hostCharacter', character: '\u212a' }],
  ['a@ｅxample.com', { fault: 'hostCharacter', character: 'ｅ' }],
  ['a@bücher.example:25', { fault: 'hostCharacter', character: ':' }],
  ['a@example-.com', { fault: 'hostHyphen', character: '' }],
  ['a@.example.com', { fault: 'hostDot', character: '' }],
  ['a@example.123', { fault: 'hostNumber', character: '' }],
])('[FORM-2] %j is refused with a reason', (typed, wrong) =>
  expect(checkAddress(typed)).toEqual({ address: null, wrong }),
)

test.each(['', 'sanne', 'sanne@example', 'a@b@example.com', 'a b@example.com'])(
  '%j has no further reason: the page refuses it too',
  (typed) => expect(checkAddress(typed)).toEqual({ address: null, wrong: null }),
)

test('each reason has a sentence', () =>
  expect(Object.keys(wrongAddress).toSorted()).toEqual([...addressFaults].toSorted()))
