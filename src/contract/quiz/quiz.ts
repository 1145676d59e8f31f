import type { Campaign } from '#contract/campaign/campaign.ts'

/**
 * QUIZ-3: the key of each performance type and of its score. Their order is the last word on a tie.
 */
export const performanceTypes = ['focus', 'energy', 'stress', 'motivation'] as const
export type PerformanceType = (typeof performanceTypes)[number]
/** An option's, each 1 to 3; a result's, each 4 to 12. */
export type Scores = Record<PerformanceType, number>

/** QUIZ-1: the questions, in the order in which they are asked. */
export const questionKeys = [
  'energy_pattern',
  'focus_challenge',
  'stress_response',
  'goal_pursuit',
] as const
export type QuestionKey = (typeof questionKeys)[number]
/** The chosen option's id for each question. */
export type Answers = Record<QuestionKey, string>

/** `icon` names a drawing of page/quiz/quiz-step.tsx. */
export type Option = { id: string; text: string; icon: string; scores: Scores }
export type Question = {
  id: QuestionKey
  question: string
  subtitle: string
  options: readonly Option[]
}

/** The texts about a type. `bottleneck` is shown where the type's score is the lowest. */
export type TypeCopy = {
  title: string
  description: string
  recommendation: string
  bottleneck: string
}

/** `lang` is the language of all texts here if it is not the page's. */
export type QuizCopy = NonNullable<Campaign['quiz']>

export type ResultData = Pick<TypeCopy, 'title' | 'description' | 'recommendation'>

/**
 * HERO-7: what completing the quiz passes on; with the e-mail it is the record that is saved
 * (QUIZ-6).
 */
export type QuizResult = {
  performance_type: PerformanceType
  primary_score: number
  scores: Scores
  answers: Answers
  result_data: ResultData
}

/** QUIZ-1: 0, 25, 50, 75 or 100. */
export const percentAnswered = (answers: Partial<Answers>): number =>
  (questionKeys.filter((key) => answers[key] !== undefined).length / questionKeys.length) * 100

/** Null until all four are answered with options that there are. */
export function resultOf(
  quiz: Pick<QuizCopy, 'questions' | 'types'>,
  answers: Partial<Answers>,
): QuizResult | null {
  const chosen = chosenBy(quiz.questions, answers)
  if (!chosen) return null
  // Both have a value for each name of their list.
  const scores = Object.fromEntries(
    performanceTypes.map((type) => [type, sum(chosen, type)]),
  ) as Scores
  const answered = Object.fromEntries(chosen.map(({ id }, at) => [questionKeys[at], id])) as Answers
  const performance_type = ranked(chosen)[0]!
  const { title, description, recommendation } = quiz.types[performance_type]
  return {
    performance_type,
    primary_score: scores[performance_type],
    scores,
    answers: answered,
    result_data: { title, description, recommendation },
  }
}

/**
 * The type that leads among the answers so far, ranked as in QUIZ-3; null before the first answer.
 */
export function leadingType(
  questions: readonly Question[],
  answers: Partial<Answers>,
): PerformanceType | null {
  const chosen = chosenSoFar(questions, answers)
  return chosen.length > 0 ? ranked(chosen)[0]! : null
}

/** The type whose score is the lowest; ties end as for the highest, the other way round. */
export const bottleneckOf = (
  questions: readonly Question[],
  answers: Answers,
): PerformanceType | null => {
  const chosen = chosenBy(questions, answers)
  return chosen && ranked(chosen).at(-1)!
}

type WrongResult = {
  key: 'answers' | 'scores' | 'primary_score' | 'performance_type'
  reason: string
}

/**
 * CALL-4: the first that does not follow from the others, or null. Says nothing of what was sent
 * but its name.
 */
export function wrongResult(
  quiz: Pick<QuizCopy, 'questions' | 'types'>,
  given: Omit<QuizResult, 'result_data' | 'performance_type'> & { performance_type: string },
): WrongResult | null {
  const right = resultOf(quiz, given.answers)
  if (!right) return { key: 'answers', reason: 'The answers are not one option of each question.' }
  if (performanceTypes.some((type) => given.scores[type] !== right.scores[type]))
    return { key: 'scores', reason: 'The scores do not follow from the answers.' }
  if (given.primary_score !== right.primary_score)
    return { key: 'primary_score', reason: 'The primary score is not the highest of the scores.' }
  return given.performance_type === right.performance_type
    ? null
    : {
        key: 'performance_type',
        reason: 'The performance type does not follow from the scores and answers.',
      }
}

/** The chosen options in the order of the questions, or null where one is missing. */
function chosenBy(
  questions: readonly Question[],
  answers: Partial<Answers>,
): readonly Option[] | null {
  const chosen = chosenSoFar(questions, answers)
  return chosen.length === questionKeys.length ? chosen : null
}

const chosenSoFar = (
  questions: readonly Question[],
  answers: Partial<Answers>,
): readonly Option[] =>
  questionKeys.flatMap(
    (key) =>
      questions.find(({ id }) => id === key)?.options.find(({ id }) => id === answers[key]) ?? [],
  )

const sum = (chosen: readonly Option[], type: PerformanceType) =>
  chosen.reduce((total, { scores }) => total + scores[type], 0)

/** QUIZ-3: by score, then by the score in answer 4, 3, 2, 1, then in the order of the types. */
function ranked(chosen: readonly Option[]): PerformanceType[] {
  const ranks = (type: PerformanceType) => [
    sum(chosen, type),
    ...chosen.map(({ scores }) => scores[type]).reverse(),
  ]
  return [...performanceTypes].sort((a, b) => {
    const over = ranks(b)
    return ranks(a).reduce((order, rank, index) => order || over[index]! - rank, 0)
  })
}
