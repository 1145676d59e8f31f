import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { ImportResult } from '#contract/import-screens.ts'
import { Unreadable } from '#server/cli/csv.ts'
import type { Log } from '#server/config/log.ts'
import type { Secrets } from '#server/config/secrets.ts'
import { endJobLease, jobLeaseMs, takeJobLease } from '#server/db/job-leases.ts'
import { StoreUnavailable, type Store } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import { importFiles, openRefused, type ImportFiles } from './files.ts'
import {
  importPeople,
  KindMissing,
  type ImportDeps,
  type ImportReport,
  type Refused,
} from './import.ts'
import { changeRun, endRun, isActive, readUpload, type ImportRun } from './import-run.ts'
import { bothPasses, openPeopleFile, type PeopleFile } from './read-file.ts'
import { countsOf, factsOf, resultOf } from './report.ts'

/** The import was discarded, another server works on it, or this one stops. */
class Superseded extends Error {}

/** Where an import writes the rows that it refuses. */
export type RefusedRows = {
  add(row: Refused): Promise<void> | void
  /** in the transaction of a step: how long the file is with them, and what keeps them after it */
  addStep(rows: readonly Refused[]): { length: number; keep: () => Promise<void> | void }
}

export type CarryOutDeps = Pick<ImportDeps, 'store' | 'secrets' | 'alone'> & {
  /** the time of the import */
  at: number
  clock: () => number
  refused: RefusedRows
  /** bytes of both passes that were read so far */
  bytesRead: () => number
  onRows?: (rows: number) => Promise<void> | void
  /** throws where this process must not go on */
  guard?: (trx: Transaction<Schema>) => Promise<void>
}

const noteEveryMs = 1_000

/**
 * Carries out a check or a run from where its row stands. The row follows in the transactions of the
 * run, so that an interrupted one goes on behind its last step: nobody is entered twice, and nobody
 * is left out.
 */
export async function carryOut(
  run: ImportRun,
  file: PeopleFile,
  { store, secrets, at, clock, alone, refused, bytesRead, onRows = () => {}, guard }: CarryOutDeps,
): Promise<ImportReport> {
  let notedAt = performance.now()
  const note = async (
    trx: Transaction<Schema>,
    rows: number,
    change: { result?: ImportResult; refusedBytes?: number } = {},
  ) => {
    await guard?.(trx)
    const progress = { rows, bytes: Math.floor(bytesRead() / 2) }
    if (!(await changeRun(trx, run, { ...change, progress }, clock()))) throw new Superseded()
    notedAt = performance.now()
  }
  return importPeople(file, run.options, run.state === 'checking', {
    store,
    secrets,
    now: at,
    ...(alone && { alone }),
    from: run.result && countsOf(run.result),
    refuse: async (row) => refused.add(row),
    async onRows(rows) {
      await onRows(rows)
      if (performance.now() - notedAt >= noteEveryMs) await store.transact((trx) => note(trx, rows))
    },
    async settle(trx, done, rows) {
      const { length, keep } = refused.addStep(rows)
      await note(trx, done.rows, { result: resultOf(done), refusedBytes: length })
      return keep
    },
  })
}

export type ImportWorkerDeps = {
  store: Store
  secrets: Secrets
  dataDir: string
  /** this server, as the rows of imports name it (files.ts) */
  server: string
  log: Log
  now: () => number
}

export type ImportWorker = {
  run(): Promise<void>
  /** Runs soon. Call it after an import was uploaded, started or is to be checked again. */
  nudge(): void
  stop(): Promise<void>
}

/**
 * DASH-4: checks and runs the upload whose file is on this server, and deletes files that no import
 * has any more. It runs each minute and after each act on an import, and goes on where another
 * process was killed. On Postgres a lease keeps two servers of one data folder from doing the same.
 */
export function openImportWorker(deps: ImportWorkerDeps): ImportWorker {
  const { store, server, now } = deps
  const files = importFiles(deps.dataDir)
  const lease = { name: 'import', owner: randomUUID() }
  let running: Promise<void> | null = null
  let again = false
  let stopped = false
  let lookAgain: NodeJS.Timeout | undefined

  /** SQLite has one server, and its store the lock. */
  const hasLease = async (trx: Transaction<Schema>) =>
    store.engine === 'sqlite' || (await takeJobLease(trx, lease, now()))
  const guard = async (trx: Transaction<Schema>) => {
    if (stopped || !(await hasLease(trx))) throw new Superseded()
  }

  const onRows = () => {
    if (stopped) throw new Superseded()
  }

  async function runAll() {
    for (again = true; again;) {
      again = false
      if (stopped) return
      await files.tidy(store.db)
      const upload = await readUpload(store.db)
      if (!upload || !isActive(upload)) continue
      if (!(await files.hasUpload(upload))) {
        if (store.engine === 'sqlite' || upload.server === server) await fail(upload, missing)
        continue
      }
      if (!(await store.transact(hasLease))) {
        lookAgainLater()
        continue
      }
      await workOn(upload, { ...deps, files, guard, onRows, fail }).catch((error: unknown) => {
        if (!(error instanceof Superseded)) throw error
      })
    }
  }

  /** A killed process may have had the lease. */
  function lookAgainLater() {
    clearTimeout(lookAgain)
    lookAgain = setTimeout(nudge, jobLeaseMs / 3).unref()
  }

  async function fail(run: ImportRun, error: string) {
    const change = { state: 'failed', error, server } as const
    await store.transact((trx) => endRun(trx, run, change, 'failed', now()))
  }

  const run = async () => {
    if (!stopped)
      await (running ??= runAll().finally(() => {
        running = null
      }))
  }
  // A failure is not handled here: the job of the next minute runs again and logs.
  function nudge() {
    again = true
    run().catch(() => undefined)
  }
  return {
    run,
    nudge,
    async stop() {
      stopped = true
      clearTimeout(lookAgain)
      await running?.catch(() => undefined)
      await store.transact((trx) => endJobLease(trx, lease)).catch(() => undefined)
    },
  }
}

const missing = 'The file is not on this server any more.'

type Work = ImportWorkerDeps & {
  files: ImportFiles
  guard: (trx: Transaction<Schema>) => Promise<void>
  onRows: () => void
  fail: (run: ImportRun, error: string) => Promise<void>
}

async function workOn(upload: ImportRun, { files, fail, ...deps }: Work): Promise<void> {
  const { store, server, log, now, guard } = deps
  const { id, format, bytes } = upload
  const isRun = upload.state === 'running'
  const { onBytes, bytesRead } = bothPasses(bytes)
  const file = openPeopleFile({ file: files.uploadPath(id), format, name: 'The file', onBytes })
  const refused = openRefused(files.refusedPath(id), isRun ? upload.refusedBytes : 0)
  try {
    const times = { at: now(), clock: now }
    const report = await carryOut(upload, file, { ...deps, ...times, refused, bytesRead })
    const result = resultOf(report)
    const refusedBytes = refused.flush()
    if (!isRun) await files.writeFacts(id, factsOf(report))
    const change = isRun
      ? ({ state: 'done', result, refusedBytes } as const)
      : ({ state: 'checked', checked: result } as const)
    const ended = { ...change, server, error: null, progress: { rows: report.rows, bytes } }
    const outcome = `${result.entered} of ${result.rows} rows`
    const isOurs = await store.transact(async (trx) => {
      await guard(trx)
      return endRun(trx, upload, ended, outcome, now())
    })
    if (isRun && isOurs) await files.removeUpload(id)
  } catch (error) {
    // A store that does not answer ends no import: the next run of the job goes on.
    if (error instanceof Superseded || error instanceof StoreUnavailable) throw error
    if (!(error instanceof Unreadable)) log.error({ err: error }, 'an import by upload failed')
    await fail(upload, failureOf(error))
  } finally {
    refused.close()
  }
}

function failureOf(error: unknown): string {
  if (error instanceof KindMissing)
    return 'The service that wrote this file is not known, or it asks people to confirm: say below whether they did, or that everybody in it left.'
  if (error instanceof Unreadable) return error.message
  if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return 'The disk is full.'
  return "Something unexpected happened; the server's log says what."
}
