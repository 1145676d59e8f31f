import { maxRecordLength, Unreadable } from '#server/cli/csv.ts'
import { addressNear, cleanCell, fieldName } from './cell.ts'
import { nextKey, type FileRow } from './file-row.ts'

/** The rows of a file of JSON lines. `names` gets their keys, as `csvRows` does. */
export async function* jsonRows(
  text: AsyncIterable<string>,
  names: Map<string, string>,
): AsyncGenerator<FileRow> {
  let line = 0
  for await (const written of linesOf(text)) {
    line++
    if (line === 1 && /^\s*(?:\[|\{\s*$)/.test(written)) throw new Unreadable(oneDocument)
    if (written.trim() !== '') yield { line, ...rowOf(written, names) }
  }
}

const oneDocument =
  "The file is one JSON document, and an import reads one JSON object per line. Convert it, for instance with jq -c '.[]' people.json > people.jsonl, and import that file."

async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of text) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()!
    yield* lines
    if (rest.length > maxRecordLength)
      throw new Unreadable(
        `A line is longer than ${maxRecordLength / 1024} KB: each person needs a line of their own.`,
      )
  }
  yield rest
}

type Row = { fields: Record<string, string> } | { wrong: string; address: string }

function rowOf(written: string, names: Map<string, string>): Row {
  const address = () => addressNear(written)
  try {
    const value: unknown = JSON.parse(written)
    return isObject(value)
      ? { fields: fieldsOf(value, names) }
      : { wrong: 'it is not a JSON object', address: address() }
  } catch {
    return { wrong: 'it is not JSON', address: address() }
  }
}

/** How deep objects in objects are read: `{"address":{"state":"…"}}` has a column `address_state`. */
const mostLevels = 6

/**
 * Texts, numbers and booleans, also those of objects in a row, which have columns of their own:
 * `consents` has the last one alone, as our own export has them.
 */
function fieldsOf(value: object, names: Map<string, string>): Record<string, string> {
  const fields = new Map<string, string>()
  const add = (of: object, before: string, level: number): void => {
    for (const [name, one] of Object.entries(of)) {
      const nested = objectsIn(name, one)
      if (nested.length > 0) {
        const under = `${before}${Array.isArray(one) && name === 'consents' ? 'consent' : name} `
        if (level < mostLevels) nested.forEach((object) => add(object, under, level + 1))
        continue
      }
      const base = fieldName(before + name)
      const key = nextKey(base, fields)
      fields.set(key, textOf(one))
      if (!names.has(key)) names.set(key, before.replaceAll(' ', '.') + name)
    }
  }
  add(value, '', 1)
  return Object.fromEntries(fields)
}

/** The names of lists whose objects say where a person is subscribed: no mails, events or orders. */
const lists = /list|subscription|topic|preference|newsletter|group|audience/i
const mostInList = 10

function objectsIn(name: string, value: unknown): object[] {
  if (!Array.isArray(value)) return isObject(value) ? [value] : []
  if (name === 'consents') return value.slice(-1).filter(isObject)
  return lists.test(name) ? value.slice(0, mostInList).filter(isObject) : []
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textOf = (value: unknown): string => {
  if (typeof value === 'string') return cleanCell(value)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return Array.isArray(value) && value.length > 0 ? JSON.stringify(value).slice(0, 1_000) : ''
}
