import { mask } from '#server/config/log.ts'
import {
  csvReader,
  Unreadable,
  unguarded,
  type CsvRecord,
  maxRecordLength,
} from '#server/cli/csv.ts'
import { cleanCell, fieldName } from './cell.ts'
import { useOf } from './column-names.ts'

/**
 * A record of a file: its fields by column, or the reason why it cannot be read with the address in
 * it, if there is one. `line` is where it begins, from 1. A column is the `fieldName` of its name,
 * with ` (2)` for the second of one name. `isShort`: the line ends before the last column.
 */
export type FileRow =
  | { line: number; fields: Record<string, string>; isShort?: true }
  | { line: number; wrong: string; address: string }

/** Characters at the start of a file that show how its table is written. */
const headLength = 64 * 1024
/** Lines above the header that a spreadsheet may have left, as a title. */
const mostLinesAbove = 10

/**
 * The rows of a CSV file. `names` gets the columns of the header: `fieldName` to the name as it is
 * written.
 */
export async function* csvRows(
  text: AsyncIterable<string>,
  file: string,
  names: Map<string, string>,
): AsyncGenerator<FileRow> {
  const { head, rest } = await readHead(text)
  const shape = shapeOf(head, file)
  const { push, end } = csvReader(shape)
  let above = shape.recordsAbove + 1
  const keys = keysOf(shape.header, names)
  for await (const record of records()) {
    if (above > 0) above--
    else {
      const row = csvRowOf(record, keys)
      if (row) yield row
    }
  }

  async function* records() {
    yield* push(head)
    for await (const chunk of rest) yield* push(chunk)
    yield* end()
  }
}

/** Null for a line of separators alone, as spreadsheets write an empty one. */
function csvRowOf(record: CsvRecord, keys: readonly string[]): FileRow | null {
  const { line } = record
  if ('wrong' in record) return { line, wrong: record.wrong, address: addressNear(record.text) }
  const cells = record.cells.map((cell) => cleanCell(unguarded(cell)))
  if (cells.every((cell) => cell === '')) return null
  if (cells.slice(keys.length).some((cell) => cell !== ''))
    return {
      line,
      wrong: `it has ${cells.length} cells, and the header has ${keys.length}: put quotation marks around a cell with a separator in it`,
      address: addressNear(cells.join(' ')),
    }
  const fields = Object.fromEntries(
    keys.flatMap((key, index) => (index < cells.length ? [[key, cells[index]!]] : [])),
  )
  return { line, fields, ...(cells.length < keys.length && { isShort: true }) }
}

/** The first address in a text that cannot be read, for the report; empty where there is none. */
const addressNear = (text: string): string =>
  /[^\s,;"'<>|:{}()[\]]+@[^\s,;"'<>|:{}()[\]]+/.exec(text.slice(0, 4_000))?.[0].slice(0, 254) ?? ''

/** A column without a name, or of a name that another one has, gets its own key. */
function keysOf(header: readonly string[], names: Map<string, string>): string[] {
  return header.map((cell, index) => {
    const key = nextKey(fieldName(cell) || `(column ${index + 1})`, names)
    names.set(key, cleanCell(cell))
    return key
  })
}

/** The key of a column beside those that there are. */
function nextKey(name: string, taken: { has(key: string): boolean }): string {
  let key = name
  for (let count = 2; taken.has(key); count++) key = `${name} (${count})`
  return key
}

async function readHead(text: AsyncIterable<string>) {
  const chunks = text[Symbol.asyncIterator]()
  let head = ''
  while (head.length < headLength) {
    const { value, done } = await chunks.next()
    if (done) break
    head += value
  }
  return { head, rest: { [Symbol.asyncIterator]: () => chunks } }
}

/** `recordsAbove`: records before the header. */
type Shape = {
  separator: string
  endsInCr: boolean
  recordsAbove: number
  header: readonly string[]
}

/**
 * How a table is written: the separator with which a line names a column of addresses, and how many
 * lines stand above that line. Throws `Unreadable` where there is no such column, e.g. in a file
 * without a header.
 */
function shapeOf(head: string, file: string): Shape {
  if (/^\s*(?:\{\s*"|\[\s*\{)/.test(head))
    throw new Unreadable(
      `${file} is JSON, not CSV: an import reads JSON with one object per line, in a file whose name ends in .jsonl.`,
    )
  const endsInCr = !head.includes('\n') && head.includes('\r')
  const [declaration, declared] = /^"?sep=(.)"?[,;\t|]*(?:\r\n|\n|\r)/i.exec(head) ?? []
  if (head.split(/\r\n|\n|\r/, 3).some((line) => border.test(line)))
    throw new Unreadable(
      `${file} is a table drawn with lines, as psql and mysql print it: export it as CSV (in psql: \\copy (select …) to 'people.csv' csv header).`,
    )
  const separators = declared === undefined ? [',', ';', '\t', '|'] : [declared]
  const read = separators.map((separator) => ({
    separator,
    records: firstRecords(head, { separator, endsInCr }),
  }))
  const found = read
    .flatMap(({ separator, records }): Shape[] => {
      const above = headerIn(records, declaration === undefined ? 0 : 1)
      const record = records[above]
      if (above < 0 || !record || !('cells' in record)) return []
      return [{ separator, endsInCr, recordsAbove: above, header: record.cells }]
    })
    .toSorted((a, b) => a.recordsAbove - b.recordsAbove || b.header.length - a.header.length)[0]
  if (found) return found
  throw new Unreadable(withoutHeader(read, file))
}

const border = /^[ \t]*[+|]?-{3,}(?:[-+| :]*[-+|])?[ \t]*$/

function firstRecords(head: string, how: { separator: string; endsInCr: boolean }): CsvRecord[] {
  const { push, end } = csvReader(how)
  const records: CsvRecord[] = []
  try {
    for (const record of push(head)) if (records.push(record) > mostLinesAbove) return records
    records.push(...end())
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
  }
  return records
}

/**
 * Where the header is, at `from` or below lines with one filled cell each; -1 where there is none.
 */
function headerIn(records: readonly CsvRecord[], from: number): number {
  const index = records.findIndex(
    (record, at) => at >= from && 'cells' in record && namesAddress(record.cells),
  )
  const isTitle = (record: CsvRecord) =>
    'cells' in record &&
    record.cells.filter((cell) => cleanCell(cell) !== '').length <= 1 &&
    !record.cells.some((cell) => cell.includes('@'))
  return records.slice(from, Math.max(index, 0)).every(isTitle) ? index : -1
}

const namesAddress = (cells: readonly string[]): boolean =>
  cells.some((cell) => useOf(fieldName(cell))?.use === 'address') &&
  !cells.some((cell) => cell.includes('@'))

type Read = { separator: string; records: readonly CsvRecord[] }

function withoutHeader(read: readonly Read[], file: string): string {
  if (read.every(({ records }) => records.length === 0)) return `${file} is empty.`
  const firsts = read.flatMap(({ records: [first] }) => (first ? [first] : []))
  const wrong = firsts.find((record) => 'wrong' in record)
  if (wrong && firsts.every((record) => 'wrong' in record))
    return `The header cannot be read: ${wrong.wrong}.`
  const [cells = []] = firsts
    .flatMap((record) => ('cells' in record ? [record.cells] : []))
    .toSorted((a, b) => b.length - a.length)
  const shown = cells
    .slice(0, maxCellsShown)
    .map((cell) => `'${mask(cleanCell(cell)).slice(0, 40)}'`)
    .join(', ')
  return `${file} has no \`email\` column: its first line must name the columns, one of them \`email\`. It reads ${shown}${cells.length > maxCellsShown ? ', …' : ''}.`
}

const maxCellsShown = 8

/** The rows of a file of JSON lines. `names` gets their keys, as `csvRows` does. */
export async function* jsonRows(
  text: AsyncIterable<string>,
  names: Map<string, string>,
): AsyncGenerator<FileRow> {
  let line = 0
  for await (const written of linesOf(text)) {
    line++
    if (line === 1 && /^\s*(?:\[|\{\s*$)/.test(written)) throw new Unreadable(oneDocument)
    if (written.trim() !== '') yield { line, ...jsonRowOf(written, names) }
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

type JsonRow = { fields: Record<string, string> } | { wrong: string; address: string }

function jsonRowOf(written: string, names: Map<string, string>): JsonRow {
  const address = () => addressNear(written)
  try {
    const value: unknown = JSON.parse(written)
    return isObject(value)
      ? { fields: fieldsOfObject(value, names) }
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
function fieldsOfObject(value: object, names: Map<string, string>): Record<string, string> {
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
      fields.set(key, textOfValue(one))
      if (!names.has(key)) names.set(key, before.replaceAll(' ', '.') + name)
    }
  }
  add(value, '', 1)
  return Object.fromEntries(fields)
}

/** The names of listsOfSubscriptions whose objects say where a person is subscribed: no mails, events or orders. */
const listsOfSubscriptions = /list|subscription|topic|preference|newsletter|group|audience/i
const mostInList = 10

function objectsIn(name: string, value: unknown): object[] {
  if (!Array.isArray(value)) return isObject(value) ? [value] : []
  if (name === 'consents') return value.slice(-1).filter(isObject)
  return listsOfSubscriptions.test(name) ? value.slice(0, mostInList).filter(isObject) : []
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textOfValue = (value: unknown): string => {
  if (typeof value === 'string') return cleanCell(value)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return Array.isArray(value) && value.length > 0 ? JSON.stringify(value).slice(0, 1_000) : ''
}
