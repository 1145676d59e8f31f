import { describe, expect, test } from 'vitest'
import {
  bottleneckOf,
  leadingType,
  percentAnswered,
  typesOf,
  resultOf,
  wrongResult,
  type Question,
  type QuizCopy,
} from './quiz.ts'

const questionKeys = ['energy_pattern', 'focus_challenge', 'stress_response', 'goal_pursuit']
/** One option for each way to score 1 to 3 four times: its id is its scores, 'fest'. */
const options = Array.from({ length: 81 }, (_, n) =>
  [n, n / 3, n / 9, n / 27].map((m) => (Math.floor(m) % 3) + 1),
).map(([focus, energy, stress, motivation]) => ({
  id: `${focus}${energy}${stress}${motivation}`,
  text: 'An option',
  icon: 'dot',
  scores: { focus: focus!, energy: energy!, stress: stress!, motivation: motivation! },
}))
const questions: Question[] = questionKeys.map((id) => ({
  id,
  question: 'A question',
  subtitle: 'Under it',
  options,
}))
const copy = (title: string) => ({
  title,
  description: `What ${title} is`,
  recommendation: `What ${title} does`,
  bottleneck: `${title} gives way`,
})
const types: QuizCopy['types'] = {
  focus: copy('Focus'),
  energy: copy('Energy'),
  stress: copy('Stress'),
  motivation: copy('Motivation'),
}
const quiz = { questions, types }
const answered = (...ids: string[]) =>
  Object.fromEntries(ids.map((id, index) => [questionKeys[index]!, id]))

test.each([
  [[], 0],
  [['1111'], 25],
  [['1111', '1111'], 50],
  [['1111', '1111', '1111'], 75],
  [['1111', '1111', '1111', '1111'], 100],
])('[QUIZ-1] answers %j are %i percent', (ids, percent) =>
  expect(percentAnswered(questions, answered(...ids))).toBe(percent),
)

describe('[QUIZ-3] four answers', () => {
  test.each([
    ['3111', '3111', '3111', '3111', 'focus', 12],
    ['1311', '1311', '1311', '1311', 'energy', 12],
    ['1131', '1131', '1131', '1131', 'stress', 12],
    ['1113', '1113', '1113', '1113', 'motivation', 12],
    ['1111', '1111', '1111', '1112', 'motivation', 5],
  ])('%s %s %s %s make the type %s by its score, %i', (a, b, c, d, type, score) => {
    expect(resultOf(quiz, answered(a, b, c, d))).toMatchObject({
      performance_type: type,
      primary_score: score,
    })
  })

  test.each([
    ['answer 4', ['3111', '3111', '1311', '1311'], 'energy'],
    ['answer 3, where 4 is the same', ['3111', '2211', '1311', '1111'], 'energy'],
    ['answer 2, where 4 and 3 are the same', ['1311', '3111', '1111', '1111'], 'focus'],
    [
      'the order of the types, where all answers are the same',
      ['2222', '2222', '2222', '2222'],
      'focus',
    ],
    [
      'the order of the types among the three that are left',
      ['1222', '1222', '1222', '1222'],
      'energy',
    ],
    ['the order of the last two', ['1122', '1122', '1122', '1122'], 'stress'],
    [
      'answer 4 before the order of the types',
      ['3112', '1112', '1112', '1112'].toReversed(),
      'motivation',
    ],
  ])('that tie are decided by %s', (_, ids, type) =>
    expect(resultOf(quiz, answered(...ids))!.performance_type).toBe(type),
  )

  test('are summed up to scores of 4 to 12, with the chosen ids and the texts of the type', () => {
    expect(resultOf(quiz, answered('3121', '3112', '3211', '1131'))).toEqual({
      performance_type: 'focus',
      primary_score: 10,
      scores: { focus: 10, energy: 5, stress: 7, motivation: 5 },
      answers: {
        energy_pattern: '3121',
        focus_challenge: '3112',
        stress_response: '3211',
        goal_pursuit: '1131',
      },
      result_data: {
        title: 'Focus',
        description: 'What Focus is',
        recommendation: 'What Focus does',
      },
    })
  })

  test.each([
    [answered('1111', '1111', '1111')],
    [answered('1111', '1111', '1111', 'nowhere')],
    [{}],
  ])('%j make no result', (answers) => expect(resultOf(quiz, answers)).toBeNull())
})

test.each([
  [['3212', '3212', '3212', '3212'], 'stress'],
  [['2111', '2111', '2111', '2111'], 'motivation'],
  [['3311', '3311', '3311', '3312'], 'stress'],
  [['1111', '1111', '1111'], null],
])(
  'the bottleneck of %j is %s: the lowest score, and of tied ones the lowest in answer 4',
  (ids, type) => expect(bottleneckOf(quiz, answered(...ids))).toBe(type),
)

describe('[CALL-4] [QUIZ-6] a result', () => {
  const right = resultOf(quiz, answered('3121', '3112', '3211', '1131'))!
  test('whose parts follow from each other is right, whatever its texts say', () => {
    expect(wrongResult(quiz, right)).toBeNull()
    const forged = { ...right, result_data: { title: '<b>', description: '', recommendation: '' } }
    expect(wrongResult(quiz, forged)).toBeNull()
  })

  test.each([
    ['answers', { answers: { ...right.answers, goal_pursuit: 'nowhere' } }],
    ['answers', { answers: { ...right.answers, energy_pattern: '__proto__' } }],
    ['scores', { answers: { ...right.answers, goal_pursuit: '1113' } }],
    ['scores', { scores: { ...right.scores, stress: 8 } }],
    ['primary_score', { primary_score: 7 }],
    ['primary_score', { primary_score: NaN }],
    ...typesOf(quiz)
      .slice(1)
      .map((type) => ['performance_type', { performance_type: type }] as const),
    ['performance_type', { performance_type: 'Focus Optimizer' }],
  ] as const)('is refused by its %s: %j', (key, change) =>
    expect(wrongResult(quiz, { ...right, ...change })?.key).toBe(key),
  )
})

test.each([
  [[], null],
  [['1111'], 'focus'],
  [['1131'], 'stress'],
  [['1131', '3112'], 'focus'],
  [['1131', '3311'], 'focus'],
  // Equal sums: the later answer decides, then the order of the types.
  [['1131', '1113'], 'motivation'],
  [['1311', '1131', '1311', '1311'], 'energy'],
])('[QUIZ-1] after the answers %j the type that leads is %s', (ids, type) =>
  expect(leadingType(quiz, answered(...ids))).toBe(type),
)

test('[QUIZ-1] an answer that is no option leads to no type', () =>
  expect(leadingType(quiz, answered('no such option'))).toBeNull())
