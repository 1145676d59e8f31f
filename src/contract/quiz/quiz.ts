import type { Campaign } from '#contract/campaign/campaign.ts'

/**
 * The key of a performance type, which the campaign declares. The order of its types is the last
 * word on a tie (QUIZ-3).
 */
export type PerformanceType = string
/** An option's, each 1 to 3; a result's, each the sum of those of its answers. */
export type Scores = Record<PerformanceType, number>

/** QUIZ-1: the id of a question. */
export type QuestionKey = string
/** The chosen option's id for each question. */
export type Answers = Record<QuestionKey, string>

/** `icon` of an option names a drawing of page/quiz/quiz-step.tsx. */
export type Question = QuizCopy['questions'][number]
export type Option = Question['options'][number]

/** The texts about a type. `bottleneck` is shown where the type's score is the lowest. */
export type TypeCopy = QuizCopy['types'][string]

export type QuizCopy = NonNullable<Campaign['quiz']>
type WithTypes = Pick<QuizCopy, 'types'>
type WithQuestions = Pick<QuizCopy, 'questions'>
type Asked = WithQuestions & WithTypes

/** The keys of the types in their order; none where there is no quiz. */
export const typesOf = (quiz: WithTypes | null): PerformanceType[] => Object.keys(quiz?.types ?? {})

/** What a campaign calls a type, or null if it has no such type, as of a result from before. */
export const titleOf = (quiz: WithTypes | null, type: PerformanceType): string | null =>
  (quiz && Object.hasOwn(quiz.types, type) && quiz.types[type]?.title) || null

/** The least and the most that a type can score. */
export const scoreRange = ({ questions }: WithQuestions) => ({
  least: questions.length,
  most: 3 * questions.length,
})

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

/** QUIZ-1: of four questions 0, 25, 50, 75 or 100. */
export const percentAnswered = (
  questions: readonly Question[],
  answers: Partial<Answers>,
): number => Math.round((answeredOf(questions, answers) / questions.length) * 100)

/** How many questions have an answer. */
export const answeredOf = (questions: readonly Question[], answers: Partial<Answers>): number =>
  questions.filter(({ id }) => answers[id] !== undefined).length

/** Null until all questions are answered with options that there are. */
export function resultOf(quiz: Asked, answers: Partial<Answers>): QuizResult | null {
  const chosen = chosenBy(quiz.questions, answers)
  if (!chosen) return null
  const performance_type = ranked(quiz, chosen)[0]!
  const scores = Object.fromEntries(typesOf(quiz).map((type) => [type, sum(chosen, type)]))
  return {
    performance_type,
    primary_score: sum(chosen, performance_type),
    scores,
    answers: Object.fromEntries(chosen.map(({ id }, at) => [quiz.questions[at]!.id, id])),
    result_data: textsOf(quiz, performance_type),
  }
}

/** A result with the texts of its type as `quiz` has them. */
export const withTexts = (result: QuizResult, quiz: WithTypes): QuizResult => ({
  ...result,
  result_data: textsOf(quiz, result.performance_type),
})

function textsOf({ types }: WithTypes, type: PerformanceType): ResultData {
  // The campaign declares a text for each type that its options score.
  const { title, description, recommendation } = types[type]!
  return { title, description, recommendation }
}

/**
 * The type that leads among the answers so far, ranked as in QUIZ-3; null before the first answer.
 */
export function leadingType(quiz: Asked, answers: Partial<Answers>): PerformanceType | null {
  const chosen = chosenSoFar(quiz.questions, answers)
  return chosen.length > 0 ? ranked(quiz, chosen)[0]! : null
}

/** The type whose score is the lowest; ties end as for the highest, the other way round. */
export const bottleneckOf = (quiz: Asked, answers: Answers): PerformanceType | null => {
  const chosen = chosenBy(quiz.questions, answers)
  return chosen && ranked(quiz, chosen).at(-1)!
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
  quiz: Asked,
  given: Omit<QuizResult, 'result_data'>,
): WrongResult | null {
  const right = resultOf(quiz, given.answers)
  if (!right) return { key: 'answers', reason: 'The answers are not one option of each question.' }
  if (typesOf(quiz).some((type) => given.scores[type] !== right.scores[type]))
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
  return chosen.length === questions.length ? chosen : null
}

const chosenSoFar = (
  questions: readonly Question[],
  answers: Partial<Answers>,
): readonly Option[] =>
  questions.flatMap(({ id, options }) => options.find((option) => option.id === answers[id]) ?? [])

const sum = (chosen: readonly Option[], type: PerformanceType) =>
  chosen.reduce((total, { scores }) => total + scores[type]!, 0)

/** QUIZ-3: by score, then by the score in the last answer and those before it, then in the order of the types. */
function ranked(quiz: WithTypes, chosen: readonly Option[]): PerformanceType[] {
  const ranks = (type: PerformanceType) => [
    sum(chosen, type),
    ...chosen.map(({ scores }) => scores[type]!).reverse(),
  ]
  return typesOf(quiz).sort((a, b) => {
    const over = ranks(b)
    return ranks(a).reduce((order, rank, index) => order || over[index]! - rank, 0)
  })
}
