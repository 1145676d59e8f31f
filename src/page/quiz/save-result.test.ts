import { describe, expect, test } from 'vitest'
import { resultFor } from '#test/quiz-taker.ts'
import { isWhole, outcomeOf } from './save-result.ts'

const refusal = (column: string, details: string | null = null) => ({
  status: 400,
  body: {
    code: '23514',
    message: `new row for relation "quiz_results" violates check constraint "quiz_results_${column}_check"`,
    details,
    hint: null,
  },
})

describe('the outcome of a save', () => {
  test("[QUIZ-6] saved is the row's id, read back", () =>
    expect(outcomeOf({ status: 201, body: { id: 'an-id', email: 'sanne@fuel.example' } })).toEqual({
      is: 'saved',
      id: 'an-id',
    }))
  test.each([
    ['There are two dots in a row.', 'There are two dots in a row.'],
    [null, ''],
  ])("[QUIZ-10] an address that the table refuses, for %j, is FORM-2's", (details, reason) =>
    expect(outcomeOf(refusal('email', details))).toEqual({ is: 'refused', reason }),
  )
  test.each([
    refusal('scores'),
    { status: 0, body: null },
    { status: 201, body: null },
    { status: 201, body: {} },
    { status: 200, body: '<html>' },
    { status: 409, body: { code: '23505', message: 'duplicate key' } },
    { status: 429, body: { code: 'PT429' } },
    { status: 503, body: { code: 'PGRST001' } },
  ])('[QUIZ-8] %j is a failure', (answer) => expect(outcomeOf(answer)).toEqual({ is: 'failed' }))
})

describe('[QUIZ-5] a save is sent', () => {
  const result = resultFor('focus')
  test('with an e-mail, a result and its scores', () =>
    expect(isWhole('sanne@fuel.example', result)).toBe(true))
  test('not without an e-mail', () => expect(isWhole('', result)).toBe(false))
  test('not without a result', () => expect(isWhole('sanne@fuel.example', null)).toBe(false))
  test('not without the scores', () =>
    expect(isWhole('sanne@fuel.example', { ...result, scores: {} as never })).toBe(false))
})
