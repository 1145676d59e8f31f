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

/** How many objects of a list are read: the lists of a person, each with a status. */
const mostInList = 10

/**
 * Texts, numbers and booleans, and those of objects in a list: of the last consent, as our own export
 * has them, and of each of the first ones of any other list.
 */
function fieldsOf(value: object, names: Map<string, string>): Record<string, string> {
  const fields = new Map<string, string>()
  const add = (of: object, before: string, level: number): void => {
    for (const [name, one] of Object.entries(of)) {
      const nested: unknown = Array.isArray(one) && name === 'consents' ? one.at(-1) : one
      const objects = (Array.isArray(nested) ? nested.slice(0, mostInList) : [nested]).filter(
        isObject,
      )
      if (objects.length > 0) {
        const isConsent = Array.isArray(one) && name === 'consents'
        const under = `${before}${isConsent ? 'consent' : name} `
        if (level < mostLevels) objects.forEach((object) => add(object, under, level + 1))
        continue
      }
      const base = fieldName(before + name)
      const key = nextKey(base, fields)
      fields.set(key, textOf(nested))
      if (!names.has(key)) names.set(key, before.replaceAll(' ', '.') + name)
    }
  }
  add(value, '', 1)
  return Object.fromEntries(fields)
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textOf = (value: unknown): string => {
  if (typeof value === 'string') return cleanCell(value)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return Array.isArray(value) && value.length > 0 ? JSON.stringify(value).slice(0, 1_000) : ''
}
