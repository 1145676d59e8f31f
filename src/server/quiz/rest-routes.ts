import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { formMetaHeader, paths } from '#contract/api.ts'
import {
  scoreRange,
  typesOf,
  resultOf,
  wrongResult,
  type QuizCopy,
  type QuizResult,
} from '#contract/quiz/quiz.ts'
import { proofField } from '#contract/quiz/pages.ts'
import { amountInWords } from '#contract/promises/amounts.ts'
import type { Language } from '#contract/campaign/languages.ts'
import { decodeFormMeta, type FormMeta } from '#contract/people/waitlist.ts'
import { parseAddress } from '#contract/address/address.ts'
import { iso } from '#contract/time.ts'
import { firstOf, requireAnonKey } from '#server/http/guards.ts'
import { jsonParser } from '#server/http/http-limits.ts'
import { headerItems } from '#server/http/headers.ts'
import { knownLanguage } from '#server/signup/shown-consent.ts'
import { whyWrong } from '#server/signup/sign-up.ts'
import { languageSent, readIn } from './result-language.ts'
import { refuseAsRest, restErrors, RestRefusal } from './rest-errors.ts'
import type { SavedRow } from './results.ts'
import { saveResult, type QuizRecord, type SaveDeps } from './save-result.ts'

/*
 * A quiz result, from its POST to its mails:
 *
 * This file reads and validates a request as PostgREST would, and rest-errors.ts lists every
 * refusal. save-result.ts stores the result behind the guard of a sign-up, and the person as a
 * sign-up with what the quiz adds (signup/add-people.ts). One idempotency key is one row
 * (results.ts).
 * A result of a person who has confirmed before waits until they confirm it, unless the request
 * proves that it is theirs (results.ts).
 * page-routes.ts does the same for the pages without script.
 * The mails that follow are told in sequence/planner.ts.
 */

type QuizResultDeps = SaveDeps & { quiz: QuizCopy; anonKey: string | undefined }

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

function insert(deps: QuizResultDeps) {
  const readRecord = recordReader(deps.quiz)
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const options = readOptions(request)
    const row = readRow(request.body, request.query, options.singular)
    const meta = decodeFormMeta(firstOf(request.headers[formMetaHeader]))
    const record = row && readRecord(row, knownLanguage(meta.language))
    return sendRows(reply, options, record ? [await save(request, record, meta, deps)] : [])
  }
}

async function save(
  request: FastifyRequest,
  record: QuizRecord,
  meta: FormMeta,
  deps: QuizResultDeps,
): Promise<SavedRow> {
  const header = firstOf(request.headers[formMetaHeader])
  const proof = new URLSearchParams(header ?? '').get(proofField) ?? ''
  const saved = await saveResult(request, { ...record, proof }, meta, deps)
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
  column === 'created_at' ? iso(row.createdAt).replace('Z', '+00:00') : row[column]

/** The columns in the order in which they are returned. The server generates the first two. */
const columns = [
  'id',
  'created_at',
  'email',
  'performance_type',
  'primary_score',
  'scores',
  'answers',
  'result_data',
] as const
type Column = (typeof columns)[number]

/** PostgREST's options of an insert. */
type InsertOptions = {
  /** application/vnd.pgrst.object+json: the row itself instead of an array of one */
  singular: boolean
  returns: 'representation' | 'minimal' | 'headers-only'
  counts: boolean
  /** the preferences that apply, as in the header Preference-Applied */
  applied: string
  select: readonly { column: Column; as: string }[]
}

/** Reads the options from Accept, Prefer and ?select=. Throws RestRefusal, as all of this file. */
function readOptions({ headers, query }: FastifyRequest): InsertOptions {
  const singular = readAccept(headers.accept)
  const preferences = headerItems(firstOf(headers.prefer) ?? '', ',')
  if (
    preferences.some((preference) => preference.startsWith('resolution=')) ||
    'on_conflict' in (query as object)
  )
    throw new RestRefusal(restErrors.insertOnly)
  const applied = supported.flatMap(
    (pattern) => preferences.find((preference) => pattern.test(preference)) ?? [],
  )
  const returns =
    (['representation', 'headers-only'] as const).find((kind) =>
      applied.includes(`return=${kind}`),
    ) ?? 'minimal'
  const select = returns === 'representation' ? readSelect(lastOf(query, 'select')) : []
  return {
    singular,
    returns,
    counts: applied.some((preference) => /^count=(exact|estimated)$/.test(preference)),
    applied: applied.join(', '),
    select,
  }
}

/**
 * The one row of a body, with the columns of ?columns= or all that it has. Null for an empty array.
 */
function readRow(body: unknown, query: unknown, singular: boolean): Record<string, unknown> | null {
  const rows: unknown[] = Array.isArray(body) ? body : [body]
  if (!rows.every(isObject))
    throw new RestRefusal(Array.isArray(body) ? restErrors.notRows : restErrors.notJson)
  if (rows.length > 1 || (rows.length === 0 && singular))
    throw new RestRefusal(
      singular ? restErrors.notSingular(rows.length) : restErrors.manyRows(rows.length),
    )
  const [row] = rows
  if (!row) return null
  const named = lastOf(query, 'columns')
    ?.split(',')
    .map((name) => name.trim().replace(/^"(.*)"$/, '$1'))
    .filter((name) => name !== '')
  const given = named && named.length > 0 ? named : Object.keys(row)
  const unknown = given.find((name) => !columns.includes(name as Column))
  if (unknown !== undefined) throw new RestRefusal(restErrors.noColumn(unknown))
  return Object.fromEntries(
    given.map((name) => [name, Object.hasOwn(row, name) ? row[name] : null]),
  )
}

/** The preferences that we support, in the order in which PostgREST lists them. */
const supported = [
  /^missing=(default|null)$/,
  /^return=(representation|minimal|headers-only)$/,
  /^count=(exact|planned|estimated)$/,
]

/** True for the singular media type, false for an array. */
function readAccept(accept = '*/*'): boolean {
  for (const part of headerItems(accept, ',')) {
    const type = headerItems(part, ';')[0]!.toLowerCase()
    if (/^application\/vnd\.pgrst\.object(\+json)?$/.test(type)) return true
    if (/^(\*\/\*|application\/(\*|json|vnd\.pgrst\.array(\+json)?))$/.test(type)) return false
  }
  throw new RestRefusal(restErrors.notAcceptable)
}

function readSelect(select = '*'): InsertOptions['select'] {
  const chosen: { column: Column; as: string }[] = []
  for (const part of (select || '*').split(',').map((text) => text.trim())) {
    if (part === '*') {
      chosen.push(...columns.map((column) => ({ column, as: column })))
      continue
    }
    const [, as, name] = /^(?:(\w+):)?(\w+)$/.exec(part) ?? []
    if (name === undefined) throw new RestRefusal(restErrors.badSelect)
    const column = columns.find((known) => known === name)
    if (!column) throw new RestRefusal(restErrors.noSelected(name))
    chosen.push({ column, as: as ?? column })
  }
  return chosen
}

/** The last value of a parameter that comes several times. */
function lastOf(query: unknown, name: string): string | undefined {
  const value = (query as Record<string, string | string[] | undefined>)[name]
  return Array.isArray(value) ? value.at(-1) : value
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * QUIZ-6: validates a row, first each column and then the row as a whole. The texts of the result
 * are those of the campaign, in the language of those that the row has.
 */
function recordReader(
  quiz: QuizCopy,
): (row: Record<string, unknown>, language: Language) => QuizRecord {
  const checks = Object.entries(checksOf(quiz))
  return (row, language) => parseRecord(row, { checks, quiz, language })
}

function parseRecord(
  row: Record<string, unknown>,
  {
    checks,
    quiz,
    language,
  }: { checks: readonly [string, Check][]; quiz: QuizCopy; language: Language },
): QuizRecord {
  const generated = (['id', 'created_at'] as const).find(
    (name) => row[name] !== undefined && row[name] !== null,
  )
  if (generated) throw new RestRefusal(restErrors.generatedColumn(generated))
  for (const [name, { shape, details }] of checks) {
    const value = row[name]
    if (value === undefined || value === null) throw new RestRefusal(restErrors.nullColumn(name))
    if (!shape.safeParse(value).success)
      throw new RestRefusal(
        restErrors.failedCheck(
          name,
          (name === 'email' && typeof value === 'string' && whyWrong(value, language)) || details,
        ),
      )
  }
  // Every column has just been checked against its shape.
  const given = row as QuizResult & { email: string }
  const wrong = wrongResult(quiz, given)
  if (wrong) throw new RestRefusal(restErrors.failedCheck(wrong.key, wrong.reason))
  const lang = languageSent(given, language)
  const result = readIn(lang, resultOf(quiz, given.answers)!)
  return { email: parseAddress(given.email)!, result, lang }
}

type Check = { shape: z.ZodType; details: string }
const text = z.string()

/** By column, in the order in which they are checked. */
function checksOf(quiz: QuizCopy): Record<Exclude<Column, 'id' | 'created_at'>, Check> {
  const types = typesOf(quiz)
  const { least, most } = scoreRange(quiz)
  const inWords = (n: number) => amountInWords({ n }, 'en')
  return {
    email: {
      shape: text.refine((typed) => parseAddress(typed) !== null),
      details: 'This address cannot receive mail.',
    },
    performance_type: {
      shape: z.enum(types),
      details: `It is one of ${types.join(', ')}.`,
    },
    primary_score: {
      shape: z.int().min(least).max(most),
      details: `It is a whole number from ${least} to ${most}.`,
    },
    scores: {
      shape: exactly(types, z.int()),
      details: `They are ${inWords(types.length)} whole numbers: ${types.join(', ')}.`,
    },
    answers: {
      shape: exactly(
        quiz.questions.map(({ id }) => id),
        text,
      ),
      details: `They are the id of one option for each of the ${inWords(quiz.questions.length)} questions.`,
    },
    result_data: {
      shape: z.object({ title: text, description: text, recommendation: text }),
      details: 'It has three texts: title, description, recommendation.',
    },
  }
}

/** An object of exactly these keys. */
const exactly = (keys: readonly string[], value: z.ZodType) =>
  z.strictObject(Object.fromEntries(keys.map((key) => [key, value])))
