import { expect, test } from 'vitest'
import { foldAddress, spellingOf } from './mailbox.ts'

test.each([
  ['sannedewit@example.com', 'sanne.de.wit+fuel@example.com', 'sannedewit+a+b@example.com'],
  ['sannedewit@gmail.com', 'sanne.de.wit@googlemail.com', 'sannedewit+fuel@googlemail.com'],
  [
    'sannedewit@yandex.ru',
    'sanne.de-wit@ya.ru',
    'sanne-dewit+fuel@yandex.com',
    ...['narod.ru', 'yandex.by', 'yandex.kz', 'yandex.ua', 'yandex.com.tr', 'yandex.uz'].map(
      (host) => `sanne-de.wit@${host}`,
    ),
  ],
  ['sannedewit@fastmail.com', 'fuel@sannedewit.fastmail.com', 'any+thing@sannedewit.fastmail.com'],
  ['sanne_dewit@fastmail.fm', 'fuel@sanne-dewit.fastmail.fm'],
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

test.each([
  'sanne-de_wit@gmail.com',
  'sanne-de_wit@example.com',
  'fuel@sanne.example.com',
  'sanne@hotmail.com',
  'sanne@gmx.net',
  'sanne@bk.ru',
  'sanne@tuta.com',
])('where a provider tells them apart, %s keeps its host and its other characters', (email) =>
  expect(foldAddress(email)).toBe(email),
)

test.each([
  ['sanne-de_wit@example.com', 'plain'],
  ['sanne@proton.me', 'plain'],
  ['sanne.dewit@example.com', 'untagged'],
  ['sanne_dewit@pm.me', 'untagged'],
  ['sanne@googlemail.com', 'untagged'],
  ['sanne+fuel@gmail.com', 'tagged'],
  ['s.anne+fuel@me.com', 'tagged'],
  ['fuel@sanne.fastmail.com', 'tagged'],
])('%s is spelled %s', (email, spelling) => expect(spellingOf(email)).toBe(spelling))
