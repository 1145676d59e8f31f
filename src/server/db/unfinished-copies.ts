import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { partialEnd } from './copy.ts'
import { isBusy } from './sqlite-errors.ts'

/** A folder in the data folder for a backup that is written to standard output. */
export const streamedPrefix = 'backup-'

/**
 * Removes the copies in `folder` that a kill has interrupted, and those of backups to standard
 * output. A copy that another process still makes is locked by SQLite, and stays.
 */
export function removeUnfinishedCopies(dataDir: string, folder: string): void {
  removePartials(folder)
  for (const name of namesIn(dataDir).filter((each) => each.startsWith(streamedPrefix))) {
    const streamed = join(dataDir, name)
    removePartials(streamed)
    const rest = namesIn(streamed)
    if (rest.every((each) => copyName.test(each)))
      rmSync(streamed, { recursive: true, force: true })
  }
}

const copyName = /^(?:ascend-\d{8}T\d{9}Z|before-\d{3}-\d{8}T\d{6}Z)\.db$/

function removePartials(folder: string): void {
  const copies = namesIn(folder).map((name) => name.replace(/-journal$/, ''))
  for (const name of new Set(copies)) {
    const isOurs = name.endsWith(partialEnd) && copyName.test(name.slice(0, -partialEnd.length))
    if (!isOurs || isLocked(join(folder, name))) continue
    for (const end of ['', '-journal']) rmSync(join(folder, name + end), { force: true })
  }
}

function isLocked(path: string): boolean {
  if (!existsSync(path)) return false
  const file = new DatabaseSync(path)
  try {
    file.exec('begin exclusive')
    return false
  } catch (error) {
    return isBusy(error)
  } finally {
    file.close()
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  }
}
