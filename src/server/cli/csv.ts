/**
 * A record of a CSV file, or why it is malformed with what could be read of it. `line` is where it
 * begins, from 1.
 */
export type CsvRecord =
  | { line: number; cells: string[] }
  | { line: number; wrong: string; text: string }

/** The file cannot be read any further. The message is a sentence for the operator. */
export class Unreadable extends Error {}

/** Characters in a record: an unclosed quotation mark would make the rest of the file one cell. */
export const maxRecordLength = 64 * 1024

/**
 * A streaming parser of CSV (RFC 4180). Without a `separator` it is the first comma, semicolon or
 * tab of the header. Lines end in CRLF or LF, with `endsInCr` in CR alone; empty lines are skipped,
 * and blanks around the quotation marks of a cell. A malformed record is reported and skipped; an
 * unclosed cell throws `Unreadable`. Decision 034 tells why no library does this.
 */
export function csvReader({
  separator: given = '',
  endsInCr = false,
}: { separator?: string; endsInCr?: boolean } = {}) {
  const newline = endsInCr ? '\r' : '\n'
  let separator = given
  let at: 'start' | 'plain' | 'quoted' | 'quote' | 'closed' | 'cr' = 'start'
  let cells: string[] = []
  let cell = ''
  let wasQuoted = false
  let wrong = ''
  let length = 0
  let line = 1
  let first = 1

  function* push(chunk: string): Generator<CsvRecord> {
    for (const char of chunk) {
      if (++length > maxRecordLength)
        throw new Unreadable(
          `The record that begins in line ${first} is longer than ${maxRecordLength / 1024} KB: a quotation mark has no end, or a cell is too long. Correct that line, or leave the column out of the file.`,
        )
      const ends = read(char)
      if (char === newline) line++
      if (ends) yield* close()
    }
  }

  function* end(): Generator<CsvRecord> {
    if (at === 'quoted')
      throw new Unreadable(
        `The quotation mark in the record that begins in line ${first} has no end.`,
      )
    if (at === 'cr') broken('a carriage return stands without a line feed')
    if (length > 0) yield* close()
  }

  /** True if the record ends with this character. */
  function read(char: string): boolean {
    if (at === 'quoted') {
      if (char === '"') at = 'quote'
      else cell += char
      return false
    }
    if (at === 'cr' && char !== '\n') broken('a carriage return stands without a line feed')
    if (char === newline) return true
    if (char === '\r') at = 'cr'
    else if (separates(char)) endCell()
    else if (char === '"') quotationMark()
    else plain(char)
    return false
  }

  function quotationMark() {
    if (at === 'quote') cell += '"'
    else if (at === 'plain' && blank.test(cell)) {
      cell = ''
      at = 'start'
    } else if (at !== 'start')
      broken('a quotation mark stands inside a cell that does not begin with one')
    wasQuoted = true
    if (at === 'start' || at === 'quote') at = 'quoted'
  }

  function plain(char: string) {
    if ((at === 'quote' || at === 'closed') && blank.test(char)) at = 'closed'
    else {
      if (at === 'quote' || at === 'closed') broken('text stands after the end of a quoted cell')
      at = 'plain'
      cell += char
    }
  }

  function separates(char: string): boolean {
    if (separator === '' && (char === ',' || char === ';' || char === '\t')) separator = char
    return char === separator
  }

  function endCell() {
    cells.push(cell)
    cell = ''
    at = 'start'
  }

  function broken(reason: string) {
    wrong ||= reason
  }

  function* close(): Generator<CsvRecord> {
    endCell()
    const empty = cells.length === 1 && cells[0] === '' && !wasQuoted
    if (wrong) yield { line: first, wrong, text: cells.join(' ') }
    else if (!empty) yield { line: first, cells }
    if (!empty) separator ||= ','
    cells = []
    wasQuoted = false
    wrong = ''
    length = 0
    first = line
  }

  return { push, end }
}

const blank = /^[ \u00a0]+$/

/** What a spreadsheet may take for the end of a cell or of a line, also inside of our cells. */
const ends = String.raw`,;|\t\r\n\v\f\u0085\u2028\u2029`
/** A formula begins with one of these, also in the full width or the small form of East Asia. */
const begins = '=+\\-@\u2212\uFF0B\uFF0D\uFF1D\uFF20\uFE62\uFE63\uFE66\uFE6B'
/** Text before a formula that some programs drop. */
const dropped = String.raw`['"\p{Zs}\p{Cf}]*`
const atFormula = `(?=${dropped}[${begins}])`
/** A tab or a carriage return at the start of a cell is dropped too, with what follows kept. */
const atBlank = `(?=${dropped}[\\t\\r])`
const unsafe = new RegExp(`(?<=^|[${ends}])${atFormula}|^${atBlank}`, 'gu')
const guarded = new RegExp(`(?<=^|[${ends}])'${atFormula}|^'${atBlank}`, 'gu')
const quotes = /[",;\t\r\n]/

/**
 * One line of CSV. A spreadsheet whose separator is another one reads several cells in one of ours,
 * so an apostrophe stands before each formula that follows the start, a separator or a line break.
 * Where apostrophes stand there already, one more does, so that `unguarded` restores every cell.
 */
export function csvLine(cells: readonly string[]): string {
  const written = cells.map((cell) => {
    const safe = cell.replaceAll(unsafe, "'")
    return quotes.test(safe) || (safe === '' && cells.length === 1)
      ? `"${safe.replaceAll('"', '""')}"`
      : safe
  })
  return `${written.join(',')}\r\n`
}

/** Excel assumes another encoding without it. */
export const byteOrderMark = '\uFEFF'

/** A cell as it was before `csvLine`. */
export const unguarded = (cell: string): string => cell.replaceAll(guarded, '')

/** The name of a CSV column for a JSON field: `joinedAt` becomes `joined_at`. */
export const csvName = (field: string): string =>
  field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
