import { describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import type { Campaign } from '#contract/campaign/campaign.ts'
import type { QuizCopy } from '#contract/quiz/quiz.ts'
import {
  largestQuiz,
  otherQuiz,
  smallestQuiz,
  withOtherQuiz,
  type QuizSize,
} from '#test/other-quiz.ts'
import { wrongCampaign } from './check.ts'

const faultsOf = (changed: Campaign) =>
  wrongCampaign(changed).map(({ key, reason }) => `${key}: ${reason}`)
const quizFaults = (quiz: Campaign['quiz']) =>
  faultsOf({ ...campaign, sections: { ...campaign.sections, quiz: null }, quiz }).filter(
    (fault) => !fault.startsWith('sequence.'),
  )
/** `spoil` gets data that it may change. */
const spoilt = (size: QuizSize, spoil: (quiz: QuizCopy) => void) => {
  const quiz = otherQuiz(size)
  spoil(quiz)
  return quizFaults(quiz)
}

test.each([
  smallestQuiz,
  { types: 3, questions: 5, options: 3 },
  { types: 5, questions: 7, options: 4 },
  largestQuiz,
])('[BRAND-6] a quiz of %j is right, with the section and the mails for its types', (size) =>
  expect(faultsOf(withOtherQuiz(campaign, size))).toEqual([]),
)

describe('[BRAND-6] a quiz is refused', () => {
  test.each<[string, QuizSize, string]>([
    ['one type', { ...smallestQuiz, types: 1 }, 'quiz.types: a quiz has two to eight types'],
    [
      'one question',
      { ...smallestQuiz, questions: 1 },
      'quiz.questions: a quiz has two to eight questions',
    ],
    [
      'one option',
      { ...smallestQuiz, options: 1 },
      'quiz.questions.0.options: a question has two to six options',
    ],
  ])('with %s', (_, size, fault) => expect(quizFaults(otherQuiz(size))).toContain(fault))

  test('with nine types, nine questions and seven options', () => {
    const faults = spoilt(largestQuiz, (quiz) => {
      quiz.types['ninth'] = { ...quiz.types['owl']! }
      quiz.dialog.axes['ninth'] = 'Ninth'
      const [first] = quiz.questions
      first!.options = [...first!.options, { ...first!.options[0]!, id: 'o7' }]
      quiz.questions = [...quiz.questions, { ...structuredClone(first!), id: 'ninth' }]
      for (const { options } of quiz.questions)
        for (const { scores } of options) scores['ninth'] = 1
    })
    expect(faults).toEqual([
      'quiz.types: a quiz has two to eight types',
      'quiz.questions: a quiz has two to eight questions',
      'quiz.questions.0.options: a question has two to six options',
      'quiz.questions.8.options: a question has two to six options',
    ])
  })

  test.each([
    ['Owl', "'Owl' is no key: it begins with"],
    ['7', "'7' is no key: it begins with"],
    ['an owl', "'an owl' is no key: it begins with"],
    ['a'.repeat(41), `'${'a'.repeat(41)}' is no key: it begins with`],
    ['none', "'none' has another meaning already: choose another key"],
    ['constructor', "'constructor' has another meaning already: choose another key"],
  ])('with the key %s for a type', (key, reason) => {
    const faults = spoilt(smallestQuiz, (quiz) => {
      const renamed = <Value>(of: Record<string, Value>) =>
        Object.fromEntries(
          Object.entries(of).map(([one, value]) => [one === 'owl' ? key : one, value]),
        )
      quiz.types = renamed(quiz.types)
      quiz.dialog.axes = renamed(quiz.dialog.axes)
      for (const { options } of quiz.questions)
        for (const option of options) option.scores = renamed(option.scores)
    })
    expect(faults).toEqual([expect.stringContaining(`quiz.types.${key}: ${reason}`)])
  })

  test.each([
    ['Q1', "'Q1' is no key: it begins with"],
    ['', "'' is no key: it begins with"],
    ['email', "'email' has another meaning already: choose another key"],
    ['source', "'source' has another meaning already: choose another key"],
    ['key', "'key' has another meaning already: choose another key"],
    ['result', "'result' has another meaning already: choose another key"],
    ['constructor', "'constructor' has another meaning already: choose another key"],
  ])('with the id "%s" for a question', (id, reason) => {
    const faults = spoilt(smallestQuiz, (quiz) => {
      quiz.questions[1]!.id = id
    })
    expect(faults).toEqual([expect.stringContaining(`quiz.questions.1.id: ${reason}`)])
  })

  test('with scores for other types than its own', () => {
    const faults = spoilt(smallestQuiz, (quiz) => {
      const [option] = quiz.questions[0]!.options
      option!.scores = { owl: 3, focus: 1 }
    })
    expect(faults).toEqual([
      "quiz.questions.0.options.0.scores.early_bird: the type 'early_bird' has no score",
      "quiz.questions.0.options.0.scores.focus: the quiz has no type 'focus': its types are owl and early_bird",
    ])
  })

  test('with a label of the dial for a type that it does not have, and none for its own', () => {
    const faults = spoilt(smallestQuiz, (quiz) => {
      quiz.dialog.axes = { owl: 'Owl', lark: 'Lark' }
    })
    expect(faults).toEqual([
      "quiz.dialog.axes.early_bird: the type 'early_bird' has no axis",
      "quiz.dialog.axes.lark: the quiz has no type 'lark': its types are owl and early_bird",
    ])
  })

  test('with a type that no way to answer leads to, in the largest quiz too', () => {
    const faults = spoilt(largestQuiz, (quiz) => {
      for (const { options } of quiz.questions)
        for (const { scores } of options) {
          scores['frost'] = 2
          scores['owl'] = 2
        }
    })
    expect(faults).toEqual(['quiz.types.frost: no way to answer leads to it'])
  })
})

test('[BRAND-6] each mail of the sequence has a text for exactly the types of the quiz', () => {
  const { quiz, sections } = withOtherQuiz(campaign, smallestQuiz)
  const faults = faultsOf({ ...campaign, quiz, sections })
  expect(faults).toContain("sequence.steps.0.texts.owl: the type 'owl' has no text")
  expect(faults).toContain(
    "sequence.steps.0.texts.focus: the quiz has no type 'focus': its types are owl and early_bird",
  )
})

test('[BRAND-6] the section names each type of the quiz', () => {
  const { quiz, sequence } = withOtherQuiz(campaign, smallestQuiz)
  expect(faultsOf({ ...campaign, quiz, sequence })).toEqual([
    'sections.quiz.types: the quiz calls them The owl kind, The early_bird kind',
    'sections.quiz.axes: it has 4 entries, and needs 2',
  ])
})
