import { createReadStream } from 'node:fs'
import { Unreadable } from '#server/cli/csv.ts'
import { csvRows, type FileRow, jsonRows } from './file-row.ts'

/**
 * A file of people, which can be read more than once. `names`: the columns as the file writes them,
 * by their key; complete once the rows have been read.
 */
export type PeopleFile = {
  name: string
  names: ReadonlyMap<string, string>
  rows(): AsyncGenerator<FileRow>
}

/** Streams the rows of a file. Throws `Unreadable`. */
export function openPeopleFile(source: Source): PeopleFile {
  const names = new Map<string, string>()
  return {
    name: source.name,
    names,
    rows() {
      names.clear()
      const text = textOf(source)
      return source.format === 'csv' ? csvRows(text, source.name, names) : jsonRows(text, names)
    },
  }
}

/** How many bytes of a file that is read twice were read so far, in both passes. */
export function bothPasses(size: number) {
  let [before, last] = [0, 0]
  return {
    onBytes(bytes: number): void {
      if (bytes < last) before = size
      last = bytes
    },
    bytesRead: () => before + last,
  }
}

/**
 * A file of people: its path, or an open file descriptor that is read from its beginning. `name` is
 * what errors call it. `onBytes` gets the number of bytes read so far, after each chunk.
 */
type Source = {
  file: string | number
  format: 'csv' | 'jsonl'
  name: string
  onBytes?: (bytes: number) => void
}

/** Streams the text of a file in UTF-8, without byte order marks. Throws `Unreadable`. */
async function* textOf({ file, name, onBytes = () => {} }: Source): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let bytesRead = 0
  let isStart = true
  const start = (text: string) => {
    const shown = isStart ? text.replace(/^\uFEFF+/, '') : text
    isStart &&= shown === ''
    return shown
  }
  try {
    for await (const bytes of bytesOf(file)) {
      const kind = bytesRead === 0 ? otherKind(bytes) : null
      if (kind) throw new Unreadable(`${name} ${kind}`)
      onBytes((bytesRead += bytes.length))
      yield start(decoder.decode(bytes, { stream: true }))
    }
    yield start(decoder.decode())
  } catch (error) {
    if (error instanceof Unreadable) throw error
    const { code = '', message } = error as NodeJS.ErrnoException
    throw new Unreadable(`${name} ${remedies[code] ?? `cannot be read: ${message}.`}`)
  }
}

const bytesOf = (file: string | number) =>
  (typeof file === 'number'
    ? createReadStream('', { fd: file, start: 0, autoClose: false })
    : createReadStream(file)) as AsyncIterable<Buffer>

const remedies: Record<string, string> = {
  ERR_ENCODING_INVALID_ENCODED_DATA:
    'is not UTF-8: save it as UTF-8 (in a spreadsheet, "CSV UTF-8").',
  ENOENT: 'does not exist: use a path relative to this folder, or a whole path.',
  EACCES: 'cannot be read by this user: grant read permission.',
  EISDIR: 'is a folder: name a file in it.',
}

const saveAs = 'save the table as "CSV UTF-8" and import that file.'

/** What a file is that is no text in UTF-8, by its first bytes; null for any other. */
function otherKind(bytes: Buffer): string | null {
  const starts = (...values: number[]) => values.every((value, index) => bytes[index] === value)
  if (starts(0xff, 0xfe) || starts(0xfe, 0xff) || hasZeroInEveryLetter(bytes))
    return `is UTF-16, not UTF-8: ${saveAs}`
  if (starts(0x50, 0x4b, 0x03, 0x04)) return `is a ZIP file, as .xlsx and .ods are: ${saveAs}`
  if (starts(0xd0, 0xcf, 0x11, 0xe0)) return `is an old Excel file (.xls): ${saveAs}`
  if (starts(0x1f, 0x8b)) return 'is compressed (gzip): unpack it and import the file in it.'
  if (/^\s*<(?:!doctype|html|\?xml|table)/i.test(bytes.subarray(0, 100).toString()))
    return 'is a web page or XML, not CSV: export the table as CSV and import that file.'
  if (starts(0x25, 0x50, 0x44, 0x46)) return `is a PDF file: ${saveAs}`
  return null
}

/** UTF-16 without a mark: in western text, one byte of each letter is zero. */
function hasZeroInEveryLetter(bytes: Buffer): boolean {
  const start = bytes.subarray(0, 512)
  const zeros = (odd: number) =>
    start.filter((byte, index) => index % 2 === odd && byte === 0).length
  const pairs = Math.floor(start.length / 2)
  return (
    pairs >= 2 &&
    Math.max(zeros(0), zeros(1)) > pairs * 0.6 &&
    Math.min(zeros(0), zeros(1)) < pairs * 0.2
  )
}
