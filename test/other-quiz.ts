import type { Campaign } from '#contract/campaign/campaign.ts'
import type { Answers, PerformanceType, QuizCopy } from '#contract/quiz/quiz.ts'

/** How many of each. Options are those of one question. */
export type QuizSize = { types: number; questions: number; options: number }
export const smallestQuiz: QuizSize = { types: 2, questions: 2, options: 2 }
export const largestQuiz: QuizSize = { types: 8, questions: 8, options: 6 }

const typeKeys = ['owl', 'early_bird', 'night-train', 'sea2', 'mist', 'ember', 'tide', 'frost']
const questionKeys = ['first_hour', 'q2', 'walk-home', 'rain', 'noise', 'tea', 'letters', 'last']
const icons = ['moon', 'sunrise', 'stride', 'anchor', 'breath', 'flame']
const title = (key: string) => `The ${key} kind`

/**
 * A quiz with keys that no other has. Option `o2` of question 1 is for the type 2, and each question
 * begins with the type after the last one of the question before.
 */
export function otherQuiz({ types, questions, options }: QuizSize): QuizCopy {
  const keys = typeKeys.slice(0, types)
  return {
    questions: questionKeys.slice(0, questions).map((id, at) => ({
      id,
      question: `What of ${id}?`,
      subtitle: `Think of ${id}.`,
      options: icons.slice(0, options).map((icon, index) => ({
        id: `o${index + 1}`,
        text: `Answer ${index + 1} to ${id}`,
        icon,
        scores: Object.fromEntries(
          keys.map((key, type) => [key, type === (at * options + index) % types ? 3 : 1]),
        ),
      })),
    })),
    types: Object.fromEntries(
      keys.map((key) => [
        key,
        {
          title: title(key),
          description: `What ${key} is.`,
          recommendation: `What ${key} does.`,
          bottleneck: `Where ${key} ends.`,
        },
      ]),
    ),
    dialog: {
      title: 'The other quiz',
      step: 'Question {n} of {of}',
      progress: '{n}% answered',
      close: 'Close the quiz',
      next: 'Go on',
      keys: 'Press 1 to {n}',
      leading: 'Ahead: {type}',
      scores: 'The scores, from {least} to {most}',
      axes: Object.fromEntries(keys.map((key) => [key, `Axis ${key}`])),
      saved: { double: 'Confirm {email}.', single: 'On its way to {email}.' },
    },
  }
}

/** The answers that give a type the most, and its rivals the least, as far as the options go. */
export const answersFor = ({ questions }: QuizCopy, type: PerformanceType): Answers =>
  Object.fromEntries(
    questions.map(({ id, options }) => [
      id,
      options.reduce((best, option) => (option.scores[type]! > best.scores[type]! ? option : best))
        .id,
    ]),
  )

/** A campaign with that quiz, in its first language alone. */
export function withOtherQuiz(campaign: Campaign, size: QuizSize): Campaign {
  const quiz = otherQuiz(size)
  const keys = Object.keys(quiz.types)
  const { sections, sequence } = campaign
  return {
    ...campaign,
    languages: [campaign.language],
    quiz,
    sections: {
      ...sections,
      quiz: { ...sections.quiz!, types: keys.map(title), axes: Object.values(quiz.dialog.axes) },
    },
    sequence: {
      ...sequence!,
      steps: sequence!.steps.map((step, at) => ({
        ...step,
        texts: Object.fromEntries(
          keys.map((key) => [
            key,
            {
              subject: `Mail ${at + 1} for ${key}`,
              preview: 'In short.',
              title: `Of ${key}.`,
              paragraphs: [`It is about ${key}.`],
            },
          ]),
        ),
      })),
    },
  }
}
