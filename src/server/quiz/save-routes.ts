import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { formMetaHeader, paths } from '#contract/api.ts'
import type { QuizCopy } from '#contract/quiz.ts'
import { decodeFormMeta } from '#contract/waitlist.ts'
import { jsonParser } from '#server/http/body-parsers.ts'
import type { Guard } from '#server/signup/guard.ts'
import { onlyOne, requireAnonKey } from '#server/signup/sign-up-routes.ts'
import { readRow, readWish, type Column, type Wish } from './insert-request.ts'
import { readRecord } from './record.ts'
import { restErrors, sendRestError, type RestError } from './rest-errors.ts'
import { saveResult, type SaveDeps } from './save-endpoint.ts'
import type { SavedRow } from './saves.ts'

export type SaveRouteDeps = SaveDeps & { quiz: QuizCopy; anonKey: string | undefined }

const guard: Guard = 'sign-up'

/** CALL-2 and CALL-4: the table `quiz_results` as PostgREST shows it to a visitor, who may insert into it and nothing else. */
export function quizResultRoutes(app: FastifyInstance, deps: SaveRouteDeps): void {
  jsonParser(app)
  app.addHook(
    'onRequest',
    requireAnonKey(deps.anonKey, (message) => {
      const { status: _, ...body } = restErrors.noKey(message)
      return body
    }),
  )
  app.setErrorHandler((error: FastifyError, request, reply) =>
    sendRestError(reply, thrown(error, request, reply, deps)),
  )
  app.post(paths.quizResults, { config: { guard } }, insert(deps))
  app.route({
    method: ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'],
    url: paths.quizResults,
    config: { guard },
    handler: () => {},
    // Before any body is read: there is nothing that it could change.
    onRequest: (_request, reply) => {
      sendRestError(reply, restErrors.insertOnly)
    },
  })
}

const insert = (deps: SaveRouteDeps) => async (request: FastifyRequest, reply: FastifyReply) => {
  const answer = await answerTo(request, deps)
  deps.metrics.quizSaves.inc({ status: 'code' in answer ? answer.status : 201 })
  return 'code' in answer ? sendRestError(reply, answer) : sendRows(reply, answer.wish, answer.rows)
}

async function answerTo(
  request: FastifyRequest,
  deps: SaveRouteDeps,
): Promise<RestError | { wish: Wish; rows: readonly SavedRow[] }> {
  const wish = readWish(request)
  if ('code' in wish) return wish
  const row = readRow(request.body, request.query, wish.singular)
  if (row === null) return { wish, rows: [] }
  if (isRestError(row)) return row
  const record = readRecord(row, deps.quiz)
  if ('code' in record) return record
  const saved = await saveResult(
    request,
    record,
    decodeFormMeta(onlyOne(request.headers[formMetaHeader])),
    deps,
  )
  return 'code' in saved ? saved : { wish, rows: [saved] }
}

function sendRows(
  reply: FastifyReply,
  { applied, counts, returns, select, singular }: Wish,
  rows: readonly SavedRow[],
) {
  reply
    .code(201)
    .header('cache-control', 'no-store')
    .header('content-range', `*/${counts ? rows.length : '*'}`)
  if (applied !== '') reply.header('preference-applied', applied)
  if (returns === 'headers-only' && rows[0])
    reply.header('location', `/quiz_results?id=eq.${rows[0].id}`)
  if (returns !== 'representation') return reply.send()
  const shown = rows.map((row) =>
    Object.fromEntries(select.map(({ column, as }) => [as, valueOf(row, column)])),
  )
  return reply
    .type(`application/${singular ? 'vnd.pgrst.object+json' : 'json'}; charset=utf-8`)
    .send(JSON.stringify(singular ? shown[0] : shown))
}

/** A timestamptz as PostgREST prints it. */
const valueOf = (row: SavedRow, column: Column) =>
  column === 'created_at'
    ? new Date(row.createdAt).toISOString().replace('Z', '+00:00')
    : row[column]

/** A row has the table's columns and no others, so that it has no status. */
const isRestError = (value: object): value is RestError => 'status' in value

function thrown(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  { log }: SaveRouteDeps,
): RestError {
  const known = { 413: restErrors.tooLarge, 415: restErrors.notRead }[error.statusCode ?? 0]
  if (known) reply.header('connection', 'close')
  if (known || (error.statusCode ?? 500) < 500) return known ?? restErrors.notJson
  log.error({ reqId: request.id, err: error }, 'a quiz result could not be answered')
  return restErrors.broken
}
