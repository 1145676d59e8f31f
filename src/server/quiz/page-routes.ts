import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { quizFormFromElsewhere, quizResult } from '#campaign/copy/quiz-result.ts'
import { cleanEmail } from '#contract/email.ts'
import { unicodeEmail } from '#contract/unicode-host.ts'
import { consentIn } from '#contract/campaign.ts'
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
import type { RejectedForms } from '#server/signup/rejected-form.ts'
import type { FormOnly } from '#server/signup/form-only-page.ts'
import { formOrigin } from '#server/http/form-origin.ts'
import type { SealedTokens } from '#server/signup/sealed-token.ts'
import { proofIn } from './proof.ts'
import { saveByForm, type FormSaveDeps } from './save-form.ts'
import { isKey } from './save-result.ts'
import { saveFields } from './shapes.ts'

export type QuizPageDeps = FormSaveDeps & {
  quiz: QuizCopy
  pages: Pages
  rejectedForms: RejectedForms
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
 * not send it again.
 */
export const savePost =
  (deps: QuizPageDeps): Handler =>
  async (request, reply) => {
    const fields = saveFields.parse(request.body ?? {})
    const answers = knownAnswers(deps.quiz, fieldsOf(request.body))
    const origin = formOrigin(fieldsOf(request.body), request.headers, deps.publicUrl)
    const proof = proofIn(fieldsOf(request.body), request.headers, deps.publicUrl)
    if (!isComplete(answers))
      return redirect(
        reply,
        questionPath(firstUnanswered(answers)!),
        queryOf(answers, origin, proof),
      )
    const { [fieldNames.email]: typed, [keyField]: sentKey } = fields
    const [result, key] = [resultOf(deps.quiz, answers)!, isKey(sentKey) ? sentKey : newKey()]
    const sent = { typed, key, result, origin, proof }
    const answer = await saveByForm(request, sent, fields, deps)
    deps.metrics.quizSaves.inc({ status: answer.status })
    if (answer.status === 409) return deps.pages.refusal(request, reply)
    if (answer.status === 303)
      return redirect(reply, quizPaths.save, {
        to: deps.resultTokens.seal(
          `${result.performance_type} ${unicodeEmail(cleanEmail(typed))}`,
          deps.now(),
        ),
      })
    if ('retryAfterS' in answer) reply.header('retry-after', answer.retryAfterS)
    const { status, view } = answer
    const shown = { answers, origin, proof, key, view }
    const form = formOnly(shown, deps)
    return status === 403
      ? deps.rejectedForms.sendFormOnly(
          noindex(reply),
          { ...form, message: quizFormFromElsewhere },
          status,
        )
      : deps.rejectedForms.show(request, noindex(reply), resultVisit(shown, deps), form, status)
  }

/** The form under the result without the page around it. */
const formOnly = (
  { answers, origin, proof, key, view }: ShownResult & { view: FormOnly['view'] },
  { campaign: { consents }, tokens, now }: QuizPageDeps,
): FormOnly => {
  const consent = consentIn(consents, quizResult.lang)
  return {
    action: quizPaths.save,
    view,
    words: { lang: quizResult.lang, label: quizResult.form.label, button: quizResult.cta },
    message: messageOf(view),
    consent,
    values: {
      ...queryOf(answers, origin, proof),
      [keyField]: key,
      [fieldNames.token]: tokens.page(now()),
      [fieldNames.placement]: 'quiz',
      [fieldNames.consent]: consent.version,
    },
  }
}

/** The words of the state of the form, where they are not those of every form. */
function messageOf(view: FormOnly['view']): FormOnly['message'] {
  switch (view.state) {
    case 'invalid':
      return undefined
    case 'busy':
      return {
        title: quizResult.busyTitle,
        text: quizResult.busy.replace('{seconds}', String(view.retryAfterS)),
      }
    case 'not-stored':
      return {
        title: quizResult.failedTitle,
        titleLang: quizResult.failedTitleLang,
        text: `${quizResult.failed} ${quizResult.notSaved}`,
      }
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

const resultVisit = (result: ShownResult, { tokens, now }: QuizPageDeps) =>
  ({ page: 'quiz-result', ...result, pageToken: tokens.page(now()) }) as const

const fieldsOf = (sent: unknown) => (sent ?? {}) as Record<string, unknown>

const isComplete = (answers: Partial<Answers>): answers is Answers =>
  firstUnanswered(answers) === null

/** 128 random bits. */
const newKey = () => randomBytes(16).toString('base64url')

const noindex = (reply: FastifyReply) => reply.header('x-robots-tag', 'noindex')

const redirect = (reply: FastifyReply, path: string, fields: Readonly<Record<string, string>>) =>
  reply
    .code(303)
    .header('cache-control', 'no-store')
    .header('location', pathWith(path, fields))
    .send()
