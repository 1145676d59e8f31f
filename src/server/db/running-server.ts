import { once } from 'node:events'
import { closeSync, existsSync, openSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartRefused } from '#server/config/start-refused.ts'
import { giveToOwner, onlyOwner } from './files.ts'
import { deleteMeta, readMeta, writeMeta } from './meta.ts'
import { isBusy } from './sqlite-errors.ts'
import { StoreUnavailable, type Db, type Store } from './store.ts'

/**
 * Allows one server per store. There are two locks, which the operating system releases however the
 * process ends, so no stale lock is left: SQLite's lock on a file in the data folder, which also
 * holds between containers that share the folder, and one on the device and inode of the database,
 * which holds on this machine whatever the file is called. Returns a function that releases both.
 */
export async function takeServerLock(
  dataDir: string,
  refusal = `Another server runs on the data folder ${dataDir}: stop it first, or name another folder in DATA_DIR.`,
): Promise<() => Promise<void>> {
  closeSync(openSync(lockPath(dataDir), 'a', onlyOwner.file))
  giveToOwner(lockPath(dataDir))
  const file = new DatabaseSync(lockPath(dataDir), { timeout: longestLookMs })
  try {
    file.exec('begin exclusive')
    const releaseInode = await takeInodeLock(join(dataDir, 'ascend.db'))
    return async () => {
      await releaseInode()
      file.close()
    }
  } catch (error) {
    file.close()
    if (!isBusy(error) && !isInUse(error)) throw error
    throw new StartRefused(refusal)
  }
}

/**
 * Listens on a socket without a file that is named after the inode (unix(7), 'abstract'): Node has
 * no fcntl. Two names of one database, as symbolic or hard links, get the same socket. Only Linux
 * has it. Without the right to open sockets of this kind, the lock of the folder is the only one.
 */
async function takeInodeLock(path: string): Promise<() => Promise<void>> {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  if (process.platform !== 'linux' || !found) return async () => {}
  const socket = createServer((connection) => connection.destroy()).unref()
  const ended = new Promise<void>((end) => socket.once('close', end))
  try {
    await once(socket.listen(`\0ascend ${found.dev}:${found.ino}`), 'listening')
  } catch (error) {
    if (isInUse(error)) throw error
    return async () => {}
  }
  return async () => {
    socket.close()
    await ended
  }
}

const isInUse = (error: unknown) => (error as NodeJS.ErrnoException).code === 'EADDRINUSE'

/**
 * Returns whether a process holds the lock. The check takes the lock for an instant; a server that
 * starts just then waits.
 */
export function isServerRunning(dataDir: string): boolean {
  if (!existsSync(lockPath(dataDir))) return false
  const file = new DatabaseSync(lockPath(dataDir))
  try {
    file.prepare('select count(*) from sqlite_schema').get()
    return false
  } catch (error) {
    if (!isBusy(error)) throw error
    return true
  } finally {
    file.close()
  }
}

const lockPath = (dataDir: string) => join(dataDir, 'server.lock')
const longestLookMs = 250

/**
 * Stores where the server is reached, for commands that run without its PORT and PUBLIC_URL. Of
 * several servers the last one counts. Returns a function that deletes the note of this one. Where
 * the store takes no writes, commands go by their own settings.
 */
export async function noteServerAddress(
  { transact }: Pick<Store, 'transact'>,
  publicUrl: string,
): Promise<() => Promise<void>> {
  const whereStoreAnswers = (error: unknown) => {
    if (!(error instanceof StoreUnavailable)) throw error
  }
  await transact((trx) => writeMeta(trx, 'server address', publicUrl)).catch(whereStoreAnswers)
  return () =>
    transact(async (trx) => {
      if ((await readMeta(trx, 'server address')) === publicUrl)
        await deleteMeta(trx, 'server address')
    }).catch(whereStoreAnswers)
}

/** Null where no server runs, or where it could not note its address. After a kill the note stays. */
export async function runningServerAddress(db: Db): Promise<string | null> {
  const address = await readMeta(db, 'server address')
  return address !== null && URL.canParse(address) ? address : null
}
