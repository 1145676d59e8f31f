import { invisible } from '#contract/address/email.ts'
import { parseAddress } from '#contract/address/address.ts'
import { dayMs, hourMs } from '#contract/time.ts'
import { offsetMs, timeShown, type Shown } from '#server/counts/zone-clock.ts'

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

/** The words of a table: `opted out, left`. */
export const wordsIn = (table: string): string[] => table.split(/,\s*/).map(wordOf)

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

/** Which of `03/04/2024` is the day, as the whole column shows; `mixed` where it shows both. */
export type DateOrder = 'day-first' | 'month-first' | 'unknown' | 'mixed'

export type WrongDate = 'unreadable' | 'no-such-day' | 'skipped' | 'order'

/**
 * Reads a date as databases, programs and spreadsheets write it, in ms; null where the cell is
 * empty. Without a zone it is UTC; a date is its first moment. `order` is that of the column.
 */
export function readDate(
  written: string,
  order: DateOrder = 'unknown',
): { at: number } | { wrong: WrongDate } | null {
  const text = filled(written.replaceAll(/[\s\u00a0\u202f]+/g, ' ').trim())
  if (text === '' || text === '0') return null
  const number = ofNumber(text)
  if (number !== null) return { at: number }
  const read = ofWords(text, order)
  if ('at' in read && read.at < 0) return { wrong: 'unreadable' }
  return read
}

/** What a date in digits tells about the order of its column; null where it has no such order. */
export function orderOf(written: string): DateOrder | null {
  const parts = slashed.exec(written.trim())?.groups
  if (!parts) return null
  const [first, second] = [Number(parts['left']), Number(parts['right'])]
  if (first > 12 === second > 12) return null
  return first > 12 ? 'day-first' : 'month-first'
}

export function joinOrders(a: DateOrder, b: DateOrder | null): DateOrder {
  if (b === null || a === b) return a
  return a === 'unknown' ? b : 'mixed'
}

const year2000 = Date.UTC(2000, 0, 1)
const year2100 = Date.UTC(2100, 0, 1)
/**
 * Seconds, milliseconds or microseconds since 1970, or the day number of a spreadsheet (1 is 1
 * January 1900): each has another number of digits. Null for other numbers.
 */
function ofNumber(text: string): number | null {
  const [, whole = '', fraction = ''] = /^(\d+)(?:[.,](\d+))?$/.exec(text) ?? []
  const number = Number(`${whole}.${fraction || 0}`)
  const at = {
    5: (number - 25_569) * dayMs,
    9: number * 1_000,
    10: number * 1_000,
    13: number,
    16: number / 1_000,
  }[whole.length]
  if (at === undefined || at < year2000 || at >= year2100) return null
  return Math.floor(at + 1e-4)
}

const clock = String.raw`(?<hour>\d{1,2})[:.](?<minute>\d\d)(?:[:.](?<second>\d\d(?:[.,]\d+)?))?(?: ?(?<half>[ap]\.?m\b\.?))?`
const zone = String.raw`(?: ?(?<zone>[a-z]{1,5}(?:[+-]\d{1,2}(?::?\d\d)?)?|[+-]\d\d(?::?\d\d(?::?\d\d)?)?|[a-z]+(?:/[a-z_+-]+[\d]*)+))?(?: ?\((?<comment>[^)]*)\)| UTC| GMT|\[[a-z_/+-]+\])?`
const time = `(?:(?:T|,? (?:at |om |um |à |a las )?)${clock}(?: uur| uhr)?${zone})?`
const weekday = String.raw`(?:\p{L}{2,10}\.?,? )?`
const month = String.raw`(?<name>\p{L}{3,10})\.?`
const ordinal = String.raw`(?:st|nd|rd|th|er|\.)?`
const of = '(?: d[ei])?'

const shapes = [
  String.raw`(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})${time}`,
  String.raw`(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)_(?<hour>\d\d)-(?<minute>\d\d)-(?<second>\d\d)`,
  String.raw`(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)(?:[T ]?(?<hour>\d\d):?(?<minute>\d\d):?(?<second>\d\d(?:\.\d+)?)?${zone})?`,
  String.raw`(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})${time}`,
  String.raw`${weekday}(?<day>\d{1,2})${ordinal}${of}[ -]${month}${of}[ -](?<year>\d{4})${time}`,
  String.raw`${weekday}${month} (?<day>\d{1,2})${ordinal},? (?<year>\d{4})${time}`,
  String.raw`${weekday}${month} +(?<day>\d{1,2}) ${clock}${zone} (?<year>\d{4})`,
].map((shape) => new RegExp(`^${shape}$`, 'iu'))
const slashed = new RegExp(
  String.raw`^(?<left>\d{1,2})[/-](?<right>\d{1,2})[/-](?<year>\d{4})${time}$`,
  'i',
)

function ofWords(text: string, order: DateOrder): { at: number } | { wrong: WrongDate } {
  for (const shape of shapes) {
    const groups = shape.exec(text)?.groups
    if (groups) return ofParts(groups)
  }
  const groups = slashed.exec(text)?.groups
  if (!groups) return { wrong: 'unreadable' }
  const { left = '', right = '' } = groups
  const same = Number(left) === Number(right)
  if (order === 'mixed' || (order === 'unknown' && !same)) return { wrong: 'order' }
  const [day, month] = order === 'month-first' ? [right, left] : [left, right]
  return ofParts({ ...groups, day, month })
}

/**
 * English, Dutch, German, French, Spanish, Italian and Portuguese, without accents: a month's name or
 * how it begins.
 */
const months = [
  'january januari januar janvier enero gennaio janeiro',
  'february februari februar fevrier febrero febbraio fevereiro',
  'march maart mrt marz maerz mars marzo marco',
  'april avril abril aprile',
  'may mei mai mayo maggio maio',
  'june juni juin junio giugno junho',
  'july juli juillet julio luglio julho',
  'august augustus aout agosto',
  'september septembre septiembre setiembre settembre setembro',
  'october oktober octobre octubre ottobre outubro',
  'november novembre noviembre novembro',
  'december dezember decembre diciembre dicembre dezembro',
].map((names) => names.split(' '))

/** From 1; 0 for another word. `jan` and `janv` are January. */
function monthOf(name: string): number {
  const word = wordOf(name)
  const found = months.flatMap((names, index) =>
    names.some((known) => known === word || (word.length <= 5 && known.startsWith(word)))
      ? [index + 1]
      : [],
  )
  return found.length === 1 ? found[0]! : 0
}

type Parts = Record<string, string | undefined>

function ofParts(parts: Parts): { at: number } | { wrong: WrongDate } {
  const { name, hour, minute, second } = parts
  const offset = zoneOf(parts)
  const month = name === undefined ? Number(parts['month']) : monthOf(name)
  if (offset === null || month === 0) return { wrong: 'unreadable' }
  const shown: Shown = {
    year: Number(parts['year']),
    month,
    day: Number(parts['day']),
    hour: hourOf(hour, parts['half']),
    minute: Number(minute ?? 0),
    second: Number((second ?? '0').replace(',', '.')),
  }
  try {
    return timeShown(shown, offset)
  } catch {
    // No zone has this name.
    return { wrong: 'unreadable' }
  }
}

/** Of the twelve-hour clock, 12 am is 0 and 12 pm is 12. Other values than 1 to 12 exist in none. */
function hourOf(hour = '0', half?: string): number {
  const number = Number(hour)
  if (half === undefined) return number
  if (number < 1 || number > 12) return 24
  return (number % 12) + (/^p/i.test(half) ? 12 : 0)
}

/**
 * Hours ahead of UTC of abbreviations that mean one zone. CST, IST, BST and others mean several, so
 * they are refused.
 */
const abbreviations: Readonly<Record<string, number>> = {
  z: 0,
  utc: 0,
  gmt: 0,
  ut: 0,
  wet: 0,
  west: 1,
  cet: 1,
  cest: 2,
  mez: 1,
  mesz: 2,
  eet: 2,
  eest: 3,
  msk: 3,
  est: -5,
  edt: -4,
  mdt: -6,
  pst: -8,
  pdt: -7,
  jst: 9,
  aest: 10,
  aedt: 11,
  nzst: 12,
  nzdt: 13,
}

/** A zone as its name, or as ms ahead of UTC; null for an unknown one. */
function zoneOf({ zone, comment }: Parts): string | number | null {
  const written = zone ?? comment
  if (written === undefined) return 0
  const [, name = '', sign, hours = '', minutes = ''] =
    /^([a-z]*)(?:([+-])(\d{1,2}):?(\d\d)?(?::?\d\d)?)?$/i.exec(written) ?? []
  if (sign !== undefined) {
    if (Number(hours) > 14 || Number(minutes) > 59 || !/^(?:utc|gmt)?$/i.test(name)) return null
    return offsetMs(`${sign}${hours.padStart(2, '0')}${minutes}`)
  }
  const known = abbreviations[written.toLowerCase()]
  if (known !== undefined) return known * hourMs
  return written.includes('/') ? written : null
}
