import { expect, test } from 'vitest'
import { parseAddress } from './address.ts'

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
