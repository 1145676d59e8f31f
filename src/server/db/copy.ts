import { closeSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { StartRefused } from '#server/config/start-refused.ts'
import { giveToOwner, makeFolder, onlyOwner, stamp, syncPath } from './files.ts'
import { isDamage } from './sqlite-errors.ts'

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

/** Also of copies that a kill has interrupted (unfinished-copies.ts). */
export const partialEnd = '.partial'

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
