import type { Selectable, Transaction } from 'kysely'
import { insertAct, shell, writeOutcome } from '#server/acts/action-log.ts'
import { mask } from '#server/config/log.ts'
import type { ImportsTable } from '#server/db/people-schema.ts'
import { newId } from '#server/db/new-id.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Db } from '#server/db/store.ts'
import type { ImportOptions, ImportResult } from './import.ts'

/*
 * An import, from a file to the list (decision 078):
 *
 * This file is its row. import-job.ts checks and runs an upload whose file is on this server
 * (files.ts); it writes into the row what is done, in the transaction of each step.
 * import-command.ts is `npm run people -- import`, with a row of its own. report.ts words what both
 * show.
 * read-file.ts reads the text of a file, file-row.ts its rows: fields by column, of CSV and of JSON
 * lines.
 * survey.ts reads the whole file first (decision 067): what each column is used for
 * (column-names.ts), which say who may be mailed (status-columns.ts, status-words.ts), the service
 * or suppression list (services.ts), the order of day and month, and what the rows say of each
 * address.
 * import.ts reads the file again. check-row.ts decides about each row and reads the person in it
 * (cell.ts, read-date.ts).
 * insert-imported.ts inserts unknown addresses in the order of the file, notes who left elsewhere
 * (signup/left-elsewhere.ts), and takes off the list who is on it only by an import.
 */

/**
 * An import: its row in the store, which every server of the database sees. It has no line of the
 * file (files.ts).
 */
export type ImportRun = Omit<
  Selectable<ImportsTable>,
  'options' | 'progress' | 'checked' | 'result'
> & {
  options: ImportOptions
  progress: { rows: number; bytes: number }
  checked: ImportResult | null
  result: ImportResult | null
}

export type NewImport = Pick<
  ImportRun,
  'id' | 'operator' | 'server' | 'name' | 'bytes' | 'options' | 'format'
>

const anew = { error: null, progress: { rows: 0, bytes: 0 } }

/** Null where an upload is there already. */
async function insertRun(
  trx: Trx,
  run: NewImport & Pick<ImportRun, 'origin' | 'state' | 'actId'>,
  now: number,
): Promise<ImportRun | null> {
  const unread = { ...anew, checked: null, result: null, refusedBytes: 0 }
  const inserted = { ...run, ...unread, name: storable(run.name), startedAt: now, changedAt: now }
  const row = await trx
    .insertInto('imports')
    .values({
      ...inserted,
      options: JSON.stringify(run.options),
      progress: JSON.stringify(anew.progress),
    })
    .onConflict((same) => same.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row ? inserted : null
}

type Trx = Transaction<Schema>

export const isActive = ({ state }: Pick<ImportRun, 'state'>): boolean =>
  state === 'checking' || state === 'running'

/** The work of a server is seen every second, and begins within a minute. */
const stalledMs = 2 * 60_000

/** When the work was last seen, if that is longer ago than it can be by itself. */
export const stalledSince = (run: ImportRun, now: number): number | null =>
  isActive(run) && Math.abs(now - run.changedAt) > stalledMs ? run.changedAt : null

export const isBusy = (run: ImportRun | null, now: number): boolean =>
  run !== null && isActive(run) && stalledSince(run, now) === null

/** What was checked, or what failed before its end. */
export const mayStart = ({ state, checked }: Pick<ImportRun, 'state' | 'checked'>): boolean =>
  (state === 'checked' || state === 'failed') && checked !== null && checked.blocked === null

/** As long as nothing was imported. */
export const mayCheckAgain = ({ state, checked }: Pick<ImportRun, 'state' | 'checked'>): boolean =>
  state === 'checked' || (state === 'failed' && checked === null)

/** The one upload, or null. */
export const readUpload = async (db: Db): Promise<ImportRun | null> =>
  (await readRuns(db, 'upload'))[0] ?? null

/** The imports of one origin, newest first. */
export async function readRuns(db: Db, origin: ImportsTable['origin']): Promise<ImportRun[]> {
  const rows = await db
    .selectFrom('imports')
    .selectAll()
    .where('origin', '=', origin)
    .orderBy('startedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(10)
    .execute()
  return rows.map((row) => ({
    ...row,
    options: JSON.parse(row.options),
    progress: JSON.parse(row.progress),
    checked: JSON.parse(row.checked ?? 'null'),
    result: JSON.parse(row.result ?? 'null'),
  }))
}

/**
 * Replaces the upload before it by a complete one, which is to be checked. False while that one is
 * worked on.
 */
export async function insertUpload(trx: Trx, upload: NewImport, now: number): Promise<boolean> {
  const before = await readUpload(trx)
  if (isBusy(before, now)) return false
  if (before) await trx.deleteFrom('imports').where('id', '=', before.id).execute()
  const run = { ...upload, origin: 'upload', state: 'checking', actId: null } as const
  if (!(await insertRun(trx, run, now))) return false
  const { operator, bytes, server } = upload
  const act = { operator, action: 'upload-import', details: { bytes, server }, outcome: 'done' }
  await insertAct(trx, newId(), act, now)
  return true
}

/** An import from a shell, which that process runs. */
export async function insertCommand(
  trx: Trx,
  command: Omit<NewImport, 'id' | 'operator'>,
  now: number,
): Promise<ImportRun> {
  const actId = newId()
  const run = { ...command, id: newId(), operator: shell, actId } as const
  const inserted = await insertRun(trx, { ...run, origin: 'command', state: 'running' }, now)
  await insertAct(trx, actId, { operator: shell, action: 'import' }, now)
  // Only uploads are in each other's way.
  return inserted!
}

/**
 * Starts what was checked, or goes on with what failed. The act is logged in the same commit. Of
 * two operators one starts it.
 */
export async function startRun(
  trx: Trx,
  run: ImportRun,
  operator: string,
  now: number,
): Promise<boolean> {
  if (!mayStart(run)) return false
  const actId = newId()
  if (!(await changeRun(trx, run, { ...anew, state: 'running', actId }, now))) return false
  const details = { rows: run.checked!.entered }
  await insertAct(trx, actId, { operator, action: 'import', details }, now)
  return true
}

/**
 * After a restore no import goes on by itself: it may be why the store was restored. Returns the
 * files' names.
 */
export async function holdImports(trx: Trx, now: number): Promise<string[]> {
  const running = (await readRuns(trx, 'upload')).filter(({ state }) => state === 'running')
  const error = 'The waitlist was restored to a backup that was made while this import ran.'
  for (const run of running) await changeRun(trx, run, { state: 'failed', error }, now)
  return running.map(({ name }) => name)
}

/** Lets the file be checked again with other choices. */
export const checkAgain = async (
  trx: Trx,
  run: ImportRun,
  options: ImportOptions,
  now: number,
): Promise<boolean> =>
  mayCheckAgain(run) &&
  changeRun(trx, run, { ...anew, options, state: 'checking', checked: null }, now)

/** Deletes the row: a server that has the file deletes it. False while the import is worked on. */
export async function discardRun(trx: Trx, run: ImportRun, now: number): Promise<boolean> {
  if (isBusy(run, now)) return false
  const { numDeletedRows } = await trx
    .deleteFrom('imports')
    .where('id', '=', run.id)
    .where('state', '=', run.state)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Changes the row of an import as long as state and server are the same. False where not. */
export async function changeRun(
  trx: Trx,
  { id, state, server }: ImportRun,
  { options, progress, checked, result, error, ...change }: Partial<ImportRun>,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('imports')
    .set({
      ...change,
      changedAt: now,
      ...(options && { options: JSON.stringify(options) }),
      ...(progress && { progress: JSON.stringify(progress) }),
      ...(checked !== undefined && { checked: checked && stored(checked) }),
      ...(result && { result: stored(result) }),
      ...(error !== undefined && { error: error && storable(error) }),
    })
    .where('id', '=', id)
    .where('state', '=', state)
    .where('server', '=', server)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** A word of the file in a reason may be an address. */
const stored = (result: ImportResult): string =>
  JSON.stringify({
    ...result,
    refused: result.refused.map(([reason, rows]) => [mask(reason), rows]),
  })

/** Postgres refuses NUL and lone surrogates. */
const storable = (text: string): string => mask(text).replaceAll('\0', '').toWellFormed()

/** Ends the work, with the outcome in the log where the import is an act there. */
export async function endRun(
  trx: Trx,
  run: ImportRun,
  change: Partial<ImportRun>,
  outcome: string,
  now: number,
): Promise<boolean> {
  if (!(await changeRun(trx, run, change, now))) return false
  if (run.state === 'running' && run.actId !== null) await writeOutcome(trx, run.actId, outcome)
  return true
}
