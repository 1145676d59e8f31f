import {
  personalColumns,
  personalDataAsJson,
  type ConsentRecord,
  type PersonalData,
} from '#contract/personal-data.ts'
import type { PersonState } from '#contract/waitlist.ts'
import { notDone, type Command } from '#server/cli/command.ts'
import { formatOf, openOutput, type Output } from '#server/cli/output.ts'
import type { Db } from '#server/db/store.ts'
import { byteOrderMark, csvLine, csvName } from './csv.ts'
import { readPersonalDataOf } from './personal-data.ts'

const pageSize = 500

export type Exporting = Pick<Command, 'print' | 'note'> & {
  to: string
  format: string | undefined
  states: readonly PersonState[]
}

/**
 * Exports the people in these states, ordered by id. It holds one page of people in memory.
 * Sign-ups during the export may be missing. Returns the exit code.
 */
export async function exportPeople(
  db: Db,
  { to, format: named, states, print, note }: Exporting,
): Promise<number> {
  const format = formatOf(to, named)
  if (typeof format === 'object') return notDone(note, format.wrong)
  const output = await openOutput(to)
  if (typeof output === 'string') return notDone(note, output)
  try {
    const { head, line } = formats[format]
    const people = (await output.write(head)) ? await writePages(db, output, states, line) : 0
    if (to !== '-') print(`Written to ${to}: ${people} ${people === 1 ? 'person' : 'people'}.`)
    return 0
  } finally {
    await output.close()
  }
}

async function writePages(
  db: Db,
  output: Output,
  states: readonly PersonState[],
  line: (person: PersonalData) => string,
): Promise<number> {
  for (let written = 0, after = ''; ;) {
    // A filter on the state would make SQLite sort the whole table for each page.
    const page = await db
      .selectFrom('people')
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(pageSize)
      .execute()
    if (page.length === 0) return written
    const people = page.filter(({ state }) => states.includes(state))
    if (!(await output.write((await readPersonalDataOf(db, people)).map(line).join(''))))
      return written
    written += people.length
    after = page.at(-1)!.id
  }
}

/** `name` is the header of a CSV column; an import recognises these names. */
type Column = readonly [name: string, cell: (person: PersonalData) => string]

const columns: readonly Column[] = [
  ...personalColumns.flatMap((column): Column[] => [
    personalCell(column),
    ...(column.field === 'referrer' ? [quizTypeCell()] : []),
  ]),
  ...(['version', 'wording', 'placement', 'source', 'givenAt'] as const).map(consentCell),
]

function personalCell({ field }: (typeof personalColumns)[number]): Column {
  return [csvName(field), (person) => textOf(field, person[field])]
}

function quizTypeCell(): Column {
  return ['quiz_type', ({ quizResults }) => quizResults.at(-1)?.performance_type ?? '']
}

/** A part of the last consent. */
function consentCell(part: keyof ConsentRecord): Column {
  return [`consent_${csvName(part)}`, ({ consents }) => textOf(part, consents.at(-1)?.[part])]
}

function textOf(field: string, value: string | number | null | undefined): string {
  const isTime = typeof value === 'number' && field.endsWith('At')
  return isTime ? new Date(value).toISOString() : String(value ?? '')
}

const formats = {
  csv: {
    head: byteOrderMark + csvLine(columns.map(([name]) => name)),
    line: (person: PersonalData) => csvLine(columns.map(([, cell]) => cell(person))),
  },
  jsonl: { head: '', line: (person: PersonalData) => `${personalDataAsJson(person)}\n` },
} as const
