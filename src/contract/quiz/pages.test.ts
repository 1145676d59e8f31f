import { expect, test } from 'vitest'
import {
  queryOf,
  firstUnanswered,
  knownAnswers,
  pathAfter,
  pathWith,
  firstQuestionPath,
  questionAfter,
  questionBefore,
  questionPath,
  questionPaths,
} from './pages.ts'
import { noOrigin } from '#contract/people/waitlist.ts'

const scores = { focus: 1, energy: 1, stress: 1, motivation: 1 }
const questionKeys = ['energy_pattern', 'focus_challenge', 'stress_response', 'goal_pursuit']
const questions = questionKeys.map((id) => ({
  id,
  question: 'A question',
  subtitle: 'Under it',
  options: [{ id: 'yes', text: 'Yes', icon: 'dot', scores }],
}))

test('the questions and the result follow each other', () => {
  const each = (of: (all: typeof questions, id: string) => string | null) =>
    questionKeys.map((id) => of(questions, id))
  expect(each(questionPath)).toEqual(['/quiz/1', '/quiz/2', '/quiz/3', '/quiz/4'])
  expect(questionPaths(questions)).toEqual(each(questionPath))
  expect(questionPaths(questions)[0]).toBe(firstQuestionPath)
  expect(each(pathAfter)).toEqual(['/quiz/2', '/quiz/3', '/quiz/4', '/quiz/result'])
  expect(each(questionBefore)).toEqual([null, ...questionKeys.slice(0, 3)])
  expect(each(questionAfter)).toEqual([...questionKeys.slice(1), null])
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
  expect(firstUnanswered(questions, {})).toBe('energy_pattern')
  expect(firstUnanswered(questions, { energy_pattern: 'yes', stress_response: 'yes' })).toBe(
    'focus_challenge',
  )
  expect(
    firstUnanswered(questions, {
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

test('the answers go along from page to page, where the visitor came from, if that is known, and the language that was chosen for the result', () => {
  const answers = { energy_pattern: 'yes' }
  const origin = { ...noOrigin, source: 'newsletter' }
  expect(queryOf({ answers, origin: noOrigin })).toEqual(answers)
  expect(queryOf({ answers, origin, resultIn: 'en' })).toEqual({
    ...answers,
    source: 'newsletter',
    in: 'en',
  })
})
