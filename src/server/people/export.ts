import { keptAsJson, type KeptPerson } from '#contract/personal-data.ts'
import type { PersonState } from '#contract/waitlist.ts'
import { notDone, type Command } from '#server/cli/command.ts'
import { formatOf, openOutput, type Output } from '#server/cli/output.ts'
import type { Db } from '#server/db/open.ts'
import { byteOrderMark, csvLine } from './csv.ts'
import { keptOfAll } from './personal-data.ts'

const pageSize = 500

export type Exporting = Pick<Command, 'print' | 'note'> & {
  to: string
  format: string | undefined
  states: readonly PersonState[]
}

/**
 * Writes those in these states, in the order of their ids, page by page: the memory of one page, whatever the length of the
 * list. What signs up meanwhile may be missing. Returns the exit code.
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
  line: (kept: KeptPerson) => string,
): Promise<number> {
  for (let written = 0, after = ''; ;) {
    // Asked for by state, SQLite would sort the whole list for each page.
    const page = await db
      .selectFrom('people')
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(pageSize)
      .execute()
    if (page.length === 0) return written
    const people = page.filter(({ state }) => states.includes(state))
    if (!(await output.write((await keptOfAll(db, people)).map(line).join('')))) return written
    written += people.length
    after = page.at(-1)!.id
  }
}

/** One column of the CSV; an import reads those that it knows by these names. */
const columns: readonly (readonly [
  name: string,
  (kept: KeptPerson) => string | number | null | undefined,
])[] = [
  ['email', ({ email }) => email],
  ['state', ({ state }) => state],
  ['placement', ({ placement }) => placement],
  ['source', ({ source }) => source],
  ['medium', ({ medium }) => medium],
  ['campaign', ({ campaign }) => campaign],
  ['referrer', ({ referrer }) => referrer],
  ['quiz_type', ({ quizResults }) => quizResults.at(-1)?.performance_type],
  ['joined_at', ({ joinedAt }) => timeOf(joinedAt)],
  ['confirmed_at', ({ confirmedAt }) => timeOf(confirmedAt)],
  ['left_at', ({ leftAt }) => timeOf(leftAt)],
  ['imported_at', ({ importedAt }) => timeOf(importedAt)],
  ['consent_version', ({ consents }) => consents.at(-1)?.version],
  ['consent_wording', ({ consents }) => consents.at(-1)?.wording],
  ['consent_placement', ({ consents }) => consents.at(-1)?.placement],
  ['consent_source', ({ consents }) => consents.at(-1)?.source],
  ['consent_given_at', ({ consents }) => timeOf(consents.at(-1)?.givenAt ?? null)],
]

const timeOf = (atMs: number | null) => (atMs === null ? '' : new Date(atMs).toISOString())

const formats = {
  csv: {
    head: byteOrderMark + csvLine(columns.map(([name]) => name)),
    line: (kept: KeptPerson) => csvLine(columns.map(([, cell]) => String(cell(kept) ?? ''))),
  },
  jsonl: { head: '', line: (kept: KeptPerson) => `${keptAsJson(kept)}\n` },
} as const
