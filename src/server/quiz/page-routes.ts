import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { quizResult } from '#campaign/copy/interface.ts'
import {
  performanceTypes,
  questionKeys,
  resultOf,
  type Answers,
  type QuestionKey,
  type QuizCopy,
} from '#contract/quiz.ts'
import {
  carriedBy,
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
import type { ReturnedForms } from '#server/signup/returned-form.ts'
import type { SmallForm } from '#server/signup/small-form.ts'
import { formOrigin } from '#server/http/form-origin.ts'
import type { Sealer } from '#server/signup/sealed-token.ts'
import { saveByForm, type FormSaveDeps } from './save-form.ts'
import { isKey } from './save-endpoint.ts'
import { saveFields } from './shapes.ts'

export type QuizPageDeps = FormSaveDeps & {
  quiz: QuizCopy
  pages: Pages
  returned: ReturnedForms
  results: Sealer
}
type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown

/** QUIZ-1 without script: a question, asked only after those before it. */
export const questionPage =
  (question: QuestionKey, { quiz, pages, publicUrl }: QuizPageDeps): Handler =>
  (request, reply) => {
    const answers = knownAnswers(quiz, fieldsOf(request.query))
    const origin = formOrigin(fieldsOf(request.query), request.headers, publicUrl)
    const first = firstUnanswered(answers)
    if (first !== null && questionKeys.indexOf(first) < questionKeys.indexOf(question))
      return leadTo(reply, questionPath(first), carriedBy(answers, origin))
    return pages.show(request, unlisted(reply), {
      page: 'quiz-question',
      question,
      answers,
      origin,
    })
  }

/** QUIZ-4 without script. The key is drawn with the result and stays in the page's address, so that a reload keeps it (QUIZ-8). */
export const resultPage =
  (deps: QuizPageDeps): Handler =>
  (request, reply) => {
    const fields = fieldsOf(request.query)
    const answers = knownAnswers(deps.quiz, fields)
    const origin = formOrigin(fields, request.headers, deps.publicUrl)
    if (!isWhole(answers))
      return leadTo(reply, questionPath(firstUnanswered(answers)!), carriedBy(answers, origin))
    const key = fields[keyField]
    if (typeof key !== 'string' || !isKey(key))
      return leadTo(reply, quizPaths.result, {
        ...carriedBy(answers, origin),
        [keyField]: drawKey(),
      })
    return showResult(
      request,
      reply,
      { answers, origin, key, view: { state: 'idle', typed: '' } },
      deps,
    )
  }

/** The form under the result. A saved one is answered by a 303, so that a reload sends nothing twice. */
export const savePost =
  (deps: QuizPageDeps): Handler =>
  async (request, reply) => {
    const fields = saveFields.safeParse(request.body ?? {})
    if (!fields.success)
      return reply
        .code(400)
        .type('text/plain')
        .send('The form came without its fields. Go back, reload the page and send it again.')
    const answers = knownAnswers(deps.quiz, fieldsOf(request.body))
    const origin = formOrigin(fieldsOf(request.body), request.headers, deps.publicUrl)
    if (!isWhole(answers))
      return leadTo(reply, questionPath(firstUnanswered(answers)!), carriedBy(answers, origin))
    const { [fieldNames.email]: typed, [keyField]: sentKey } = fields.data
    const [result, key] = [resultOf(deps.quiz, answers)!, isKey(sentKey) ? sentKey : drawKey()]
    const answer = await saveByForm(request, { typed, key, result, origin }, fields.data, deps)
    deps.metrics.quizSaves.inc({ status: answer.status })
    if (answer.status === 403)
      return reply
        .code(403)
        .header('cache-control', 'no-store')
        .type('text/plain')
        .send('This form came from a page of another site. Send it from the page of the quiz.')
    if (answer.status === 303)
      return leadTo(reply, quizPaths.save, {
        to: deps.results.seal(`${result.performance_type} ${typed.trim()}`, deps.now()),
      })
    if ('retryAfterS' in answer) reply.header('retry-after', answer.retryAfterS)
    if (!deps.returned.getsWholePage(request))
      return deps.returned.sendSmall(
        unlisted(reply),
        smallOf({ answers, origin, key, view: answer.view }, deps),
        answer.status,
      )
    return showResult(request, reply, { answers, origin, key, view: answer.view }, deps)
  }

/** The form under the result, alone. */
const smallOf = (
  { answers, origin, key, view }: Result & { view: SmallForm['view'] },
  { campaign, tokens, now }: QuizPageDeps,
): SmallForm => ({
  action: quizPaths.save,
  view,
  button: { text: quizResult.cta, lang: quizResult.lang },
  values: {
    ...carriedBy(answers, origin),
    [keyField]: key,
    [fieldNames.token]: tokens.page(now()),
    [fieldNames.placement]: 'quiz',
    [fieldNames.consent]: campaign.consents[0].version,
  },
})

/** The page after a save: the type and the address are sealed in its own address. */
export const savedPage =
  ({ pages, results, now }: QuizPageDeps): Handler =>
  (request, reply) => {
    const { to } = fieldsOf(request.query)
    const [named, email] =
      (typeof to === 'string' ? results.open(to, now()) : null)?.split(' ') ?? []
    const type = performanceTypes.find((name) => name === named)
    if (!type || !email) return leadTo(reply, questionPath(questionKeys[0]), {})
    return pages.show(request, unlisted(reply), { page: 'quiz-saved', type, email })
  }

type Result = { answers: Answers; origin: Origin; key: string; view: SaveView }

const showResult = (
  request: FastifyRequest,
  reply: FastifyReply,
  result: Result,
  { pages, tokens, now }: QuizPageDeps,
) =>
  pages.show(request, unlisted(reply), {
    page: 'quiz-result',
    ...result,
    pageToken: tokens.page(now()),
  })

const fieldsOf = (sent: unknown) => (sent ?? {}) as Record<string, unknown>

const isWhole = (answers: Partial<Answers>): answers is Answers => firstUnanswered(answers) === null

/** 128 random bits. */
const drawKey = () => randomBytes(16).toString('base64url')

const unlisted = (reply: FastifyReply) => reply.header('x-robots-tag', 'noindex')

const leadTo = (reply: FastifyReply, path: string, fields: Readonly<Record<string, string>>) =>
  reply
    .code(303)
    .header('cache-control', 'no-store')
    .header('location', pathWith(path, fields))
    .send()
