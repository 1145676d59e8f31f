import type { Wrong } from '#contract/figures/figures.ts'
import {
  performanceTypes,
  questionKeys,
  resultOf,
  type Answers,
  type Option,
  type QuizCopy,
} from '#contract/quiz/quiz.ts'

/** QUIZ-1 and QUIZ-3: what a campaign's quiz cannot be, or could not be saved with. */
export function wrongQuiz(quiz: QuizCopy): Wrong[] {
  const shape =
    quiz.questions.length === questionKeys.length
      ? quiz.questions.flatMap(question)
      : [{ key: 'quiz.questions', reason: 'a quiz has four questions' }]
  return shape.length > 0 ? shape : unreachable(quiz)
}

function question({ id, options }: QuizCopy['questions'][number], at: number): Wrong[] {
  const key = `quiz.questions.${at}`
  return [
    ...(id === questionKeys[at]
      ? []
      : [{ key: `${key}.id`, reason: `question ${at + 1} is ${questionKeys[at]}` }]),
    ...(options.length === 4
      ? []
      : [{ key: `${key}.options`, reason: 'a question has four options' }]),
    ...options.flatMap((option, index) => wrongOption(option, `${key}.options.${index}`, options)),
  ]
}

function wrongOption(
  { id, icon, scores }: Option,
  key: string,
  options: readonly Option[],
): Wrong[] {
  const first = options.find((other) => other.id === id)!
  return [
    ...(/^[a-z0-9-]{1,40}$/.test(id)
      ? []
      : [{ key: `${key}.id`, reason: 'an id is of lower-case letters, digits and hyphens' }]),
    ...(first.scores === scores && options.filter((other) => other.id === id).length > 1
      ? [{ key: `${key}.id`, reason: `the id '${id}' stands twice` }]
      : []),
    ...(/^[a-z-]+$/.test(icon)
      ? []
      : [{ key: `${key}.icon`, reason: 'an icon is named in lower-case letters and hyphens' }]),
    ...performanceTypes
      .filter((type) => ![1, 2, 3].includes(scores[type]))
      .map((type) => ({
        key: `${key}.scores.${type}`,
        reason: `${scores[type]} is no score from 1 to 3`,
      })),
  ]
}

/** Of all ways to answer there must be one for each type. */
function unreachable(quiz: QuizCopy): Wrong[] {
  const ways = quiz.questions.reduce<Partial<Answers>[]>(
    (before, { id, options }) =>
      before.flatMap((answers) => options.map((option) => ({ ...answers, [id]: option.id }))),
    [{}],
  )
  const reached = new Set(ways.map((answers) => resultOf(quiz, answers)?.performance_type))
  return performanceTypes
    .filter((type) => !reached.has(type))
    .map((type) => ({ key: `quiz.types.${type}`, reason: 'no way to answer leads to it' }))
}
