import { createReadStream } from 'node:fs'
import { mask } from '#server/config/log.ts'
import { csvReader, mostInRecord, unguarded, Unreadable } from './csv.ts'
import { addressNames } from './check-row.ts'

/** One person in a file: fields by their name in lower case with underscores, or why the record cannot be read. `line` is from 1. */
export type FileRow =
  | { line: number; fields: Record<string, string> }
  | { line: number; wrong: string }

/** `tellBytes` hears how many bytes have been read each time that there are more. */
export type Reading = { path: string; format: 'csv' | 'jsonl'; tellBytes?: (bytes: number) => void }

/** The rows of a file, or of standard input (`-`), in the memory of one record. Throws `Unreadable`. */
export function readRows(reading: Reading): AsyncGenerator<FileRow> {
  const text = textOf(reading)
  return reading.format === 'csv' ? csvRows(text, nameOf(reading.path)) : jsonRows(text)
}

const nameOf = (path: string) => (path === '-' ? 'Standard input' : path)

async function* textOf({ path, tellBytes = () => {} }: Reading): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let bytesRead = 0
  try {
    for await (const bytes of (path === '-'
      ? process.stdin
      : createReadStream(path)) as AsyncIterable<Buffer>) {
      tellBytes((bytesRead += bytes.length))
      yield decoder.decode(bytes, { stream: true })
    }
    yield decoder.decode()
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    const remedies: Record<string, string> = {
      ERR_ENCODING_INVALID_ENCODED_DATA:
        'is not UTF-8: save it as that (in a spreadsheet, "CSV UTF-8").',
      ENOENT: 'is not there: name the file as it lies from this folder, or with its whole path.',
      EACCES: 'may not be read by this user: give them read permission.',
    }
    throw new Unreadable(`${nameOf(path)} ${remedies[code] ?? `cannot be read: ${message}.`}`)
  }
}

async function* csvRows(text: AsyncIterable<string>, file: string): AsyncGenerator<FileRow> {
  const { push, end } = csvReader()
  let names: string[] | null = null
  for await (const record of records()) {
    if ('wrong' in record && names) yield record
    else if ('wrong' in record) throw new Unreadable(`The header cannot be read: ${record.wrong}.`)
    else if (!names) names = readHeader(record.cells, file)
    else if (record.cells.length !== names.length)
      yield {
        line: record.line,
        wrong: `it has ${record.cells.length} cells, and the header has ${names.length}`,
      }
    else
      yield {
        line: record.line,
        fields: Object.fromEntries(
          names.map((name, index) => [name, unguarded(record.cells[index]!).trim()]),
        ),
      }
  }

  async function* records() {
    for await (const chunk of text) yield* push(chunk)
    yield* end()
  }
}

/** Throws `Unreadable` where no column holds addresses, as in a file that begins with a person. */
function readHeader(cells: readonly string[], file: string): string[] {
  const names = cells.map(fieldName)
  if (names.some((name) => addressNames.includes(name))) return names
  const shown = cells
    .slice(0, mostShown)
    .map((cell) => `'${mask(cell.trim()).slice(0, 40)}'`)
    .join(', ')
  throw new Unreadable(
    `${file} has no \`email\` column: its first line must name the columns. It reads ${shown}${cells.length > mostShown ? ', …' : ''}.`,
  )
}

const mostShown = 8

async function* jsonRows(text: AsyncIterable<string>): AsyncGenerator<FileRow> {
  let line = 0
  for await (const written of linesOf(text)) {
    line++
    if (written.trim() !== '') yield { line, ...rowOf(written) }
  }
}

async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of text) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()!
    yield* lines
    if (rest.length > mostInRecord)
      throw new Unreadable(
        `A line is longer than ${mostInRecord / 1024} KB: each person stands in a line of their own.`,
      )
  }
  yield rest
}

function rowOf(written: string): { fields: Record<string, string> } | { wrong: string } {
  try {
    const value: unknown = JSON.parse(written)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { fields: fieldsOf(value) }
      : { wrong: 'it is no JSON object' }
  } catch {
    return { wrong: 'it is no JSON' }
  }
}

/** Texts alone; of a list of consents, as our own export has it, the last. */
function fieldsOf(value: object): Record<string, string> {
  const { consents } = value as { consents?: unknown }
  const last: unknown = Array.isArray(consents) ? consents.at(-1) : null
  const texts = (of: object, before = '') =>
    Object.entries(of).flatMap(([name, text]) =>
      typeof text === 'string' ? [[before + fieldName(name), text.trim()]] : [],
    )
  return Object.fromEntries([
    ...texts(value),
    ...(typeof last === 'object' && last !== null ? texts(last, 'consent_') : []),
  ])
}

/** `givenAt`, `Given at` and `given-at` are one name. */
const fieldName = (name: string): string =>
  name
    .trim()
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
