import { closeSync, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs'
import type { Transaction } from 'kysely'
import { ofForm } from '#contract/people/imports.ts'
import { openNudged } from '#server/config/recurring.ts'
import { byteOrderMark, csvLine, Unreadable } from '#server/cli/csv.ts'
import type { Log } from '#server/config/log.ts'
import type { Secrets } from '#server/config/secrets.ts'
import { StoreUnavailable, type Store } from '#server/db/store.ts'
import type { Schema } from '#server/db/schema.ts'
import {
  importFiles,
  changeRun,
  endRun,
  isActive,
  readUpload,
  stalledSince,
  type ImportRun,
} from './import-run.ts'
import {
  importPeople,
  KindMissing,
  mostShown,
  resultOf,
  type ImportDeps,
  type ImportReport,
  type Refused,
} from './import.ts'
import { bothPasses, openPeopleFile, type PeopleFile } from './read-file.ts'
import { factsOf } from './report.ts'

/** The import was discarded, another server took it over, or this one stops. */
class Superseded extends Error {}

/** Where an import writes the rows that it refuses. */
type RefusedRows = {
  add(row: Refused): Promise<void> | void
  /** writes rows that `add` gets once their step is committed; returns how long the file is then */
  stage(rows: readonly Refused[]): number
}

type CarryOutDeps = Pick<ImportDeps, 'store' | 'secrets' | 'alone' | 'onRows'> & {
  /** the time of the import */
  at: number
  clock: () => number
  refused: RefusedRows
  /** bytes of both passes that were read so far */
  bytesRead: () => number
  /** before the end is in the row */
  ended?: (report: ImportReport) => Promise<void>
}

const noteEveryMs = 1_000

/**
 * Carries out a check or a run from where its row stands. The row follows in the transactions of the
 * run, so that an interrupted one goes on behind its last step: nobody is entered twice, and nobody
 * is left out. What ends it is in the row and thrown; a store that does not answer ends no import.
 */
export async function carryOut(
  run: ImportRun,
  file: PeopleFile,
  { store, at, clock, refused, bytesRead, onRows = () => {}, ended, ...deps }: CarryOutDeps,
): Promise<ImportReport> {
  let notedAt = performance.now()
  async function note(trx: Transaction<Schema>, rows: number, done: Partial<ImportRun> = {}) {
    const progress = { rows, bytes: Math.floor(bytesRead() / 2) }
    if (!(await changeRun(trx, run, { ...done, progress }, clock()))) throw new Superseded()
    notedAt = performance.now()
  }
  const end = (change: Partial<ImportRun>, outcome: string) =>
    store.transact((trx) => endRun(trx, run, change, outcome, clock()))
  try {
    const report = await importPeople(file, run.options, run.state === 'checking', {
      ...deps,
      store,
      now: at,
      from: run.result,
      refuse: refused.add,
      async onRows(rows) {
        await onRows(rows)
        if (performance.now() - notedAt >= noteEveryMs)
          await store.transact((trx) => note(trx, rows))
      },
      async settle(trx, done, rows) {
        const refusedBytes = refused.stage(rows)
        await note(trx, done.rows, { result: resultOf(done), refusedBytes })
      },
    })
    await ended?.(report)
    const result = resultOf(report)
    const progress = { rows: report.rows, bytes: run.bytes }
    const change: Partial<ImportRun> =
      run.state === 'running'
        ? { state: 'done', result, refusedBytes: refused.stage([]), progress }
        : { state: 'checked', checked: result, progress }
    const rows = run.origin === 'upload' ? 'rows' : 'rows entered'
    if (!(await end(change, `${result.entered} of ${result.rows} ${rows}`))) throw new Superseded()
    return report
  } catch (error) {
    if (!(error instanceof Superseded || error instanceof StoreUnavailable))
      await end({ state: 'failed', error: failureOf(error) }, outcomeOf(run, error))
    throw error
  }
}

const outcomeOf = ({ origin }: ImportRun, error: unknown): string =>
  origin === 'command' && error instanceof Unreadable
    ? 'nothing was imported, the file could not be read'
    : 'failed'

function failureOf(error: unknown): string {
  if (error instanceof KindMissing)
    return 'The service that wrote this file is not known, or it asks people to confirm: say below whether they did, or that everybody in it left.'
  if (error instanceof Unreadable) return error.message
  if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return 'The disk is full.'
  return "Something unexpected happened; the server's log says what."
}

type ImportWorkerDeps = {
  store: Store
  secrets: Secrets
  dataDir: string
  /** this server, as the rows of imports name it (`serverName`) */
  server: string
  log: Log
  now: () => number
}

/**
 * DASH-4: checks and runs the upload whose file is on this server, and deletes files that no import
 * has any more. It runs each minute and after each act on an import, and goes on where another
 * process was killed.
 */
export function openImportWorker({ store, secrets, dataDir, server, log, now }: ImportWorkerDeps) {
  const files = importFiles(dataDir)

  /**
   * The upload, if its file is here. A row that names another server is taken over: this one may
   * have had another name. Two servers on Postgres may share a folder, so not from one that works.
   */
  async function readOurs(): Promise<ImportRun | null> {
    const upload = await readUpload(store.db)
    if (!upload) return null
    const isOnly = store.engine === 'sqlite'
    if (!(await files.hasUpload(upload))) {
      if (isActive(upload) && (isOnly || upload.server === server)) await failMissing(upload)
      return null
    }
    if (upload.server === server) return upload
    if (!isOnly && isActive(upload) && stalledSince(upload, now()) === null) return null
    const isTaken = await store.transact((trx) => changeRun(trx, upload, { server }, now()))
    return isTaken ? { ...upload, server } : null
  }

  const failMissing = (upload: ImportRun) =>
    store.transact((trx) => {
      const error = 'The file is not on this server any more.'
      return endRun(trx, upload, { state: 'failed', error }, 'failed', now())
    })

  async function workOn(upload: ImportRun, isStopping: () => boolean) {
    const { id, format, bytes, state } = upload
    const { onBytes, bytesRead } = bothPasses(bytes)
    const file = openPeopleFile({ file: files.uploadPath(id), format, name: 'The file', onBytes })
    const refused = openRefused(
      files.refusedPath(id),
      state === 'running' ? upload.refusedBytes : 0,
    )
    try {
      await carryOut(upload, file, {
        store,
        secrets,
        at: now(),
        clock: now,
        refused,
        bytesRead,
        onRows() {
          if (isStopping()) throw new Superseded()
        },
        ended: (report) => files.writeLines(id, { facts: factsOf(report), refused: refused.first }),
      })
      if (state === 'running') await files.remove(id, ['upload'])
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error
      if (!(error instanceof Superseded || error instanceof Unreadable))
        log.error({ err: error }, 'an import by upload failed')
    } finally {
      refused.close()
    }
  }

  return openNudged(async (isStopping) => {
    await files.tidy(store.db)
    const upload = await readOurs()
    if (upload && isActive(upload)) await workOn(upload, isStopping)
  })
}

/** The file of refused rows. */
export const refusedHead = byteOrderMark + csvLine(['line', 'reason', 'address'])
export const linesOf = (rows: readonly Refused[]): string =>
  rows.map(({ line, reason, address }) => csvLine([String(line), reason, address])).join('')

/**
 * The file of refused rows of an import that goes on behind its first `length` bytes: what follows
 * them belongs to a step that was not committed. `first`: the first rows that are added.
 */
function openRefused(path: string, length: number) {
  const file = openSync(path, length === 0 ? 'w' : 'r+', 0o600)
  const first: Refused[] = []
  let end = Math.min(length, fstatSync(file).size)
  ftruncateSync(file, end)
  if (end === 0) end = write(refusedHead)

  /** Returns how long the file is with the text. */
  function write(text: string): number {
    const bytes = Buffer.from(text)
    let written = 0
    while (written < bytes.length)
      written += writeSync(file, bytes, written, bytes.length - written, end + written)
    return end + written
  }
  return {
    first,
    stage: (rows: readonly Refused[]) => write(linesOf(rows)),
    add({ reason, ...refused }: Refused) {
      const row = { ...refused, reason: ofForm(reason) }
      end = write(linesOf([row]))
      if (first.length < mostShown) first.push({ ...row, address: row.address.slice(0, 254) })
    },
    close: () => closeSync(file),
  }
}
