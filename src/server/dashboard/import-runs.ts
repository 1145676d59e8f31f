import { rmSync } from 'node:fs'
import type { ImportCounts, ImportRun } from '#contract/import-screens.ts'
import { operatorMs } from '#contract/operator-times.ts'
import type { Log } from '#server/config/log.ts'
import type { Secrets } from '#server/config/secret-list.ts'
import { StoreUnavailable, type Store } from '#server/db/open.ts'
import { Unreadable } from '#server/cli/csv.ts'
import { KindMissing, type ImportOptions, type ImportReport } from '#server/imports/import.ts'
import { readImportFile } from './import-file.ts'
import { isActive, openImportState, type StoredImport } from './import-state.ts'

const hourMs = 3_600_000

export type ImportsDeps = {
  store: Store
  secrets: Secrets
  dataDir: string
  log: Log
  now: () => number
}

export type NewImport = Pick<
  StoredImport,
  'id' | 'operator' | 'name' | 'bytes' | 'options' | 'format'
>
export type Imports = ReturnType<typeof openImports>

/** The server stops. */
class Stopped extends Error {}

/**
 * DASH-4: the one import by upload. Its state is in a file (import-state.ts), so that a closed
 * window changes nothing and a restart finds it. Everything is deleted after a day, and the upload
 * as soon as it is imported.
 */
export function openImports({ store, secrets, dataDir, log, now }: ImportsDeps) {
  const state = openImportState(dataDir)
  let work: Promise<unknown> = Promise.resolve()
  let stopping = false
  const expiry = setInterval(latest, hourMs).unref()

  function isBusy(): boolean {
    const current = state.current()
    return current !== null && isActive(current)
  }

  function latest(): StoredImport | null {
    const current = state.current()
    if (current && !isBusy() && Math.abs(now() - current.startedAt) > operatorMs('upload'))
      state.delete()
    return state.current()
  }

  /** Reads the whole file: a dry run, or the import. Returns the outcome for the log. */
  async function read(dry: boolean): Promise<string> {
    const { id, format, options, bytes } = state.current()!
    const [path, refusedPath] = [state.uploadPath(id), state.refusedPath(id)]
    try {
      const { report, ...shown } = await readImportFile(
        { path, refusedPath, format, options, bytes, dry },
        { store, secrets, now: now(), onProgress },
      )
      const counts = countsOf(report)
      if (dry) state.change({ ...shown, phase: 'checked', checked: counts })
      else {
        state.change({ ...shown, phase: 'done', done: counts, canContinue: false })
        rmSync(path, { force: true })
      }
      return `${counts.entered} of ${counts.rows} rows`
    } catch (error) {
      if (!(error instanceof Stopped || error instanceof Unreadable))
        log.error({ err: error }, 'an import by upload failed')
      state.change(afterFailure(error, dry))
      return error instanceof Stopped ? 'interrupted, as the server stopped' : 'failed'
    }
  }

  function onProgress(progress: ImportRun['progress']): void {
    if (stopping) throw new Stopped()
    state.setProgress(progress)
  }

  return {
    latest,
    isBusy,
    refusedPath: state.refusedPath,

    /** Where a new upload is stored. */
    uploadPath(id: string): string {
      state.makeFolder()
      return state.uploadPath(id)
    },

    /** Deletes the upload of a request that failed. */
    drop: (id: string) => rmSync(state.uploadPath(id), { force: true }),

    discard(id: string): boolean {
      if (state.current()?.id !== id || isBusy()) return false
      state.delete()
      return true
    },

    /** Replaces the earlier import by a complete upload and checks it in the background. */
    check(upload: NewImport): boolean {
      if (isBusy() || stopping) return false
      state.replace(stateOf(upload, now()))
      work = read(true)
      return true
    },

    /** Checks the file again with other choices. */
    checkAgain(id: string, options: ImportOptions): boolean {
      const before = state.current()
      if (before?.id !== id || stopping || !mayCheckAgain(before)) return false
      const { operator, name, bytes, format } = before
      const upload = { id, operator, name, bytes, options, format }
      state.change(stateOf(upload, before.startedAt))
      work = read(true)
      return true
    },

    /**
     * Starts what was checked, or what was interrupted, in the background. `begin` writes the act
     * to the log first; `end` gets the outcome. Returns false where another operator has started
     * it.
     */
    async start(
      id: string,
      begin: (rows: number) => Promise<unknown>,
      end: (outcome: string) => Promise<unknown>,
    ): Promise<boolean> {
      const before = state.current()
      if (before?.id !== id || stopping || !mayStart(before)) return false
      // An interrupted dry run has not been confirmed by anybody.
      const dry = before.checked === null
      const phase = dry ? 'checking' : 'running'
      state.change({ phase, error: null, progress: { rows: 0, bytes: 0 } })
      try {
        if (!dry) await begin(before.checked!.entered)
      } catch (error) {
        state.change(before)
        throw error
      }
      work = read(dry)
        .then((outcome) => (dry ? undefined : end(outcome)))
        .catch((error: unknown) => log.error({ err: error }, 'the end of an import was not logged'))
      return true
    },

    /** Resolves once the running step has ended. */
    async stop(): Promise<void> {
      stopping = true
      clearInterval(expiry)
      await work
    },
  }
}

export const mayStart = ({ phase, canContinue, facts }: ImportRun): boolean =>
  (phase === 'checked' && facts?.blocked === null) || (!isActive({ phase }) && canContinue)

/** As long as nothing was imported. */
export const mayCheckAgain = ({ phase, checked }: Pick<ImportRun, 'phase' | 'checked'>): boolean =>
  phase === 'checked' || (phase === 'failed' && checked === null)

const stateOf = (upload: NewImport, now: number): StoredImport => ({
  ...upload,
  people: upload.options.people,
  leftReason: upload.options.leftReason,
  statusColumns: upload.options.statusColumns,
  ignoredColumns: upload.options.ignoredColumns,
  consent: {
    source: upload.options.consentSource,
    at: upload.options.consentAt,
    wording: upload.options.consentWording,
  },
  startedAt: now,
  phase: 'checking',
  canContinue: false,
  progress: { rows: 0, bytes: 0 },
  checked: null,
  done: null,
  error: null,
  facts: null,
  refused: [],
})

const countsOf = ({ rows, entered, refused }: ImportReport): ImportCounts => ({
  rows,
  entered,
  refused: [...refused].toSorted(([, a], [, b]) => b - a),
})

const afterFailure = (error: unknown, dry: boolean): Partial<StoredImport> =>
  error instanceof Stopped
    ? { phase: 'interrupted', error: null, canContinue: true }
    : {
        phase: 'failed',
        error: failureOf(error),
        canContinue: !(error instanceof Unreadable && dry),
      }

function failureOf(error: unknown): string {
  if (error instanceof KindMissing)
    return 'The service that wrote this file is not known, or it asks people to confirm: say below whether they did, or that everybody in it left.'
  if (error instanceof Unreadable) return error.message
  if (error instanceof StoreUnavailable) return 'The database did not answer.'
  if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return 'The disk is full.'
  return "Something unexpected happened; the server's log says what."
}
