import { describe, expect, test } from 'vitest'
import { quiz } from '#campaign'
import { resultOf } from '#contract/quiz/quiz.ts'
import {
  withAnswer,
  withKey,
  saveKeyFor,
  hexKey,
  parseProgress,
  initialProgress,
  stepAfter,
  stepOf,
  type QuizProgress,
} from './quiz-progress.ts'

const { questions } = quiz
const key = '0'.repeat(31) + '1'
const all = Object.fromEntries(quiz.questions.map(({ id, options }) => [id, options[0]!.id]))
const whole: QuizProgress = { answers: all, key }

describe('a run', () => {
  test('[QUIZ-2] an answer is recorded and leads on, and the last to the result', () => {
    const steps = questions.reduce<{ run: QuizProgress; steps: string[] }>(
      ({ run, steps }, { id: question }) => {
        const next = withAnswer(run, question, all[question]!)
        return { run: next, steps: [...steps, stepAfter(questions, question, next)] }
      },
      { run: initialProgress, steps: [] },
    )
    expect(steps).toEqual({
      run: { answers: all, key: null },
      steps: ['focus_challenge', 'stress_response', 'goal_pursuit', 'result'],
    })
  })

  test('[QUIZ-10] a key is drawn with the result, once: the same answer again keeps it, another gives it up', () => {
    const drawn = withKey(questions, { answers: all, key: null }, () => key)
    expect(drawn).toEqual(whole)
    expect(withKey(questions, drawn, () => 'another')).toBe(drawn)
    expect(withAnswer(drawn, 'goal_pursuit', all.goal_pursuit!)).toBe(drawn)
    expect(withAnswer(drawn, 'goal_pursuit', 'body-first').key).toBeNull()
  })

  test('before the last answer there is none to draw', () => {
    const { goal_pursuit: _, ...three } = all
    const run = { answers: three, key: null }
    expect([withKey(questions, run, () => key), stepOf(questions, run)]).toEqual([
      run,
      'goal_pursuit',
    ])
  })

  test('a changed answer in the middle leads to the next question, which keeps its own', () => {
    const changed = withAnswer(whole, 'energy_pattern', 'moon-light')
    expect([stepAfter(questions, 'energy_pattern', changed), stepOf(questions, changed)]).toEqual([
      'focus_challenge',
      'result',
    ])
  })
})

describe('progress stored for the visit', () => {
  test('is read again', () => expect(parseProgress(quiz, JSON.stringify(whole))).toEqual(whole))
  test('a saved result stays saved until an answer changes', () => {
    const saved: QuizProgress = { ...whole, saved: true }
    const read = parseProgress(quiz, JSON.stringify(saved))
    expect(read).toEqual(saved)
    expect(withKey(questions, read, () => 'another')).toBe(read)
    expect(withAnswer(read, 'goal_pursuit', 'body-first')).not.toHaveProperty('saved')
    expect(parseProgress(quiz, JSON.stringify({ ...saved, key: null }))).not.toHaveProperty('saved')
  })
  test.each([
    null,
    '',
    'null',
    '[]',
    '{"answers":7}',
    '{"answers":{"energy_pattern":"no such option"},"key":"x"}',
  ])('%j is a quiz not begun', (kept) => {
    expect(parseProgress(quiz, kept)).toEqual(initialProgress)
  })
  test('a key that is none of ours is drawn anew', () =>
    expect(parseProgress(quiz, JSON.stringify({ answers: all, key: 'short' }))).toEqual({
      answers: all,
      key: null,
    }))
  test('a key without all answers is none', () =>
    expect(
      parseProgress(quiz, JSON.stringify({ answers: { energy_pattern: all.energy_pattern }, key })),
    ).toEqual({ answers: { energy_pattern: all.energy_pattern }, key: null }))
})

describe('[QUIZ-10] the key that is sent', () => {
  test('is 128 random bits', () =>
    expect(hexKey(Uint8Array.from({ length: 16 }, (_, index) => index * 16))).toBe(
      '00102030405060708090a0b0c0d0e0f0',
    ))
  test('is the same for the same address, however it is written', () =>
    expect(saveKeyFor(key, ' Sanne@Fuel.example ')).toBe(saveKeyFor(key, 'sanne@fuel.example')))
  test.each([
    ['', '811c9dc5'],
    ['a', 'e40c292c'],
    ['foobar', 'bf9cf968'],
  ])('ends for %j in its FNV-1a sum, %s', (email, sum) =>
    expect(saveKeyFor(key, email)).toBe(`${key}-${sum}`),
  )
  test('is another for another address, and such that the server takes it', () => {
    expect(saveKeyFor(key, 'noor@fuel.example')).not.toBe(saveKeyFor(key, 'sanne@fuel.example'))
    expect(saveKeyFor(key, 'noor@fuel.example')).toMatch(/^[\w-]{22,64}$/)
  })
})

test('[HERO-7] the result has type, score, scores, answers and texts', () => {
  expect(Object.keys(resultOf(quiz, all)!)).toEqual([
    'performance_type',
    'primary_score',
    'scores',
    'answers',
    'result_data',
  ])
})
