import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { formMetaHeader, paths } from '#contract/api.ts'
import type { QuizCopy } from '#contract/quiz.ts'
import { proofField } from '#contract/quiz-pages.ts'
import { decodeFormMeta } from '#contract/waitlist.ts'
import { firstOf, requireAnonKey } from '#server/http/guards.ts'
import { jsonParser } from '#server/http/http-limits.ts'
import { parseRecord } from './quiz-record.ts'
import { refuseAsRest, restErrors, sendRestError, type RestError } from './rest-errors.ts'
import { readOptions, readRow, type Column, type InsertOptions } from './rest-request.ts'
import type { SavedRow } from './result-rows.ts'
import { saveResult, type SaveDeps } from './save-result.ts'

export type QuizResultDeps = SaveDeps & { quiz: QuizCopy; anonKey: string | undefined }

/**
 * CALL-2 and CALL-4: the table `quiz_results` in PostgREST's protocol. Visitors may only insert.
 */
export function quizResultRoutes(app: FastifyInstance, deps: QuizResultDeps): void {
  jsonParser(app)
  app.addHook('onRequest', requireAnonKey(deps.anonKey))
  app.post(
    paths.quizResults,
    {
      config: {
        guard: 'sign-up',
        refuse: refuseAsRest,
        answered: (status) => deps.metrics.quizSaves.inc({ status }),
      },
    },
    insert(deps),
  )
  app.route({
    method: ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'],
    url: paths.quizResults,
    config: { guard: 'sign-up', refuse: refuseAsRest },
    handler: () => {},
    // Answered before the body is read, because no body could change the answer.
    onRequest: (_request, reply) => {
      sendRestError(reply, restErrors.insertOnly)
    },
  })
}

const insert = (deps: QuizResultDeps) => async (request: FastifyRequest, reply: FastifyReply) => {
  const answer = await answerTo(request, deps)
  return 'code' in answer
    ? sendRestError(reply, answer)
    : sendRows(reply, answer.options, answer.rows)
}

async function answerTo(
  request: FastifyRequest,
  deps: QuizResultDeps,
): Promise<RestError | { options: InsertOptions; rows: readonly SavedRow[] }> {
  const options = readOptions(request)
  if ('code' in options) return options
  const row = readRow(request.body, request.query, options.singular)
  if (row === null) return { options, rows: [] }
  if (isRestError(row)) return row
  const record = parseRecord(row, deps.quiz)
  if ('code' in record) return record
  const header = firstOf(request.headers[formMetaHeader])
  const proof = new URLSearchParams(header ?? '').get(proofField) ?? ''
  const saved = await saveResult(request, { ...record, proof }, decodeFormMeta(header), deps)
  if (saved === 'bad-key') return restErrors.badKey
  return saved === 'other-body' ? restErrors.otherBody : { options, rows: [saved] }
}

function sendRows(
  reply: FastifyReply,
  { applied, counts, returns, select, singular }: InsertOptions,
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

/** Times are formatted like a timestamptz in PostgREST. */
const valueOf = (row: SavedRow, column: Column) =>
  column === 'created_at'
    ? new Date(row.createdAt).toISOString().replace('Z', '+00:00')
    : row[column]

/** A row has only the table's columns, and `status` is none of them. */
const isRestError = (value: object): value is RestError => 'status' in value
