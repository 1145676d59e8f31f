import { expect, test } from 'vitest'
import { foldAddress, spellingOf } from './mailbox.ts'

test.each([
  ['sannedewit@example.com', 'sanne.de.wit+fuel@example.com', 'sannedewit+a+b@example.com'],
  ['sannedewit@gmail.com', 'sanne.de.wit@googlemail.com', 'sannedewit+fuel@googlemail.com'],
  ['sannedewit@yandex.ru', 'sanne.de-wit@ya.ru', 'sanne-dewit+fuel@yandex.com'],
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
