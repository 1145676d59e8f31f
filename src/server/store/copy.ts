import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { StartRefused } from './errors.ts'

/** A checked copy of the store, made before migration `id`. It gets its name only once it is whole and on the disk. */
export async function copyBefore(id: number, file: DatabaseSync, dataDir: string, now = new Date()): Promise<string> {
  const folder = join(dataDir, 'backups')
  if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 })
  const name = `before-${String(id).padStart(3, '0')}-${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.db`
  const path = join(folder, name)
  const partial = `${path}.partial`
  rmSync(partial, { force: true })
  closeSync(openSync(partial, 'wx', 0o600))
  await backup(file, partial)
  const damage = findDamage(partial)
  if (damage) throw new StartRefused(`The copy ${partial}, made before the update of the store, is damaged (${damage}): restore an earlier backup into ${dataDir}.`)
  sync(partial)
  renameSync(partial, path)
  sync(folder)
  return path
}

function findDamage(path: string): string | null {
  const copy = new DatabaseSync(path)
  try {
    // As one file without a WAL beside it, it can be moved about by hand.
    copy.exec('pragma journal_mode = delete')
    const first = copy.prepare('pragma integrity_check(1)').get()
    return first?.['integrity_check'] === 'ok' ? null : String(first?.['integrity_check'])
  } catch (error) {
    return (error as Error).message
  } finally {
    copy.close()
  }
}

function sync(path: string) {
  const handle = openSync(path, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
