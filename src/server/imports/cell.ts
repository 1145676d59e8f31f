import { invisible } from '#contract/email.ts'
import { parseAddress } from '#contract/address.ts'

const around = new RegExp(`^[\\s${invisible}]+|[\\s${invisible}]+$`, 'g')

/** A cell without what is invisible around it, and without NUL. */
export const cleanCell = (text: string): string =>
  plain.test(text) ? text : text.replaceAll('\0', '').replaceAll(around, '')

/** Most cells are printable ASCII without a blank at their ends. */
const plain = /^(?:[!-~](?:[ -~]*[!-~])?)?$/

/** What databases, programs and spreadsheets write into a cell that has no value. */
const empty = new Set([
  '-',
  '--',
  '–',
  '—',
  'n/a',
  'na',
  'nan',
  'nat',
  'null',
  '(null)',
  '<null>',
  'nil',
  'none',
  'undefined',
  '\\n',
  '#n/a',
  '[]',
  '{}',
])
/**
 * The first day of a database or a program, which stands for none: of MySQL, Go and .NET, SQL Server,
 * Unix and spreadsheets.
 */
const zeroDate =
  /^(?:0000-00-00|0001-01-01|1753-01-01|1970-01-01|1899-12-3[01]|3[01][/.-]12[/.-]1899|1900-01-0[01]|00[/.-]00[/.-]0000|0?1[/.-]0?1[/.-](?:0001|1900|1970)|0?1[/.-]0[/.-]1900|0?0[/.-]0?1[/.-]1900)(?:[T ].*)?$/

/** The text of a cell; empty where a database or a program writes that it has none. */
export const filled = (text: string): string =>
  empty.has(text.toLowerCase()) || zeroDate.test(text) ? '' : text

/** `Given at`, `givenAt` and `given-at` all become `given_at`; letters lose their accents. */
export const fieldName = (name: string): string =>
  cleanCell(name)
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '')

/** Letters and digits alone, in lower case and without accents: `Non-Subscribed` and `non subscribed` are one word. */
export const wordOf = (text: string): string => fieldName(text).replaceAll('_', '')

/** The first address in a text that cannot be read, for the report; empty where there is none. */
export const addressNear = (text: string): string =>
  /[^\s,;"'<>|:{}()[\]]+@[^\s,;"'<>|:{}()[\]]+/.exec(text.slice(0, 4_000))?.[0].slice(0, 254) ?? ''

/** A text for a terminal: without control characters. */
export const printableOf = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ')

const anyInvisible = new RegExp(`[${invisible}\\0]+`, 'g')

/**
 * The stored form of an address as programs write it into a file: also with invisible characters
 * inside, as `Name <a@b.example>`, or with a subject behind `mailto:`. Null if it is none.
 */
export function readAddress(written: string): string | null {
  const visible = written.replaceAll(anyInvisible, '').trim()
  const bare = (/^[^@<>]*<([^<>]*@[^<>]*)>[\s.,;]*$/.exec(visible)?.[1] ?? visible).trim()
  return parseAddress(bare.replace(/^[([<"'\s]*mailto:([^?]*)(?:\?.*)?$/i, '$1'))
}
