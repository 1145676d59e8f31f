import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Selectable, Transaction } from 'kysely'
import { minuteMs } from '#contract/time.ts'
import { insertAct, shell, writeOutcome } from '#server/acts/action-log.ts'
import { mask } from '#server/config/log.ts'
import { newId } from '#server/db/new-id.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Db } from '#server/db/store.ts'
import type { ImportOptions, ImportResult, Refused } from './import.ts'
import type { ImportFacts } from './report.ts'

/*
 * An import, from a file to the list (decision 078):
 *
 * This file is its row, and the files beside it. import-job.ts checks and runs an upload whose file
 * is on this server; it writes into the row what is done, in the transaction of each step.
 * import-command.ts is `npm run people -- import`, with a row of its own. report.ts words what both
 * show.
 * read-file.ts reads the text of a file, file-row.ts its rows: fields by column, of CSV and of JSON
 * lines.
 * survey.ts reads the whole file first (decision 067): what each column is used for, and which say
 * who may be mailed (column-names.ts, status-words.ts), the service or suppression list
 * (services.ts), the order of day and month, and what the rows say of each address.
 * import.ts reads the file again. check-row.ts decides about each row and reads the person in it
 * (cell.ts).
 * insert-imported.ts inserts unknown addresses in the order of the file, notes who left elsewhere
 * (signup/erasure.ts), and takes off the list who is on it only by an import.
 */

/**
 * An import: its row in the store, which every server of the database sees. It has no line of the
 * file: those are in `importFiles`.
 */
export type ImportRun = Omit<
  Selectable<Schema['imports']>,
  'options' | 'progress' | 'checked' | 'result'
> & {
  options: ImportOptions
  progress: { rows: number; bytes: number }
  checked: ImportResult | null
  result: ImportResult | null
}

type NewImport = Pick<
  ImportRun,
  'id' | 'operator' | 'server' | 'name' | 'bytes' | 'options' | 'format'
>

type Trx = Transaction<Schema>

export const isActive = ({ state }: Pick<ImportRun, 'state'>): boolean =>
  state === 'checking' || state === 'running'

/** The work of a server is seen every second, and begins within a minute. */
const stalledMs = 2 * minuteMs

/** When the work was last seen, if that is longer ago than it can be by itself. */
export const stalledSince = (run: ImportRun, now: number): number | null =>
  isActive(run) && Math.abs(now - run.changedAt) > stalledMs ? run.changedAt : null

export const isBusy = (run: ImportRun | null, now: number): boolean =>
  run !== null && isActive(run) && stalledSince(run, now) === null

/** What was checked, or what failed before its end. */
export const mayStart = ({ state, checked }: Pick<ImportRun, 'state' | 'checked'>): boolean =>
  (state === 'checked' || state === 'failed') && checked !== null && checked.blocked === null

/** As long as nothing was imported. */
const mayCheckAgain = ({ state, checked }: Pick<ImportRun, 'state' | 'checked'>): boolean =>
  state === 'checked' || (state === 'failed' && checked === null)

/** The one upload, or null. */
export const readUpload = async (db: Db): Promise<ImportRun | null> =>
  (await readRuns(db, 'upload'))[0] ?? null

/** The imports of one origin, newest first. */
export async function readRuns(db: Db, origin: Schema['imports']['origin']): Promise<ImportRun[]> {
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

/** How the servers of one database are told apart: the machine or container, and the port. */
export const serverName = (port: number): string => `${hostname()}:${port}`

/** Lines of an upload that its page shows: of the file, and some that are refused. */
type ImportLines = { facts: ImportFacts; refused: readonly Refused[] }

const ends = { upload: 'upload', lines: 'lines.json', refused: 'refused.csv' } as const

/**
 * What an upload has beside its row, in `imports` of the data folder of the server that received it,
 * readable by this user only: the file until it is imported, the lines that its page shows, and the
 * rows that are refused. It is personal data of one day, so no backup and no move copies it.
 */
export function importFiles(dataDir: string) {
  const folder = join(dataDir, 'imports')
  const pathOf = (id: string, end: keyof typeof ends) => join(folder, `${id}.${ends[end]}`)

  return {
    uploadPath: (id: string) => pathOf(id, 'upload'),
    refusedPath: (id: string) => pathOf(id, 'refused'),
    makeFolder: () => mkdir(folder, { recursive: true, mode: 0o700 }),

    /** Whether the whole file of an import is here. */
    hasUpload: async ({ id, bytes }: Pick<ImportRun, 'id' | 'bytes'>): Promise<boolean> =>
      (await stat(pathOf(id, 'upload')).catch(() => null))?.size === bytes,

    writeLines: (id: string, lines: ImportLines) =>
      writeFile(pathOf(id, 'lines'), JSON.stringify(lines), { mode: 0o600 }),

    /** Null where they are not here. */
    async readLines(id: string): Promise<ImportLines | null> {
      const text = await readFile(pathOf(id, 'lines'), 'utf8').catch(() => null)
      return text === null ? null : (JSON.parse(text) as ImportLines)
    },

    async remove(id: string, which = Object.keys(ends) as (keyof typeof ends)[]): Promise<void> {
      for (const end of which) await rm(pathOf(id, end), { force: true })
    },

    /**
     * Deletes what belongs to no import any more. A file that was written in the last minute may be
     * an upload that is being received. Its time is that of the machine's clock, also in tests.
     */
    async tidy(db: Db): Promise<void> {
      const names = await readdir(folder).catch(() => [])
      if (names.length === 0) return
      const runs = await db
        .selectFrom('imports')
        .select(['id', 'state'])
        .where('id', 'in', [...new Set(names.map(idOf))])
        .execute()
      const states = new Map(runs.map(({ id, state }) => [id, state]))
      for (const name of names) {
        const state = states.get(idOf(name))
        if (state && !(state === 'done' && name.endsWith(ends.upload))) continue
        const file = await stat(join(folder, name)).catch(() => null)
        if (file && Date.now() - file.mtimeMs > 60_000) await rm(join(folder, name))
      }
    },
  }
}

const idOf = (name: string): string => name.split('.')[0]!
