import { describe, expect, test } from 'vitest'
import { answersFor, largestQuiz, otherQuiz, smallestQuiz } from '#test/other-quiz.ts'
import { firstUnanswered, pathAfter, questionPaths } from './pages.ts'
import {
  bottleneckOf,
  leadingType,
  percentAnswered,
  resultOf,
  scoreRange,
  titleOf,
  typesOf,
  wrongResult,
} from './quiz.ts'

describe.each([
  [smallestQuiz, { least: 2, most: 6 }],
  [largestQuiz, { least: 8, most: 24 }],
])('[BRAND-6] a quiz of %j', (size, range) => {
  const quiz = otherQuiz(size)
  const types = typesOf(quiz)
  const { questions } = quiz

  test('scores each type by its own key, within the range of its questions', () => {
    expect(scoreRange(quiz)).toEqual(range)
    for (const type of types) {
      const result = resultOf(quiz, answersFor(quiz, type))!
      expect(result.performance_type).toBe(type)
      expect(Object.keys(result.scores)).toEqual(types)
      expect(Object.keys(result.answers)).toEqual(questions.map(({ id }) => id))
      for (const score of Object.values(result.scores)) {
        expect(score).toBeGreaterThanOrEqual(range.least)
        expect(score).toBeLessThanOrEqual(range.most)
      }
      expect(result.primary_score).toBe(Math.max(...Object.values(result.scores)))
      expect(bottleneckOf(quiz, result.answers)).not.toBe(type)
      expect(wrongResult(quiz, result)).toBeNull()
    }
  })

  test('is answered in equal steps from 0 to 100 percent, question by question', () => {
    const whole = answersFor(quiz, types[0]!)
    const paths = questionPaths(questions)
    for (const [at, { id }] of questions.entries()) {
      const before = Object.fromEntries(Object.entries(whole).slice(0, at))
      expect(firstUnanswered(questions, before)).toBe(id)
      expect(percentAnswered(questions, before)).toBe(Math.round((at / questions.length) * 100))
      expect(pathAfter(questions, id)).toBe(paths[at + 1] ?? '/quiz/result')
      expect(leadingType(quiz, before) === null).toBe(at === 0)
      expect(resultOf(quiz, before)).toBeNull()
    }
    expect(percentAnswered(questions, whole)).toBe(100)
  })

  test('[CALL-4] refuses a result whose parts do not follow from its answers', () => {
    const right = resultOf(quiz, answersFor(quiz, types.at(-1)!))!
    const { [questions[0]!.id]: _, ...fewer } = right.answers
    const refusedBy = (change: object) => wrongResult(quiz, { ...right, ...change })?.key
    expect(refusedBy({ answers: fewer })).toBe('answers')
    expect(refusedBy({ answers: { ...right.answers, [questions[0]!.id]: 'o9' } })).toBe('answers')
    expect(refusedBy({ scores: { ...right.scores, [types[0]!]: range.most + 1 } })).toBe('scores')
    expect(refusedBy({ primary_score: right.primary_score - 1 })).toBe('primary_score')
    expect(refusedBy({ performance_type: types[0] })).toBe('performance_type')
    expect(refusedBy({ performance_type: 'focus' })).toBe('performance_type')
  })
})

test('the order of the types in the quiz, not in its options, decides between equal scores', () => {
  const quiz = otherQuiz(smallestQuiz)
  const equal = { early_bird: 2, owl: 2 }
  const questions = quiz.questions.map((question) => ({
    ...question,
    options: question.options.map((option) => ({ ...option, scores: equal })),
  }))
  expect(resultOf({ ...quiz, questions }, answersFor(quiz, 'owl'))!.performance_type).toBe('owl')
})

test('a type that the campaign does not have has no title', () => {
  const quiz = otherQuiz(smallestQuiz)
  expect([titleOf(quiz, 'owl'), titleOf(quiz, 'focus'), titleOf(quiz, 'constructor')]).toEqual([
    'The owl kind',
    null,
    null,
  ])
  expect([titleOf(null, 'owl'), typesOf(null)]).toEqual([null, []])
})
