import { expect, test } from 'vitest'
import { questionKeys } from './quiz.ts'
import {
  queryOf,
  firstUnanswered,
  knownAnswers,
  pathAfter,
  pathWith,
  questionBefore,
  questionPath,
} from './pages.ts'
import { noOrigin } from '#contract/people/waitlist.ts'

const scores = { focus: 1, energy: 1, stress: 1, motivation: 1 }
const questions = questionKeys.map((id) => ({
  id,
  question: 'A question',
  subtitle: 'Under it',
  options: [{ id: 'yes', text: 'Yes', icon: 'dot', scores }],
}))

test('the four questions and the result follow each other', () => {
  expect(questionKeys.map(questionPath)).toEqual(['/quiz/1', '/quiz/2', '/quiz/3', '/quiz/4'])
  expect(questionKeys.map(pathAfter)).toEqual(['/quiz/2', '/quiz/3', '/quiz/4', '/quiz/result'])
  expect(questionKeys.map(questionBefore)).toEqual([null, ...questionKeys.slice(0, 3)])
})

test('only options of the questions are kept of the sent values', () => {
  expect(
    knownAnswers(
      { questions },
      {
        energy_pattern: 'yes',
        focus_challenge: 'no',
        stress_response: ['yes'],
        goal_pursuit: 'yes',
        note: 'yes',
      },
    ),
  ).toEqual({ energy_pattern: 'yes', goal_pursuit: 'yes' })
  expect(knownAnswers({ questions }, {})).toEqual({})
})

test('the first question without an answer is the next to be asked', () => {
  expect(firstUnanswered({})).toBe('energy_pattern')
  expect(firstUnanswered({ energy_pattern: 'yes', stress_response: 'yes' })).toBe('focus_challenge')
  expect(
    firstUnanswered({
      energy_pattern: 'yes',
      focus_challenge: 'yes',
      stress_response: 'yes',
      goal_pursuit: 'yes',
    }),
  ).toBeNull()
})

test('answers stand in a path as a query, encoded', () => {
  expect(pathWith('/quiz/1', {})).toBe('/quiz/1')
  expect(pathWith('/quiz/2', { energy_pattern: 'a&b' })).toBe('/quiz/2?energy_pattern=a%26b')
})

test('the answers go along from page to page, and where the visitor came from, if that is known', () => {
  expect(queryOf({ energy_pattern: 'yes' }, noOrigin)).toEqual({ energy_pattern: 'yes' })
  expect(queryOf({ energy_pattern: 'yes' }, { ...noOrigin, source: 'newsletter' })).toEqual({
    energy_pattern: 'yes',
    source: 'newsletter',
  })
})
