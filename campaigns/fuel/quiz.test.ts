import { describe, expect, test } from 'vitest'
import { resultOf, type Answers, type PerformanceType } from '#contract/quiz/quiz.ts'
import { quiz } from './quiz.ts'
import { recordMeasurement } from '#test/measurements.ts'

const { questions, types } = quiz
const questionKeys = ['energy_pattern', 'focus_challenge', 'stress_response', 'goal_pursuit']
const performanceTypes = ['focus', 'energy', 'stress', 'motivation'] as const
const all256 = Array.from(
  { length: 256 },
  (_, n) =>
    Object.fromEntries(
      questions.map(({ id, options }, index) => [id, options[Math.floor(n / 4 ** index) % 4]!.id]),
    ) as Answers,
)
const typeOf = (answers: Answers) => resultOf(quiz, answers)!.performance_type

describe('the shipped campaign', () => {
  test('[QUIZ-1] four questions of four options, each with an icon of its own and scores from 1 to 3', () => {
    expect(questions.map(({ id }) => id)).toEqual(questionKeys)
    expect(Object.keys(types)).toEqual(performanceTypes)
    const options = questions.flatMap((question) => question.options)
    expect(questions.map((question) => question.options.length)).toEqual([4, 4, 4, 4])
    expect(new Set(options.map(({ id }) => id)).size).toBe(16)
    expect(new Set(options.map(({ icon }) => icon)).size).toBe(16)
    for (const { scores } of options)
      for (const type of performanceTypes) expect([1, 2, 3]).toContain(scores[type])
    for (const { question, subtitle } of questions)
      expect([question.length > 0, subtitle.length > 0]).toEqual([true, true])
  })

  test('[QUIZ-3] over all 256 ways to answer each type wins between 20 and 30 percent', () => {
    const won = Object.groupBy(all256, typeOf)
    const shares = performanceTypes.map((type) => (won[type]?.length ?? 0) / 256)
    recordMeasurement(
      performanceTypes
        .map((type, index) => `${type} ${(shares[index]! * 100).toFixed(1)}%`)
        .join(', '),
    )
    for (const share of shares) {
      expect(share).toBeGreaterThanOrEqual(0.2)
      expect(share).toBeLessThanOrEqual(0.3)
    }
  })

  test.each<[PerformanceType, string, string[]]>([
    [
      'focus',
      'who works behind a closed door',
      ['first-hours', 'hardly-anything', 'one-thing', 'blocks-in-the-week'],
    ],
    [
      'focus',
      'the same, but for calm under pressure',
      ['first-hours', 'hardly-anything', 'breathe-and-cut', 'blocks-in-the-week'],
    ],
    [
      'energy',
      'who trains, eats and sleeps',
      ['all-day', 'sitting-still', 'move-first', 'body-first'],
    ],
    [
      'energy',
      'the same, but for a love of big days',
      ['big-days', 'sitting-still', 'move-first', 'body-first'],
    ],
    [
      'stress',
      'who stays calm and goes on',
      ['quiet-evening', 'other-peoples-rush', 'breathe-and-cut', 'every-day-a-little'],
    ],
    [
      'stress',
      'the same, but for early hours',
      ['first-hours', 'other-peoples-rush', 'breathe-and-cut', 'every-day-a-little'],
    ],
    [
      'motivation',
      'who needs something to win',
      ['big-days', 'no-point', 'switch-on', 'eyes-on-the-prize'],
    ],
    [
      'motivation',
      'the same, but for training first',
      ['big-days', 'no-point', 'move-first', 'eyes-on-the-prize'],
    ],
  ])('[QUIZ-3] %s is the type of one %s', (type, _, ids) => {
    expect(typeOf(Object.fromEntries(questionKeys.map((key, index) => [key, ids[index]!])))).toBe(
      type,
    )
  })

  test('[QUIZ-3] the titles of the four types', () => {
    expect(performanceTypes.map((type) => types[type].title)).toEqual([
      'Focus Optimizer',
      'Energy Maximizer',
      'Stress Optimizer',
      'Motivation Catalyst',
    ])
  })

  describe('[QUIZ-3] what is said of a type', () => {
    test.each(performanceTypes)(
      '%s has a description, a recommendation and a bottleneck of its own',
      (type) => {
        const { description, recommendation, bottleneck } = types[type]
        expect([
          description.length > 120,
          recommendation.length > 200,
          bottleneck.length > 60,
        ]).toEqual([true, true, true])
      },
    )

    test('claims no cure, and shouts nowhere', () => {
      const said = JSON.stringify([questions, types])
      expect(said).not.toMatch(
        /!|genees|geneest|diagnose|medicijn|klacht|garandeer|gegarandeerd|\p{Extended_Pictographic}/iu,
      )
    })
  })
})
