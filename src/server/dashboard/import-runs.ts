import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { ImportCounts, ImportRun } from '#contract/import-screens.ts'
import type { Log } from '#server/config/log.ts'
import type { Secrets } from '#server/config/secret-list.ts'
import { StoreUnavailable, type Store } from '#server/db/open.ts'
import type { ImportTerms } from '#server/people/check-row.ts'
import { Unreadable } from '#server/people/csv.ts'
import { lineOf, refusedHead } from '#server/people/import-command.ts'
import { importPeople, type ImportReport } from '#server/people/import.ts'
import { readRows } from '#server/people/read-file.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const linesShown = 5
const saveEveryMs = 1_000

export type ImportsDeps = {
  store: Store
  secrets: Secrets
  dataDir: string
  log: Log
  now: () => number
}

/** An import with what only the server needs. */
type Stored = ImportRun & { terms: ImportTerms; format: 'csv' | 'jsonl' }
export type NewImport = Pick<
  Stored,
  'id' | 'operator' | 'name' | 'bytes' | 'confirmed' | 'terms' | 'format'
>
export type Imports = ReturnType<typeof openImports>

/** The server stops. */
class Stopped extends Error {}

/**
 * DASH-4: the one import by upload. Its state and its files are in `imports` of the data folder, so
 * that a closed window changes nothing and a restart finds it. Everything is deleted after a day,
 * and the upload as soon as it is imported.
 */
export function openImports({ store, secrets, dataDir, log, now }: ImportsDeps) {
  const folder = join(dataDir, 'imports')
  const statePath = join(folder, 'import.json')
  const uploadPath = (id: string) => join(folder, `${id}.upload`)
  const refusedPath = (id: string) => join(folder, `${id}.refused.csv`)
  let current = load()
  let work: Promise<unknown> = Promise.resolve()
  let stopping = false
  deleteUnfinished()
  const expiry = setInterval(latest, hourMs).unref()

  /** Deletes uploads that the earlier process did not receive to their end. */
  function deleteUnfinished(): void {
    const known = [
      'import.json',
      ...(current ? filesOf(current.id).map((path) => basename(path)) : []),
    ]
    for (const name of existsSync(folder) ? readdirSync(folder) : [])
      if (!known.includes(name)) rmSync(join(folder, name), { force: true })
  }

  /** After a restart nothing is running any more. */
  function load(): Stored | null {
    try {
      const state = JSON.parse(readFileSync(statePath, 'utf8')) as Stored
      return isActive(state) ? { ...state, phase: 'interrupted', canContinue: true } : state
    } catch {
      return null
    }
  }

  function save(change: Partial<Stored>): void {
    current = { ...current!, ...change }
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(`${statePath}.new`, JSON.stringify(current), { mode: 0o600 })
    renameSync(`${statePath}.new`, statePath)
  }

  const isBusy = () => current !== null && isActive(current)

  function latest(): Stored | null {
    if (current && !isBusy() && Math.abs(now() - current.startedAt) > dayMs) discard(current.id)
    return current
  }

  function discard(id: string): boolean {
    if (current?.id !== id || isBusy()) return false
    for (const path of [statePath, ...filesOf(id)]) rmSync(path, { force: true })
    current = null
    return true
  }

  /** Reads the whole file: a dry run, or the import. Returns the outcome for the log. */
  async function read(dry: boolean): Promise<string> {
    const { id, format, terms } = current!
    try {
      const report = await importFile(uploadPath(id), { format, terms, dry })
      const counts = countsOf(report)
      if (dry) save({ phase: 'checked', checked: counts })
      else {
        save({ phase: 'done', done: counts, canContinue: false })
        rmSync(uploadPath(id), { force: true })
      }
      return `${counts.entered} of ${counts.rows} rows`
    } catch (error) {
      const interrupted = error instanceof Stopped
      const text = failureOf(error)
      if (!interrupted && !(error instanceof Unreadable))
        log.error({ err: error }, 'an import by upload failed')
      save({
        phase: interrupted ? 'interrupted' : 'failed',
        error: interrupted ? null : text,
        canContinue: !(error instanceof Unreadable && dry),
      })
      return interrupted ? 'interrupted, as the server stopped' : 'failed'
    }
  }

  async function importFile(
    path: string,
    { format, terms, dry }: Pick<Stored, 'format' | 'terms'> & { dry: boolean },
  ): Promise<ImportReport> {
    const refusedFile = await open(refusedPath(current!.id), 'w', 0o600)
    const lines: Pick<Stored, 'toEnter' | 'refused'> = { toEnter: [], refused: [] }
    let bytes = 0
    let savedAt = performance.now()
    try {
      await refusedFile.writeFile(refusedHead)
      const source = { path, format, name: 'The file', onBytes: (read: number) => (bytes = read) }
      const report = await importPeople(readRows(source), terms, dry, {
        store,
        secrets,
        now: now(),
        async refuse(row) {
          if (lines.refused.length < linesShown)
            lines.refused = [...lines.refused, { ...row, address: row.address.slice(0, 254) }]
          await refusedFile.writeFile(lineOf(row))
        },
        onEntered({ line, email }) {
          if (lines.toEnter.length < linesShown)
            lines.toEnter = [...lines.toEnter, { line, address: email }]
        },
        onRows(rows) {
          if (stopping) throw new Stopped()
          current = { ...current!, progress: { rows, bytes } }
          if (performance.now() - savedAt < saveEveryMs) return
          savedAt = performance.now()
          save({})
        },
      })
      save({ ...lines, progress: { rows: report.rows, bytes } })
      return report
    } finally {
      await refusedFile.close()
    }
  }

  return {
    latest,
    isBusy,
    uploadPath(id: string): string {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      return uploadPath(id)
    },
    refusedPath,
    discard,

    /** Deletes the upload of a request that failed. */
    drop: (id: string) => rmSync(uploadPath(id), { force: true }),

    /** Replaces the earlier import by a complete upload and checks it in the background. */
    check(upload: NewImport): boolean {
      if (isBusy() || stopping) return false
      if (current) for (const path of filesOf(current.id)) rmSync(path, { force: true })
      current = null
      save({
        ...upload,
        startedAt: now(),
        phase: 'checking',
        canContinue: false,
        progress: { rows: 0, bytes: 0 },
        checked: null,
        done: null,
        error: null,
        toEnter: [],
        refused: [],
      })
      work = read(true)
      return true
    },

    /**
     * Starts what was checked, or what was interrupted, in the background. `begin` writes the act to
     * the log first; `end` gets the outcome. Returns false where another operator has started it.
     */
    async start(
      id: string,
      begin: (rows: number) => Promise<unknown>,
      end: (outcome: string) => Promise<unknown>,
    ): Promise<boolean> {
      const before = current
      if (before?.id !== id || stopping || !mayStart(before)) return false
      // An interrupted dry run has not been confirmed by anybody.
      const dry = before.checked === null
      save({ phase: dry ? 'checking' : 'running', error: null, progress: { rows: 0, bytes: 0 } })
      try {
        if (!dry) await begin(before.checked!.entered)
      } catch (error) {
        save(before)
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

  function filesOf(id: string): string[] {
    return [uploadPath(id), refusedPath(id)]
  }
}

const isActive = ({ phase }: ImportRun) => phase === 'checking' || phase === 'running'

export const mayStart = ({ phase, canContinue }: ImportRun): boolean =>
  phase === 'checked' || (!isActive({ phase } as ImportRun) && canContinue)

const countsOf = ({ rows, entered, refused }: ImportReport): ImportCounts => ({
  rows,
  entered,
  refused: [...refused].toSorted(([, a], [, b]) => b - a),
})

function failureOf(error: unknown): string {
  if (error instanceof Unreadable) return error.message
  if (error instanceof StoreUnavailable) return 'The database did not answer.'
  if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return 'The disk is full.'
  return "Something unexpected happened; the server's log says what."
}
