import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cleanEmail } from '#contract/email.ts'
import { unicodeEmail } from '#contract/unicode-host.ts'
import {
  performanceTypes,
  questionKeys,
  resultOf,
  type Answers,
  type QuestionKey,
  type QuizCopy,
} from '#contract/quiz.ts'
import {
  queryOf,
  firstUnanswered,
  keyField,
  knownAnswers,
  pathWith,
  questionPath,
  quizPaths,
} from '#contract/quiz-pages.ts'
import type { SaveView } from '#contract/render.ts'
import { fieldNames, type Origin } from '#contract/waitlist.ts'
import type { Pages } from '#server/http/pages.ts'
import { refusedView } from '#server/signup/sign-up-form.ts'
import { refuseAsPage, seeOther, type Refuse } from '#server/http/answers.ts'
import type { CallRoute } from '#server/http/guards.ts'
import { formOrigin } from '#server/http/form-origin.ts'
import type { SealedTokens } from '#server/signup/sealed-token.ts'
import { proofIn } from './proof.ts'
import { saveByForm, type FormSaveDeps } from './save-form.ts'
import { isKey } from './save-result.ts'
import { saveFields } from './shapes.ts'

export type QuizPageDeps = FormSaveDeps & {
  quiz: QuizCopy
  pages: Pages
  resultTokens: SealedTokens
}
type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown

/**
 * QUIZ-1 without script: a question, or a redirect to the first one before it that has no answer.
 */
export const questionPage =
  (question: QuestionKey, { quiz, pages, publicUrl }: QuizPageDeps): Handler =>
  (request, reply) => {
    const answers = knownAnswers(quiz, fieldsOf(request.query))
    const origin = formOrigin(fieldsOf(request.query), request.headers, publicUrl)
    const proof = proofIn(fieldsOf(request.query), request.headers, publicUrl)
    const first = firstUnanswered(answers)
    if (first !== null && questionKeys.indexOf(first) < questionKeys.indexOf(question))
      return redirect(reply, questionPath(first), queryOf(answers, origin, proof))
    return pages.show(request, noindex(reply), {
      page: 'quiz-question',
      question,
      answers,
      origin,
      proof,
    })
  }

/**
 * QUIZ-4 without script. The idempotency key is in the page's URL, so a reload keeps it (QUIZ-8).
 */
export const resultPage =
  (deps: QuizPageDeps): Handler =>
  (request, reply) => {
    const fields = fieldsOf(request.query)
    const answers = knownAnswers(deps.quiz, fields)
    const origin = formOrigin(fields, request.headers, deps.publicUrl)
    const proof = proofIn(fields, request.headers, deps.publicUrl)
    if (!isComplete(answers))
      return redirect(
        reply,
        questionPath(firstUnanswered(answers)!),
        queryOf(answers, origin, proof),
      )
    const key = fields[keyField]
    if (typeof key !== 'string' || !isKey(key))
      return redirect(reply, quizPaths.result, {
        ...queryOf(answers, origin, proof),
        [keyField]: newKey(),
      })
    const view = { state: 'idle', typed: '' } as const
    return deps.pages.show(
      request,
      noindex(reply),
      resultVisit({ answers, origin, proof, key, view }, deps),
    )
  }

/**
 * The form under the result. A saved result is answered by a redirect (303), so that a reload does
 * not send it again; a refused one by the page of the result, with what was typed.
 */
export const savePost = (deps: QuizPageDeps): CallRoute => ({
  refuse: refusalsOf(deps),
  answered: (status) => deps.metrics.quizSaves.inc({ status }),
  async handler(request, reply) {
    const { answers, origin, proof, key, typed, fields } = sentIn(request, deps)
    if (!isComplete(answers))
      return redirect(
        reply,
        questionPath(firstUnanswered(answers)!),
        queryOf(answers, origin, proof),
      )
    const result = resultOf(deps.quiz, answers)!
    await saveByForm(request, { typed, key, result, origin, proof }, fields, deps)
    const saved = `${result.performance_type} ${unicodeEmail(cleanEmail(typed))}`
    return redirect(reply, quizPaths.save, { to: deps.resultTokens.seal(saved, deps.now()) })
  },
})

/** What the form under the result sent. */
function sentIn({ body, headers }: FastifyRequest, { quiz, publicUrl }: QuizPageDeps) {
  const fields = saveFields.parse(body ?? {})
  const { [fieldNames.email]: typed, [keyField]: sentKey } = fields
  return {
    fields,
    typed,
    key: isKey(sentKey) ? sentKey : newKey(),
    answers: knownAnswers(quiz, fieldsOf(body)),
    origin: formOrigin(fieldsOf(body), headers, publicUrl),
    proof: proofIn(fieldsOf(body), headers, publicUrl),
  }
}

const refusalsOf = (deps: QuizPageDeps): Refuse => {
  const asPage = refuseAsPage(deps.pages)
  return (refusal, request, reply) => {
    if (refusal.status === 409) return deps.pages.refusal(request, reply)
    const { typed, answers, ...sent } = sentIn(request, deps)
    const view = refusedView(refusal, typed)
    return view === null || !isComplete(answers)
      ? asPage(refusal, request, reply)
      : deps.pages.show(request, noindex(reply), resultVisit({ ...sent, answers, view }, deps), {
          always: true,
        })
  }
}

/** The page after a save. A sealed token in its URL holds the type and the address. */
export const savedPage =
  ({ pages, resultTokens, now }: QuizPageDeps): Handler =>
  (request, reply) => {
    const { to } = fieldsOf(request.query)
    const [named, email] =
      (typeof to === 'string' ? resultTokens.open(to, now()) : null)?.split(' ') ?? []
    const type = performanceTypes.find((name) => name === named)
    if (!type || !email) return redirect(reply, questionPath(questionKeys[0]), {})
    return pages.show(request, noindex(reply), { page: 'quiz-saved', type, email })
  }

type ShownResult = {
  answers: Answers
  origin: Origin
  proof: string
  key: string
  view: SaveView
}

const resultVisit = (
  { answers, origin, proof, key, view }: ShownResult,
  { tokens, now }: QuizPageDeps,
) =>
  ({
    page: 'quiz-result',
    answers,
    origin,
    proof,
    key,
    view,
    pageToken: tokens.page(now()),
  }) as const

const fieldsOf = (sent: unknown) => (sent ?? {}) as Record<string, unknown>

const isComplete = (answers: Partial<Answers>): answers is Answers =>
  firstUnanswered(answers) === null

/** 128 random bits. */
const newKey = () => randomBytes(16).toString('base64url')

const noindex = (reply: FastifyReply) => reply.header('x-robots-tag', 'noindex')

const redirect = (reply: FastifyReply, path: string, fields: Readonly<Record<string, string>>) =>
  seeOther(reply, pathWith(path, fields))
