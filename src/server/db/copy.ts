import { closeSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { StartRefused } from '#server/config/start-refused.ts'
import { makeFolder, onlyOwner, stamp, syncPath } from './files.ts'
import { isDamage } from './sqlite-errors.ts'

/** A checked copy of the store, made before migration `id`. */
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
 * Copies a database that others may be writing, and checks the copy as a whole. `path` is there only once the copy is found
 * whole and on the disk; else nothing of it stays, and the damage is the answer. `mark` may write into the copy before.
 */
export async function copyChecked(
  file: DatabaseSync,
  path: string,
  mark: (copy: DatabaseSync) => void = () => {},
): Promise<string | null> {
  makeFolder(dirname(path))
  const partial = `${path}.partial`
  rmSync(partial, { force: true })
  closeSync(openSync(partial, 'wx', onlyOwner.file))
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

/** A copy in steps begins anew at each write of another process, and so never ends beside a busy server; one step is one snapshot. */
const allAtOnce = 0x7f_ff_ff_ff

/** Reads every page, index and reference of a database that nobody else has open. Returns what is wrong, or null. */
export function findDamage(
  path: string,
  mark: (copy: DatabaseSync) => void = () => {},
): string | null {
  const copy = new DatabaseSync(path)
  try {
    // As one file without a WAL beside it, it can be moved about by hand.
    copy.exec('pragma journal_mode = delete')
    const first = copy.prepare('pragma integrity_check(1)').get()?.['integrity_check']
    if (first !== 'ok') return String(first).replace(/^\*\*\*.*\n/, '')
    const orphan = copy.prepare('pragma foreign_key_check').get()
    if (orphan) return `a row of ${String(orphan['table'])} belongs to nothing`
    mark(copy)
    return null
  } catch (error) {
    if (!isDamage(error)) throw error
    return (error as Error).message
  } finally {
    copy.close()
  }
}
