import { createReadStream } from 'node:fs'
import { mask } from '#server/config/log.ts'
import { csvReader, maxRecordLength, unguarded, Unreadable } from '#server/cli/csv.ts'
import { addressNames } from './check-row.ts'

/**
 * A record of a file: its fields by `fieldName`, or the reason why it cannot be read. `line` is
 * where it begins, from 1.
 */
export type FileRow =
  | { line: number; fields: Record<string, string> }
  | { line: number; wrong: string }

/**
 * `onBytes` gets the number of bytes read so far, after each chunk. `name` is what errors call the
 * file; default: its path.
 */
export type Source = {
  path: string
  format: 'csv' | 'jsonl'
  name?: string
  onBytes?: (bytes: number) => void
}

/** Streams the rows of a file, or of standard input (`-`). Throws `Unreadable`. */
export function readRows(source: Source): AsyncGenerator<FileRow> {
  const text = textOf(source)
  return source.format === 'csv' ? csvRows(text, nameOf(source)) : jsonRows(text)
}

const nameOf = ({ path, name }: Source) => name ?? (path === '-' ? 'Standard input' : path)

async function* textOf(source: Source): AsyncGenerator<string> {
  const { path, onBytes = () => {} } = source
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let bytesRead = 0
  try {
    for await (const bytes of (path === '-'
      ? process.stdin
      : createReadStream(path)) as AsyncIterable<Buffer>) {
      onBytes((bytesRead += bytes.length))
      yield decoder.decode(bytes, { stream: true })
    }
    yield decoder.decode()
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    const remedies: Record<string, string> = {
      ERR_ENCODING_INVALID_ENCODED_DATA:
        'is not UTF-8: save it as UTF-8 (in a spreadsheet, "CSV UTF-8").',
      ENOENT: 'does not exist: use a path relative to this folder, or a whole path.',
      EACCES: 'cannot be read by this user: grant read permission.',
    }
    throw new Unreadable(`${nameOf(source)} ${remedies[code] ?? `cannot be read: ${message}.`}`)
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

/** Throws `Unreadable` where there is no column of addresses, e.g. in a file without a header. */
function readHeader(cells: readonly string[], file: string): string[] {
  const names = cells.map(fieldName)
  if (names.some((name) => addressNames.includes(name))) return names
  const shown = cells
    .slice(0, maxCellsShown)
    .map((cell) => `'${mask(cell.trim()).slice(0, 40)}'`)
    .join(', ')
  throw new Unreadable(
    `${file} has no \`email\` column: its first line must name the columns. It reads ${shown}${cells.length > maxCellsShown ? ', …' : ''}.`,
  )
}

const maxCellsShown = 8

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
    if (rest.length > maxRecordLength)
      throw new Unreadable(
        `A line is longer than ${maxRecordLength / 1024} KB: each person needs a line of their own.`,
      )
  }
  yield rest
}

function rowOf(written: string): { fields: Record<string, string> } | { wrong: string } {
  try {
    const value: unknown = JSON.parse(written)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { fields: fieldsOf(value) }
      : { wrong: 'it is not a JSON object' }
  } catch {
    return { wrong: 'it is not JSON' }
  }
}

/** Fields that are texts, and those of the last consent, as our own export has them. */
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

/** `givenAt`, `Given at` and `given-at` all become `given_at`. */
const fieldName = (name: string): string =>
  name
    .trim()
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
