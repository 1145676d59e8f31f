import type { FastifyRequest } from 'fastify'
import { firstOf } from '#server/http/guards.ts'
import { headerItems } from '#server/http/headers.ts'
import { restErrors, type RestError } from './rest-errors.ts'

/** The columns in the order in which they are returned. The server generates the first two. */
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

/** PostgREST's options of an insert. */
export type InsertOptions = {
  /** application/vnd.pgrst.object+json: the row itself instead of an array of one */
  singular: boolean
  returns: 'representation' | 'minimal' | 'headers-only'
  counts: boolean
  /** the preferences that apply, as in the header Preference-Applied */
  applied: string
  select: readonly { column: Column; as: string }[]
}

/** Reads the options from Accept, Prefer and ?select=. */
export function readOptions({ headers, query }: FastifyRequest): InsertOptions | RestError {
  const singular = readAccept(headers.accept)
  if (singular === null) return restErrors.notAcceptable
  const preferences = headerItems(firstOf(headers.prefer) ?? '', ',')
  if (
    preferences.some((preference) => preference.startsWith('resolution=')) ||
    'on_conflict' in (query as object)
  )
    return restErrors.insertOnly
  const applied = supported.flatMap(
    (pattern) => preferences.find((preference) => pattern.test(preference)) ?? [],
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

/**
 * The one row of a body, with the columns of ?columns= or all that it has. Null for an empty array.
 */
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

/** The preferences that we support, in the order in which PostgREST lists them. */
const supported = [
  /^missing=(default|null)$/,
  /^return=(representation|minimal|headers-only)$/,
  /^count=(exact|planned|estimated)$/,
]

/** True for the singular media type, false for an array, null if the client takes neither. */
function readAccept(accept = '*/*'): boolean | null {
  for (const part of headerItems(accept, ',')) {
    const type = headerItems(part, ';')[0]!.toLowerCase()
    if (/^application\/vnd\.pgrst\.object(\+json)?$/.test(type)) return true
    if (/^(\*\/\*|application\/(\*|json|vnd\.pgrst\.array(\+json)?))$/.test(type)) return false
  }
  return null
}

function readSelect(select = '*'): InsertOptions['select'] | RestError {
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

/** The last value of a parameter that comes several times. */
function lastOf(query: unknown, name: string): string | undefined {
  const value = (query as Record<string, string | string[] | undefined>)[name]
  return Array.isArray(value) ? value.at(-1) : value
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
