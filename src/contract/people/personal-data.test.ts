import { expect, test } from 'vitest'
import { personalDataWith } from '#test/personal-data.ts'
import type { SavedQuizResult, UnconfirmedQuizResult } from './personal-records.ts'
import { jsonWithTimes } from '#contract/time.ts'
import { personalColumns, storedInWords } from './personal-data.ts'

test('JSON has every time as ISO 8601', () => {
  const person = personalDataWith({
    sequence: {
      step: 'first-days',
      firstAt: 1_000,
      lastAt: null,
      dueAt: null,
      firstsAt: [0, 1_000],
    },
  })
  expect(JSON.parse(jsonWithTimes(person))).toMatchObject({
    joinedAt: '1970-01-01T00:00:00.000Z',
    confirmedAt: null,
    sequence: {
      firstAt: '1970-01-01T00:00:01.000Z',
      firstsAt: ['1970-01-01T00:00:00.000Z', '1970-01-01T00:00:01.000Z'],
    },
  })
})

test('what is stored of a person is said in words: each part with rows, quiz results of both kinds in one sum', () => {
  const link = { purpose: 'me', madeAt: 1, endsAt: null }
  const result = { id: 'a' } as SavedQuizResult & UnconfirmedQuizResult
  const person = personalDataWith({
    links: [link, link],
    quizResults: [result],
    unconfirmedQuizResults: [result],
    sequence: { step: null, firstAt: null, lastAt: null, dueAt: null, firstsAt: [] },
  })
  expect(storedInWords(person, () => true)).toEqual([
    '2 quiz results',
    'the progress in the mails on quiz results',
    '2 mailed links',
  ])
})

test('columns of times, and no others, have a field that ends in At', () => {
  const wrong = personalColumns.filter(
    ({ field, holds }) => field.endsWith('At') !== (holds === 'time'),
  )
  expect(wrong).toEqual([])
})
