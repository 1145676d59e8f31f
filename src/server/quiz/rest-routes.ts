import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { formMetaHeader, paths } from '#contract/api.ts'
import type { QuizCopy } from '#contract/quiz.ts'
import { proofField } from '#contract/quiz-pages.ts'
import { decodeFormMeta } from '#contract/waitlist.ts'
import { firstOf, requireAnonKey } from '#server/http/guards.ts'
import { jsonParser } from '#server/http/http-limits.ts'
import {
  parseRecord,
  readOptions,
  readRow,
  type Column,
  type InsertOptions,
} from './rest-request.ts'
import { refuseAsRest, restErrors, RestRefusal } from './rest-errors.ts'
import type { SavedRow } from './result-rows.ts'
import { saveResult, type SaveDeps } from './save-result.ts'

/*
 * A quiz result, from its POST to its mails:
 *
 * rest-request.ts reads and validates a request as PostgREST would, and rest-errors.ts lists every
 * refusal. save-result.ts stores the result behind the guard of a sign-up, and the person as a
 * sign-up with what the quiz adds (signup/add-people.ts). One idempotency key is one row
 * (result-rows.ts).
 * A result of a person who has confirmed before waits until they confirm it, unless the request
 * proves that it is theirs (unconfirmed-results.ts).
 * page-routes.ts does the same for the pages without script.
 * The mails that follow are told in sequence/planner.ts.
 */

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
    async onRequest() {
      throw new RestRefusal(restErrors.insertOnly)
    },
  })
}

const insert = (deps: QuizResultDeps) => async (request: FastifyRequest, reply: FastifyReply) => {
  const options = readOptions(request)
  const row = readRow(request.body, request.query, options.singular)
  return sendRows(reply, options, row ? [await save(request, row, deps)] : [])
}

async function save(
  request: FastifyRequest,
  row: Record<string, unknown>,
  deps: QuizResultDeps,
): Promise<SavedRow> {
  const record = parseRecord(row, deps.quiz)
  const header = firstOf(request.headers[formMetaHeader])
  const proof = new URLSearchParams(header ?? '').get(proofField) ?? ''
  const saved = await saveResult(request, { ...record, proof }, decodeFormMeta(header), deps)
  if (typeof saved === 'string')
    throw new RestRefusal(saved === 'bad-key' ? restErrors.badKey : restErrors.otherBody)
  return saved
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
