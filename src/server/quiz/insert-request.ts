import type { FastifyRequest } from 'fastify'
import { onlyOne } from '#server/signup/sign-up-routes.ts'
import { restErrors, type RestError } from './rest-errors.ts'

/** The columns as they are read back, in this order; the first two are drawn by the server. */
export const columns = [
  'id',
  'created_at',
  'email',
  'performance_type',
  'primary_score',
  'scores',
  'answers',
  'result_data',
] as const
export type Column = (typeof columns)[number]

export type Wish = {
  /** application/vnd.pgrst.object+json: the row itself, in place of an array of one */
  singular: boolean
  returns: 'representation' | 'minimal' | 'headers-only'
  counts: boolean
  /** the preferences that are heeded, as Preference-Applied names them */
  applied: string
  select: readonly { column: Column; as: string }[]
}

/** What PostgREST reads from the request beside its body: Accept, Prefer and ?select=. */
export function readWish({ headers, query }: FastifyRequest): Wish | RestError {
  const singular = readAccept(headers.accept)
  if (singular === null) return restErrors.notAcceptable
  const asked = (onlyOne(headers.prefer) ?? '').split(',').map((preference) => preference.trim())
  if (
    asked.some((preference) => preference.startsWith('resolution=')) ||
    'on_conflict' in (query as object)
  )
    return restErrors.insertOnly
  const applied = heeded.flatMap(
    (pattern) => asked.find((preference) => pattern.test(preference)) ?? [],
  )
  const returns =
    (['representation', 'headers-only'] as const).find((kind) =>
      applied.includes(`return=${kind}`),
    ) ?? 'minimal'
  const select = returns === 'representation' ? readSelect(lastOf(query, 'select')) : []
  if ('code' in select) return select
  return {
    singular,
    returns,
    counts: applied.some((preference) => /^count=(exact|estimated)$/.test(preference)),
    applied: applied.join(', '),
    select,
  }
}

/** The one row of a body, with the columns that ?columns= names, or all that it has; null for an empty array. */
export function readRow(
  body: unknown,
  query: unknown,
  singular: boolean,
): Record<string, unknown> | null | RestError {
  const rows: unknown[] = Array.isArray(body) ? body : [body]
  if (!rows.every(isObject)) return Array.isArray(body) ? restErrors.notRows : restErrors.notJson
  if (rows.length > 1 || (rows.length === 0 && singular))
    return singular ? restErrors.notSingular(rows.length) : restErrors.manyRows(rows.length)
  const [row] = rows
  if (!row) return null
  const named = lastOf(query, 'columns')
    ?.split(',')
    .map((name) => name.trim().replace(/^"(.*)"$/, '$1'))
    .filter((name) => name !== '')
  const given = named && named.length > 0 ? named : Object.keys(row)
  const unknown = given.find((name) => !columns.includes(name as Column))
  if (unknown !== undefined) return restErrors.noColumn(unknown)
  return Object.fromEntries(
    given.map((name) => [name, Object.hasOwn(row, name) ? row[name] : null]),
  )
}

/** In the order in which PostgREST names them. */
const heeded = [
  /^missing=(default|null)$/,
  /^return=(representation|minimal|headers-only)$/,
  /^count=(exact|planned|estimated)$/,
]

/** True for the singular media type, null where none that we have is asked for. */
function readAccept(accept = '*/*'): boolean | null {
  for (const part of accept.split(',')) {
    const type = part.split(';')[0]!.trim().toLowerCase()
    if (/^application\/vnd\.pgrst\.object(\+json)?$/.test(type)) return true
    if (/^(\*\/\*|application\/(\*|json|vnd\.pgrst\.array(\+json)?))$/.test(type)) return false
  }
  return null
}

function readSelect(select = '*'): Wish['select'] | RestError {
  const chosen: { column: Column; as: string }[] = []
  for (const part of (select || '*').split(',').map((text) => text.trim())) {
    if (part === '*') {
      chosen.push(...columns.map((column) => ({ column, as: column })))
      continue
    }
    const [, as, name] = /^(?:(\w+):)?(\w+)$/.exec(part) ?? []
    if (name === undefined) return restErrors.badSelect
    const column = columns.find((known) => known === name)
    if (!column) return restErrors.noSelected(name)
    chosen.push({ column, as: as ?? column })
  }
  return chosen
}

/** Of a parameter that comes twice the last counts. */
function lastOf(query: unknown, name: string): string | undefined {
  const value = (query as Record<string, string | string[] | undefined>)[name]
  return Array.isArray(value) ? value.at(-1) : value
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
