import { Unreadable } from '#server/cli/csv.ts'
import { openDiskNotes } from '#server/db/files.ts'
import {
  fieldName,
  filled,
  printableOf,
  readAddress,
  joinOrders,
  orderOf,
  type DateOrder,
} from './cell.ts'
import {
  columnUses,
  lastAddressRank,
  useOf,
  type ColumnUse,
  namedColumn,
  senseOf,
} from './column-names.ts'
import type { PeopleFile } from './read-file.ts'
import { serviceOf, type Service, suppressionListOf, type SuppressionList } from './services.ts'
import {
  leaverKindOf,
  readWord,
  rankOf,
  statementsIn,
  verdictKinds,
  type VerdictKind,
  readStatement,
  type StatusReader,
} from './status-words.ts'

/** The operator's choices: names of columns, as the file or `fieldName` writes them. */
export type ColumnChoices = {
  statusColumns: readonly string[]
  ignoredColumns: readonly string[]
}

/** A column, once the whole file was read. `unused` says why it is not read. */
export type SurveyedColumn = Readonly<Seen> & {
  /** whether it says who may be mailed */
  isStatus: boolean
  unused: 'ignored' | 'who-pays' | 'no-status-word' | null
}

/** What the whole file shows, before a row is decided. */
export type Survey = {
  service: Service | null
  /** the list of people who may not be mailed that has the columns which are not left out */
  list: SuppressionList | null
  columns: readonly SurveyedColumn[]
  /** the columns that say who may be mailed */
  readers: ReadonlyMap<string, StatusReader>
  /** the columns of each use, in the order in which the first filled one counts */
  keysOf: Readonly<Record<ColumnUse, readonly string[]>>
  orders: ReadonlyMap<string, DateOrder>
  /** the strictest that any row of the file says about an address */
  strictest(email: string): VerdictKind
  close(): void
}

const mostColumns = 1_000
const mostValues = 3
const longestValue = 60
const longestName = 100

/**
 * Reads a file to its end. Which columns are status columns, and which of `03/04/2024` is the day,
 * only the whole column shows; what a row says about an address counts for its rows before it as
 * well. It holds the columns in memory and its notes about addresses in a temporary file. Throws
 * `Unreadable`.
 */
export async function surveyFile(
  file: PeopleFile,
  choices: ColumnChoices,
  onRows: (rows: number) => Promise<void> | void = () => {},
): Promise<Survey> {
  const notes = openDiskNotes()
  const columns = new Map<string, Seen>()
  let rows = 0
  try {
    for await (const row of file.rows()) {
      if (++rows % 500 === 0) await onRows(rows)
      if ('wrong' in row) continue
      openColumns(Object.keys(row.fields))
      noteRow(row.fields, columns, notes)
    }
    // A header without rows has columns, too.
    openColumns(file.names.keys())
    refuseUnknownChoices(choices, [...columns.values()], file.name)
    return { ...describe([...columns.values()], notes), close: notes.close }
  } catch (error) {
    notes.close()
    throw error
  }

  function openColumns(keys: Iterable<string>) {
    for (const key of keys)
      if (!columns.has(key)) columns.set(key, openColumn(key, columns.size, choices, file))
  }
}

/**
 * A column as far as it was read. `reader`: how it says who may be mailed, if it does; `byValues`: a
 * column of another name, as long as all its values are status words.
 */
type Seen = {
  key: string
  place: number
  name: string
  use: { use: ColumnUse; rank: number } | null
  reader: StatusReader | null
  isNamed: boolean
  isIgnored: boolean
  paysOnly: boolean
  byValues: boolean
  /** whether a word for people who left, in a column that is not read, is worth a warning */
  mayHint: boolean
  /** such a word */
  hint: string | null
  order: DateOrder
  /** the first different ones */
  values: string[]
  /** the number of cells by what they say */
  said: { ofList: number; common: number; mailable: number }
}

function openColumn(
  key: string,
  place: number,
  { statusColumns, ignoredColumns }: ColumnChoices,
  { name: file, names }: PeopleFile,
): Seen {
  if (place >= mostColumns)
    throw new Unreadable(`${file} has more than ${mostColumns} columns: export fewer of them.`)
  const name = printableOf(names.get(key) ?? key).slice(0, longestName)
  const base = nameOfKey(key)
  const isIn = (list: readonly string[]) => list.some((typed) => isColumn(typed, key, name))
  const isIgnored = isIn(ignoredColumns)
  const sense = senseOf(base)
  const use = isIgnored ? null : useOf(base)
  const isNamed = !isIgnored && isIn(statusColumns)
  const known = typeof sense === 'object' && !isIgnored ? sense : null
  const byValues = !isIgnored && sense === null && use === null && !isNamed
  return {
    key,
    place,
    name,
    use,
    reader: known ?? (isNamed || byValues ? namedColumn : null),
    isNamed,
    isIgnored,
    paysOnly: sense === 'who-pays' && !isNamed,
    byValues,
    mayHint: byValues || isIgnored || countsByWordOfLists(known),
    order: 'unknown',
    values: [],
    hint: null,
    said: { ofList: 0, common: 0, mailable: 0 },
  }
}

const countsByWordOfLists = (reader: StatusReader | null): boolean =>
  reader?.how === 'words' && reader.ofListsOnly

function noteRow(
  fields: Record<string, string>,
  columns: ReadonlyMap<string, Seen>,
  notes: ReturnType<typeof openDiskNotes>,
): void {
  for (const [key, text] of Object.entries(fields)) noteCell(columns.get(key)!, text)
  const email = readAddress(firstAddress(fields, columns))
  if (email === null) return
  const readers = new Map(
    [...columns].flatMap(([key, { reader }]) => (reader ? [[key, reader] as const] : [])),
  )
  for (const { key, kind } of statementsIn(fields, readers))
    if (kind !== 'mailable') notes.add(email, columns.get(key)!.place, rankOf(kind))
}

function noteCell(column: Seen, text: string): void {
  if (text === '') return
  const { values, said, use } = column
  if (values.length < mostValues) {
    const printable = printableOf(text)
    const shown =
      printable.length > longestValue ? `${printable.slice(0, longestValue)}…` : printable
    if (!values.includes(shown)) values.push(shown)
  }
  if (use && dateUses.includes(use.use)) column.order = joinOrders(column.order, orderOf(text))
  if (column.mayHint && column.hint === null && text.length < longestValue && namesLeavers(text))
    column.hint = printableOf(text)
  if (!column.reader) return
  const statement = readStatement(column.reader, text)
  const { kind, known } = statement ?? {}
  // A column of other values is none of status words: no later cell of it needs to be read.
  if (kind === 'unknown' && column.byValues) column.reader = null
  if (known === 'of-list') said.ofList++
  if (known === 'common') said.common++
  if (kind === 'mailable') said.mailable++
}

const dateUses: readonly ColumnUse[] = ['joined', 'confirmed', 'consent date']

/** A word for people who left, alone or between others. */
const namesLeavers = (text: string): boolean =>
  leaverKindOf(readWord(text)?.kind) !== undefined || hints.test(text)

const hints = /unsubscribed|opted[ _-]?out|bounced|complained|uitgeschreven|abgemeldet|d[ée]sabonn/i

function firstAddress(fields: Record<string, string>, columns: ReadonlyMap<string, Seen>): string {
  let best: { rank: number; text: string } = { rank: Infinity, text: '' }
  for (const [key, text] of Object.entries(fields)) {
    const use = columns.get(key)!.use
    if (use?.use === 'address' && text !== '' && use.rank < best.rank)
      best = { rank: use.rank, text }
  }
  return best.text
}

/** Whether the column is a status column: one of its values must be a known word. */
function isStatus({ reader, isNamed, byValues, said }: Seen): boolean {
  if (!reader) return false
  if (isNamed) return true
  if (byValues) return said.ofList > 0
  if (reader.how === 'words') return said.ofList > 0 || (said.common > 0 && !reader.ofListsOnly)
  return reader.how === 'joiner' ? said.mailable > 0 : said.ofList + said.common > 0
}

function describe(
  seen: readonly Seen[],
  notes: ReturnType<typeof openDiskNotes>,
): Omit<Survey, 'close'> {
  const others = seen.filter(({ use }) => use?.use === 'address' && use.rank >= lastAddressRank)
  if (seen.some(({ use }) => use?.use === 'address' && use.rank < lastAddressRank))
    for (const column of others) column.use = null
  const statuses = seen.filter(isStatus)
  const places = new Set(statuses.map(({ place }) => place))
  const keysOf = Object.fromEntries(
    columnUses.map((name) => [
      name,
      seen
        .filter(({ use }) => use?.use === name)
        .toSorted((a, b) => a.use!.rank - b.use!.rank)
        .map(({ key }) => key),
    ]),
  ) as Record<ColumnUse, string[]>
  return {
    service: serviceOf(seen.map(({ key }) => nameOfKey(key))),
    list: suppressionListOf(
      seen.filter(({ isIgnored }) => !isIgnored).map(({ key }) => nameOfKey(key)),
    ),
    columns: seen.map((column) => ({
      ...column,
      isStatus: isStatus(column),
      unused: unusedOf(column),
    })),
    readers: new Map(statuses.map(({ key, reader }) => [key, reader!])),
    keysOf,
    orders: new Map(seen.map(({ key, order }) => [key, order])),
    strictest(email) {
      const ranks = notes.of(email).filter(({ place }) => places.has(place))
      return verdictKinds[Math.min(...ranks.map(({ note }) => note), verdictKinds.length - 1)]!
    },
  }
}

function unusedOf(column: Seen): SurveyedColumn['unused'] {
  if (column.isIgnored) return 'ignored'
  if (column.paysOnly) return 'who-pays'
  const couldSay = column.reader !== null && !column.mayHint && !isStatus(column)
  return couldSay && column.values.some((value) => filled(value) !== '') ? 'no-status-word' : null
}

type Chosen = { key: string; name: string; use: { use: ColumnUse } | null }

const isColumn = (typed: string, key: string, name: string): boolean =>
  typed === name || fieldName(typed) === nameOfKey(key) || typed === key

/** Throws `Unreadable`: a choice names no column, or no column of addresses is left. */
function refuseUnknownChoices(
  { statusColumns, ignoredColumns }: ColumnChoices,
  seen: readonly Chosen[],
  file: string,
): void {
  for (const [option, typed] of [
    ...statusColumns.map((name) => ['--status-column', name] as const),
    ...ignoredColumns.map((name) => ['--ignore-column', name] as const),
  ])
    if (!seen.some(({ key, name }) => isColumn(typed, key, name)))
      throw new Unreadable(
        `${option} names '${typed}', a column that the file does not have. Its columns: ${columnsOf(seen)}.`,
      )
  if (!seen.some(({ use }) => use?.use === 'address') && seen.length > 0)
    throw new Unreadable(
      `${file} has no column of addresses, such as \`email\`, that is not left out. Its columns: ${columnsOf(seen)}.`,
    )
}

const columnsOf = (seen: readonly Chosen[]): string =>
  `${seen
    .slice(0, mostNamed)
    .map(({ name }) => name)
    .join(', ')}${seen.length > mostNamed ? ', …' : ''}`
const mostNamed = 50

/** The name of a column without the number of its key. */
const nameOfKey = (key: string): string => key.replace(/ \(\d+\)$/, '')
