import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import type { ImportRun } from '#contract/import-screens.ts'
import type { ImportOptions } from '#server/imports/import.ts'

/** An import with what only the server needs. */
export type StoredImport = ImportRun & { options: ImportOptions; format: 'csv' | 'jsonl' }

/**
 * The state and the files of the one import by upload, in `imports` of the data folder, readable by
 * this user only. Opening deletes files that the earlier process did not receive to their end.
 */
export function openImportState(dataDir: string) {
  const folder = join(dataDir, 'imports')
  const statePath = join(folder, stateFile)
  const uploadPath = (id: string) => join(folder, `${id}.upload`)
  const refusedPath = (id: string) => join(folder, `${id}.refused.csv`)
  const filesOf = (id: string) => [uploadPath(id), refusedPath(id)]
  const makeFolder = () => mkdirSync(folder, { recursive: true, mode: 0o700 })
  let current = readState(statePath)
  let writtenAt = 0
  deleteOthers(folder, current ? filesOf(current.id) : [])

  function write(state: StoredImport): void {
    current = state
    writtenAt = performance.now()
    makeFolder()
    writeFileSync(`${statePath}.new`, JSON.stringify(state), { mode: 0o600 })
    renameSync(`${statePath}.new`, statePath)
  }

  return {
    uploadPath,
    refusedPath,
    makeFolder,
    current: () => current,
    /** Deletes the files of the import before it. */
    replace(state: StoredImport): void {
      if (current) for (const path of filesOf(current.id)) rmSync(path, { force: true })
      write(state)
    },
    change: (change: Partial<StoredImport>): void => write({ ...current!, ...change }),
    /** Written at most once a second. */
    setProgress(progress: ImportRun['progress']): void {
      current = { ...current!, progress }
      if (performance.now() - writtenAt >= writeEveryMs) write(current)
    },
    delete(): void {
      for (const path of [statePath, ...filesOf(current!.id)]) rmSync(path, { force: true })
      current = null
    },
  }
}

const stateFile = 'import.json'
const writeEveryMs = 1_000

/** After a restart nothing is running any more. */
function readState(path: string): StoredImport | null {
  try {
    const state = JSON.parse(readFileSync(path, 'utf8')) as StoredImport
    // The file of an earlier version has other options.
    if (state.options?.people === undefined) return null
    return isActive(state) ? { ...state, phase: 'interrupted', canContinue: true } : state
  } catch {
    return null
  }
}

function deleteOthers(folder: string, paths: readonly string[]): void {
  const known = [stateFile, ...paths.map((path) => basename(path))]
  for (const name of existsSync(folder) ? readdirSync(folder) : [])
    if (!known.includes(name)) rmSync(join(folder, name), { force: true })
}

export const isActive = ({ phase }: Pick<ImportRun, 'phase'>): boolean =>
  phase === 'checking' || phase === 'running'
