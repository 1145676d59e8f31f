import { closeSync, openSync, renameSync, rmSync, existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { StartRefused } from '#server/config/start-refused.ts'
import { giveToOwner, makeFolder, onlyOwner, stamp, syncPath } from './files.ts'
import { isDamage, isBusy } from './sqlite-errors.ts'

/** A checked copy of the store, made before migration `id` and those after it. */
export async function copyBefore(
  id: number,
  file: DatabaseSync,
  dataDir: string,
  now = Date.now(),
): Promise<string> {
  const name = `before-${String(id).padStart(3, '0')}-${stamp(now).slice(0, 15)}Z.db`
  const path = join(dataDir, 'backups', name)
  const damage = await copyChecked(file, path)
  if (damage)
    throw new StartRefused(
      `The copy ${path}, made before the update of the store, is damaged (${damage}): restore an earlier backup into ${dataDir}.`,
    )
  return path
}

/**
 * Copies a database, which others may write meanwhile, and checks the copy. `path` exists only once
 * the copy is whole and synced. Otherwise nothing of it stays, and the damage is returned. `mark`
 * may write into the copy before it is renamed.
 */
export async function copyChecked(
  file: DatabaseSync,
  path: string,
  mark: (copy: DatabaseSync) => void = () => {},
): Promise<string | null> {
  makeFolder(dirname(path))
  const partial = path + partialEnd
  rmSync(partial, { force: true })
  closeSync(openSync(partial, 'wx', onlyOwner.file))
  giveToOwner(partial)
  try {
    await backup(file, partial, { rate: allAtOnce })
    const damage = findDamage(partial, mark)
    if (damage) return damage
    syncPath(partial)
    renameSync(partial, path)
    syncPath(dirname(path))
    return null
  } finally {
    for (const end of ['', '-journal']) rmSync(partial + end, { force: true })
  }
}

/** Also of copies that a kill has interrupted. */
const partialEnd = '.partial'

/**
 * One step copies a single snapshot. A copy in several steps would start over at each write of
 * another process, and never end beside a busy server.
 */
const allAtOnce = 0x7f_ff_ff_ff

/**
 * Checks every page, index and reference of a database that nobody else has open. Returns the
 * damage, or null.
 */
export function findDamage(
  path: string,
  mark: (copy: DatabaseSync) => void = () => {},
): string | null {
  const copy = new DatabaseSync(path)
  try {
    // One file without a WAL beside it can be moved by hand.
    copy.exec('pragma journal_mode = delete')
    // The lock shows that somebody still works on the copy.
    copy.exec('begin exclusive')
    const first = copy.prepare('pragma integrity_check(1)').get()?.['integrity_check']
    if (first !== 'ok') return String(first).replace(/^\*\*\*.*\n/, '')
    const orphan = copy.prepare('pragma foreign_key_check').get()
    if (orphan) return `a row of ${String(orphan['table'])} refers to a missing row`
    mark(copy)
    copy.exec('commit')
    return null
  } catch (error) {
    if (!isDamage(error)) throw error
    return (error as Error).message
  } finally {
    copy.close()
  }
}

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
