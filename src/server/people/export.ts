import type { Selectable } from 'kysely'
import { campaign } from '#campaign'
import { partsOf, withTheirPart, type CampaignPart } from '#contract/campaign/campaign-parts.ts'
import { personalColumns, storedOf } from '#contract/people/personal-data.ts'
import type { OfferRecord } from '#contract/people/personal-records.ts'
import { plural } from '#contract/english.ts'
import { iso, jsonWithTimes } from '#contract/time.ts'
import { personStates } from '#contract/people/waitlist.ts'
import type { PeopleTable } from '#server/db/people-schema.ts'
import { shell } from '#server/acts/action-log.ts'
import { act, perform, type ActDeps } from '#server/acts/act.ts'
import { actionsOf, UsageError } from '#server/cli/command-table.ts'
import type { CommandDeps } from '#server/imports/import-command.ts'
import { countRows } from '#server/db/rows.ts'
import { notDone, type Command, formatOf, openOutput } from '#server/cli/command.ts'
import type { Db } from '#server/db/store.ts'
import type { Position } from '#server/http/list.ts'
import { byteOrderMark, csvLine, csvName } from '#server/cli/csv.ts'
import { nextKeys, type PeopleFilter } from './filter.ts'
import {
  columnValues,
  parts,
  readPersonalDataOf,
  selectClosedList,
  type ClosedListRecord,
} from './personal-data.ts'

const formats = ['csv', 'jsonl'] as const
type ExportFormat = (typeof formats)[number]

/** The action `export` of `people`. */
export const exportAction = actionsOf<CommandDeps>()({
  help: 'Writes a new file that only this user can read: CSV (one line for each person, with origin[quiz: , quiz type] and last consent) or JSON lines (all personal data).',
  options: {
    to: {
      value: 'FILE',
      required: true,
      help: 'a file that ends in .csv or .jsonl; - is standard output (with npm run --silent)',
    },
    format: {
      value: 'FORMAT',
      oneOf: formats,
      help: 'csv or jsonl; default: the ending of FILE, csv for -',
    },
    'closed-list': {
      flag: true,
      help: 'instead of people, the addresses that asked a closed list for one mail',
    },
    state: {
      value: 'STATE',
      many: true,
      oneOf: personStates,
      help: `only people in this state; repeat it for several: ${personStates.join(', ')}`,
    },
  },
  check({ 'closed-list': closedList, state }) {
    if (closedList && state.length > 0)
      throw new UsageError('--state is of people: leave it out with --closed-list.')
  },
  async run({ store, now, print, note }, { to, format, state, 'closed-list': closedList }) {
    const exporting = { to, format, print, note }
    const write = () =>
      closedList
        ? writeExport(exporting, (format) => closedListChunks(store.db, format), ofClosedList)
        : writeExport(
            exporting,
            (format) => exportChunks(store.db, { filter: ofStates(state), format, chunkSize }),
            (rows) => `${rows} ${plural(rows, 'person', 'people')}`,
          )
    const acting = { subject: subjectOf(closedList, state), fields: {}, by: shell }
    const deps = { store, now: () => now, write }
    const { result: code } = await perform(exported, deps, acting)
    const asked = await countRows(store.db, store.db.selectFrom('once_requests'))
    if (code === 0 && !closedList && asked > 0)
      note(
        `Not in it: ${addresses(asked)} that asked a closed list for one mail. Export them with --closed-list.`,
      )
    return code
  },
})

const chunkSize = 500

const ofStates = (given: readonly string[]): PeopleFilter =>
  given.length === 0 ? {} : { states: personStates.filter((state) => given.includes(state)) }

/** What was exported, for the log. */
const subjectOf = (closedList: boolean, states: readonly string[]): Record<string, string> => ({
  ...(closedList && { of: 'the closed list' }),
  ...(states.length > 0 && { states: states.join(', ') }),
})

const addresses = (count: number) => `${count} ${plural(count, 'address', 'addresses')}`
const ofClosedList = (rows: number) => `${addresses(rows)} of the closed list`

/** An export to a file, for the log: `write` resolves with the exit code of the command. */
export const exported = act<ActDeps & { write: () => Promise<number> }>()({
  name: 'export',
  said: 'Exported people',
  details: ({ subject }: { subject: Record<string, string> }) => subject,
  run: ({ write }) => write(),
  outcome: (code) => (code === 0 ? 'done' : 'nothing was written'),
})

type Exporting = Pick<Command, 'print' | 'note'> & { to: string; format: string | undefined }

/** A piece of a file, and how many rows are in it. */
type ExportChunk = { text: string; rows: number }

/** Writes a new file piece by piece, until its reader is gone. Returns the exit code. */
async function writeExport(
  { to, format: named, print, note }: Exporting,
  chunksIn: (format: ExportFormat) => AsyncIterable<ExportChunk>,
  describe: (rows: number) => string,
): Promise<number> {
  const format = formatOf(to, named)
  if (typeof format === 'object') return notDone(note, format.wrong)
  const output = await openOutput(to)
  if (typeof output === 'string') return notDone(note, output)
  try {
    let written = 0
    for await (const { text, rows } of chunksIn(format)) {
      if (!(await output.write(text))) break
      written += rows
    }
    if (to !== '-') print(`Written to ${to}: ${describe(written)}.`)
    return 0
  } finally {
    await output.close()
  }
}

/** The people of a filter, oldest first, `chunkSize` people at a time. Holds one chunk in memory. */
export async function* exportChunks(
  db: Db,
  { filter, format, chunkSize }: { filter: PeopleFilter; format: ExportFormat; chunkSize: number },
): AsyncGenerator<ExportChunk> {
  const { head, lines } = exportFormats[format]
  yield { text: head, rows: 0 }
  for (let after: Position | null = null; ;) {
    const keys: Position[] = await nextKeys(db, filter, { after, order: 'oldest', most: chunkSize })
    if (keys.length === 0) return
    after = keys.at(-1)!
    const rows = await db
      .selectFrom('people')
      .selectAll()
      .where(
        'id',
        'in',
        keys.map(({ id }) => id),
      )
      .orderBy('createdAt')
      .orderBy('id')
      .execute()
    yield { text: (await lines(db, rows)).join(''), rows: rows.length }
  }
}

/**
 * What a line of CSV contains: the person's columns, consents, offers, type of the last quiz result
 * and place in line.
 */
type CsvData = Awaited<ReturnType<typeof readCsvDataOf>>[number]

async function readCsvDataOf(db: Db, people: Rows) {
  if (people.length === 0) return []
  const ids = people.map(({ id }) => id)
  const [consents, offers, line] = [
    await parts.consents.rows(db, ids),
    await parts.offers.rows(db, ids),
    await parts.line.rows(db, ids),
  ]
  return people.map((row) => ({
    ...columnValues(row),
    consents: consents.get(row.id) ?? [],
    offers: offers.get(row.id) ?? [],
    quizType: row.quizType,
    line: line.get(row.id) ?? null,
  }))
}

/**
 * `name` is the header of a CSV column; an import recognises these names. `needs`: the part of the
 * campaign that it comes from.
 */
type Column = { name: string; cell: (person: CsvData) => string; needs?: CampaignPart }

const quizType: Column = { needs: 'quiz', name: 'quiz_type', cell: (person) => person.quizType }

const allColumns: readonly Column[] = [
  ...personalColumns.flatMap(({ field }): Column[] => {
    const column = {
      name: csvName(field),
      cell: (person: CsvData) => textOf(field, person[field]),
    }
    return field === 'referrer' ? [column, quizType] : [column]
  }),
  ...(['version', 'language', 'wording', 'placement', 'source', 'givenAt'] as const).map(
    (part) => ({
      name: `consent_${csvName(part)}`,
      cell: ({ consents }: CsvData) => textOf(part, consents.at(-1)?.[part]),
    }),
  ),
  {
    needs: 'offers',
    name: 'offers',
    cell: ({ offers }) => offers.map(offerText).join(', '),
  },
  { needs: 'line', name: 'line_order', cell: ({ line }) => String(line?.order ?? '') },
  {
    needs: 'line',
    name: 'line_friends',
    cell: ({ line }) => (line ? String(line.friends.counted + line.friends.placeOnly) : ''),
  },
  { needs: 'line', name: 'line_code', cell: ({ line }) => line?.link?.code ?? '' },
]
const columns = withTheirPart(allColumns, partsOf(campaign))

/** As `legacyPack 17`; an offer without pieces by its name alone. */
const offerText = ({ offer, number }: OfferRecord) =>
  number === null ? offer : `${offer} ${number}`

function textOf(field: string, value: string | number | null | undefined): string {
  const isTime = typeof value === 'number' && field.endsWith('At')
  return isTime ? iso(value) : String(value ?? '')
}

type Rows = readonly Selectable<PeopleTable>[]

const exportFormats = {
  csv: {
    head: byteOrderMark + csvLine(columns.map(({ name }) => name)),
    lines: async (db: Db, rows: Rows) =>
      (await readCsvDataOf(db, rows)).map((person) =>
        csvLine(columns.map(({ cell }) => cell(person))),
      ),
  },
  jsonl: {
    head: '',
    lines: async (db: Db, rows: Rows) =>
      (await readPersonalDataOf(db, rows)).map(
        (person) => `${jsonWithTimes(storedOf(person, partsOf(campaign)))}\n`,
      ),
  },
} as const satisfies Record<ExportFormat, unknown>

/** The addresses of the closed list, oldest first. */
async function* closedListChunks(db: Db, format: ExportFormat): AsyncGenerator<ExportChunk> {
  const records = await selectClosedList(db).orderBy('requestedAt').execute()
  const head = byteOrderMark + csvLine(closedListColumns.map(csvName))
  yield { text: format === 'csv' ? head : '', rows: 0 }
  for (const record of records) yield { text: closedListLine[format](record), rows: 1 }
}

const closedListColumns = [
  'email',
  'language',
  'requestedAt',
  'confirmedAt',
  'consentVersion',
  'consentWording',
  'mailQueuedAt',
] as const satisfies (keyof ClosedListRecord)[]

const closedListLine = {
  csv: (record: ClosedListRecord) =>
    csvLine(closedListColumns.map((name) => textOf(name, record[name]))),
  jsonl: (record: ClosedListRecord) => `${jsonWithTimes(record)}\n`,
}
