import { sql } from 'kysely'
import { jsonWithTimes } from '#contract/json-times.ts'
import { byteOrderMark, csvLine, csvName } from '#server/cli/csv.ts'
import { notDone } from '#server/cli/command.ts'
import { formatOf, openOutput } from '#server/cli/output.ts'
import type { Db } from '#server/db/store.ts'
import type { Exporting } from './export.ts'
import { containing, mostFound, prefixRange } from './filter.ts'

/**
 * END-3: all that is stored of an address that asked a closed list for one mail. It is not on the
 * list. Times are in ms. `mailQueuedAt`: of the one mail, after which the address is deleted.
 */
type ClosedListRecord = Awaited<ReturnType<ReturnType<typeof selectRecords>['execute']>>[number]

const selectRecords = (db: Db) =>
  db
    .selectFrom('once_requests')
    .select(['email', 'requestedAt', 'confirmedAt', 'consentVersion'])
    .select(['wording as consentWording', 'queuedAt as mailQueuedAt'])

/** The record of an address, or null. */
export const readClosedList = async (db: Db, email: string): Promise<ClosedListRecord | null> =>
  (await selectRecords(db).where('email', '=', email).executeTakeFirst()) ?? null

/** Addresses of the closed list that contain this text, ordered by address. */
export const findClosedList = (db: Db, text: string): Promise<{ email: string }[]> =>
  db
    .selectFrom('once_requests')
    .select('email')
    .where(sql<boolean>`email like ${containing(text)} escape '\\'`)
    .orderBy('email')
    .limit(mostFound)
    .execute()

/** Addresses of the closed list that begin with this text, in their order. */
export async function closedListByPrefix(db: Db, text: string, most: number): Promise<string[]> {
  const { from, below } = prefixRange(text)
  const rows = await db
    .selectFrom('once_requests')
    .select('email')
    .where('email', '>=', from)
    .where('email', '<', below)
    .orderBy('email')
    .limit(most)
    .execute()
  return rows.map(({ email }) => email)
}

/** Exports the addresses of the closed list to a file, oldest first. Returns the exit code. */
export async function exportClosedList(
  db: Db,
  { to, format: named, print, note }: Omit<Exporting, 'filter'>,
): Promise<number> {
  const format = formatOf(to, named)
  if (typeof format === 'object') return notDone(note, format.wrong)
  const output = await openOutput(to)
  if (typeof output === 'string') return notDone(note, output)
  try {
    const records = await selectRecords(db).orderBy('requestedAt').execute()
    await output.write(format === 'csv' ? byteOrderMark + csvLine(columns.map(csvName)) : '')
    for (const record of records) if (!(await output.write(lineOf[format](record)))) break
    if (to !== '-') print(`Written to ${to}: ${counted(records.length)} of the closed list.`)
    return 0
  } finally {
    await output.close()
  }
}

const columns = [
  'email',
  'requestedAt',
  'confirmedAt',
  'consentVersion',
  'consentWording',
  'mailQueuedAt',
] as const satisfies (keyof ClosedListRecord)[]

const lineOf = {
  csv: (record: ClosedListRecord) => csvLine(columns.map((name) => textOf(record[name]))),
  jsonl: (record: ClosedListRecord) => `${jsonWithTimes(record)}\n`,
}

const textOf = (value: string | number | null): string =>
  typeof value === 'number' ? new Date(value).toISOString() : (value ?? '')

export const counted = (count: number) => `${count} ${count === 1 ? 'address' : 'addresses'}`
