import { sql } from 'kysely'
import { jsonWithTimes } from '#contract/json-times.ts'
import { byteOrderMark, csvLine, csvName } from '#server/cli/csv.ts'
import type { Db } from '#server/db/store.ts'
import { writeExport, type ExportChunk, type ExportFormat, type Exporting } from './export.ts'
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
export const exportClosedList = (db: Db, exporting: Exporting): Promise<number> =>
  writeExport(
    exporting,
    (format) => recordChunks(db, format),
    (rows) => `${counted(rows)} of the closed list`,
  )

async function* recordChunks(db: Db, format: ExportFormat): AsyncGenerator<ExportChunk> {
  const records = await selectRecords(db).orderBy('requestedAt').execute()
  yield { text: format === 'csv' ? byteOrderMark + csvLine(columns.map(csvName)) : '', rows: 0 }
  for (const record of records) yield { text: lineOf[format](record), rows: 1 }
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
