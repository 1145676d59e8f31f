import { expect, test } from 'vitest'
import { foldAddress, parseAddress, spellingOf } from './address.ts'

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

test.each([
  ['sannedewit@example.com', 'sanne.de.wit+fuel@example.com', 'sannedewit+a+b@example.com'],
  ['sannedewit@gmail.com', 'sanne.de.wit@googlemail.com', 'sannedewit+fuel@googlemail.com'],
  ['sanne@icloud.com', 'sanne@me.com', 's.anne+fuel@mac.com'],
  [
    'sannedewit@proton.me',
    'sanne-de_wit@proton.me',
    'sanne.de-wit@protonmail.com',
    'sannedewit@protonmail.ch',
    'sannedewit+fuel@pm.me',
  ],
])('for the budgets %s has one mailbox in all its spellings', (plain, ...spellings) =>
  expect([plain, ...spellings].map(foldAddress)).toEqual([plain, ...spellings].map(() => plain)),
)

test.each(['sanne-de_wit@gmail.com', 'sanne-de_wit@example.com'])(
  'where a provider tells them apart, %s keeps its other characters',
  (email) => expect(foldAddress(email)).toBe(email),
)

test.each([
  ['sanne-de_wit@example.com', 'plain'],
  ['sanne@proton.me', 'plain'],
  ['sanne.dewit@example.com', 'untagged'],
  ['sanne_dewit@pm.me', 'untagged'],
  ['sanne@googlemail.com', 'untagged'],
  ['sanne+fuel@gmail.com', 'tagged'],
  ['s.anne+fuel@me.com', 'tagged'],
])('%s is spelled %s', (email, spelling) => expect(spellingOf(email)).toBe(spelling))
