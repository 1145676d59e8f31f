import { randomBytes, createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { cleanEmail } from '#contract/address/email.ts'
import { unicodeEmail } from '#contract/address/unicode-host.ts'
import {
  resultOf,
  titleOf,
  type Answers,
  type QuestionKey,
  type QuizCopy,
  type QuizResult,
} from '#contract/quiz/quiz.ts'
import {
  queryOf,
  resultField,
  firstQuestionPath,
  firstUnanswered,
  keyField,
  knownAnswers,
  pathWith,
  positionOf,
  questionPath,
  quizPaths,
  type Passed,
} from '#contract/quiz/pages.ts'
import type { PageVisit } from '#contract/render.ts'
import { fieldNames } from '#contract/people/waitlist.ts'
import { languageOf } from '#server/http/language.ts'
import type { Pages } from '#server/http/pages.ts'
import { addressIn } from '#server/signup/sign-up.ts'
import { joinFields, refuseAsForm } from '#server/signup/sign-up-form.ts'
import { seeOther } from '#server/http/answers.ts'
import type { CallRoute } from '#server/http/guards.ts'
import { formOrigin, type SealedTokens } from '#server/http/forms.ts'
import type { Log } from '#server/config/log.ts'
import { startSequence, type StartDeps } from '#server/sequence/start-sequences.ts'
import { readIn, resultLanguage } from './result-language.ts'
import { proofIn, isKey, saveResult, type QuizRecord, type SaveDeps } from './save-result.ts'
import type { SavedRow } from './results.ts'

type QuizPageDeps = SaveDeps &
  StartDeps & {
    log: Log
    quiz: QuizCopy
    pages: Pages
    resultTokens: SealedTokens
  }
type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown

/**
 * QUIZ-1 without script: a question, or a redirect to the first one before it that has no answer.
 */
export const questionPage =
  (question: QuestionKey, deps: QuizPageDeps): Handler =>
  (request, reply) => {
    const visit = visitIn(request.query, request, deps)
    const { questions } = deps.quiz
    const first = firstUnanswered(questions, visit.answers)
    if (first !== null && positionOf(questions, first) < positionOf(questions, question))
      return toQuestion(reply, visit, deps)
    return deps.pages.show(request, noindex(reply), { page: 'quiz-question', question, ...visit })
  }

/**
 * QUIZ-4 without script. The idempotency key is in the page's URL, so a reload keeps it (QUIZ-8).
 */
export const resultPage =
  (deps: QuizPageDeps): Handler =>
  (request, reply) => {
    const visit = visitIn(request.query, request, deps)
    const { answers, ...others } = visit
    if (!isComplete(answers, deps)) return toQuestion(reply, visit, deps)
    const { [keyField]: key } = quizQuery.parse(request.query)
    if (!isKey(key))
      return redirect(reply, quizPaths.result, { ...queryOf(visit), [keyField]: newKey() })
    const view = { state: 'idle', typed: '' } as const
    const shown = { ...others, answers, key, view }
    return deps.pages.show(request, noindex(reply), resultVisit(shown, deps))
  }

/**
 * The form under the result. A saved result is answered by a redirect (303), so that a reload does
 * not send it again; a refused one by the page of the result, with what was typed.
 */
export const savePost = (deps: QuizPageDeps): CallRoute => ({
  refuse: refuseAsForm(deps.pages, (view, request, reply) => {
    const { answers, ...visit } = visitIn(request.body, request, deps)
    if (!isComplete(answers, deps)) return null
    noindex(reply)
    return resultVisit({ ...visit, answers, key: formIn(request).key, view }, deps)
  }),
  answered: (status) => deps.metrics.quizSaves.inc({ status }),
  async handler(request, reply) {
    const visit = visitIn(request.body, request, deps)
    if (!isComplete(visit.answers, deps)) return toQuestion(reply, visit, deps)
    const lang = resultLanguage(languageOf(request), visit.resultIn)
    const result = readIn(lang, resultOf(deps.quiz, visit.answers)!)
    const typed = await saveByForm(request, { ...visit, result, lang }, deps)
    const saved = `${result.performance_type} ${unicodeEmail(cleanEmail(typed))}`
    const to = deps.resultTokens.seal(saved, deps.now())
    return redirect(reply, quizPaths.save, { to, ...fieldOf(visit) })
  },
})

/** The page after a save. A sealed token in its URL holds the type and the address. */
export const savedPage =
  ({ pages, quiz, resultTokens, now }: QuizPageDeps): Handler =>
  (request, reply) => {
    const { to, [resultField]: chosen } = quizQuery.parse(request.query)
    const [type = '', email] = resultTokens.open(to, now())?.split(' ') ?? []
    if (titleOf(quiz, type) === null || !email) return redirect(reply, firstQuestionPath, {})
    return pages.show(request, noindex(reply), {
      page: 'quiz-saved',
      type,
      email,
      ...chosenIn(request, chosen),
    })
  }

/** `to`: the sealed token of what was saved. */
const quizQuery = z.object({
  [keyField]: z.string().catch(''),
  [resultField]: z.string().catch(''),
  to: z.string().catch(''),
})

type Visit = Passed & { proof: string }

/** LANG-4: where the result is not read in the language that is shown first. */
function chosenIn(request: FastifyRequest, sent: unknown): Pick<Visit, 'resultIn'> {
  const chosen = resultLanguage(languageOf(request), sent)
  return chosen === resultLanguage(languageOf(request)) ? {} : { resultIn: chosen }
}

const fieldOf = ({ resultIn }: Visit): Record<string, string> =>
  resultIn ? { [resultField]: resultIn } : {}

function visitIn(sent: unknown, request: FastifyRequest, { quiz, publicUrl }: QuizPageDeps): Visit {
  const { headers } = request
  const fields = Object(sent) as Record<string, unknown>
  return {
    answers: knownAnswers(quiz, fields),
    origin: formOrigin(fields, headers, publicUrl),
    proof: proofIn(fields, headers, publicUrl),
    ...chosenIn(request, fields[resultField]),
  }
}

/** To the first question without an answer. */
const toQuestion = (reply: FastifyReply, visit: Visit, { quiz: { questions } }: QuizPageDeps) =>
  redirect(
    reply,
    questionPath(questions, firstUnanswered(questions, visit.answers)!),
    queryOf(visit),
  )

/** The form under a quiz result, without script. */
const saveFields = joinFields.extend({ [keyField]: z.string().default('') })

function formIn({ body }: FastifyRequest) {
  const fields = saveFields.parse(body ?? {})
  const { [fieldNames.email]: typed, [keyField]: key } = fields
  return { fields, typed, key: isKey(key) ? key : newKey() }
}

/**
 * QUIZ-5, 6, 8 and 9 without script: saves the result as CALL-2 does, then starts its sequence as
 * CALL-3 does. Returns the address as it was typed.
 */
async function saveByForm(
  request: FastifyRequest,
  { origin, proof, ...read }: Pick<Visit, 'origin' | 'proof'> & Pick<QuizRecord, 'result' | 'lang'>,
  deps: QuizPageDeps,
): Promise<string> {
  const { fields, typed, key } = formIn(request)
  const language = languageOf(request)
  const email = addressIn(typed, language)
  const meta = {
    token: fields[fieldNames.token],
    trap: fields[fieldNames.trap],
    placement: fields[fieldNames.placement],
    ...origin,
    consent: fields[fieldNames.consent],
    language,
    key: keyFor(key, email, read.result),
  }
  const saved = await saveResult(request, { email, ...read, proof }, meta, deps)
  if (typeof saved === 'string') throw new Error(`a result from a form was refused: ${saved}`)
  await startSequenceOf(saved, request, deps)
  return typed
}

/**
 * A visitor can go back and send another address or other answers, which is another save. So the
 * key depends on both, and none is refused as a conflict.
 */
const keyFor = (key: string, email: string, { answers }: QuizResult) =>
  createHash('sha256')
    .update(JSON.stringify([key, email, answers]))
    .digest('base64url')

/**
 * QUIZ-9: the result is saved, so a failure is only logged. The server starts the sequence by
 * itself later.
 */
async function startSequenceOf(
  { id, email }: SavedRow,
  request: FastifyRequest,
  deps: QuizPageDeps,
): Promise<void> {
  try {
    await startSequence(deps, { email, quizResultId: id, charges: null })
  } catch (error) {
    deps.log.warn(
      { reqId: request.id, err: error },
      'the sequence of a saved result is not started yet',
    )
  }
}

const resultVisit = (
  shown: Omit<Extract<PageVisit, { page: 'quiz-result' }>, 'page' | 'pageToken'>,
  { tokens, now }: QuizPageDeps,
) => ({ page: 'quiz-result', ...shown, pageToken: tokens.page(now()) }) as const

const isComplete = (
  answers: Partial<Answers>,
  { quiz: { questions } }: QuizPageDeps,
): answers is Answers => firstUnanswered(questions, answers) === null

/** 128 random bits. */
const newKey = () => randomBytes(16).toString('base64url')

const noindex = (reply: FastifyReply) => reply.header('x-robots-tag', 'noindex')

const redirect = (reply: FastifyReply, path: string, fields: Readonly<Record<string, string>>) =>
  seeOther(reply, pathWith(path, fields))
