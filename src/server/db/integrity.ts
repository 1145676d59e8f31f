import { extname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import type { Log } from '#server/config/log.ts'
import { readMeta, writeMeta, type MetaKey } from './meta.ts'
import { isDamage } from './sqlite-errors.ts'
import { StoreUnavailable, type Db, type OpenOptions } from './store.ts'

/** `ASCD`, in the header of every store: it tells a store from the database of another program. */
export const applicationId = 0x41_53_43_44

/** Beside this file: TypeScript in the sources, JavaScript in the build. */
const quickCheck = new URL(`./quick-check${extname(import.meta.url)}`, import.meta.url)

/** Watches a store for damage. Once damage is found, writes are refused and reads continue. */
export function watchIntegrity(file: DatabaseSync, path: string, log: Log) {
  let refusal: string | null = null
  let worker: Worker | null = null
  const refuseWrites = (damage: string) => {
    if (refusal) return
    refusal = `${path} is damaged (${damage}): stop the server and restore a backup.`
    log.error(
      { path, damage },
      'the store is damaged: reads continue, writes are refused until a backup is restored',
    )
    file.exec('pragma query_only = on')
  }
  const checkAll = () => {
    worker = new Worker(quickCheck, { workerData: path })
    worker.unref()
    worker.once('message', (damage: string | null) =>
      damage ? refuseWrites(damage) : log.info({ path }, 'the store is not damaged'),
    )
    worker.once('error', (error: Error) =>
      log.warn({ path, reason: error.message }, 'the store could not be checked'),
    )
  }
  return {
    refusal: () => refusal,
    refuseWrites,
    /**
     * If the last server ended without `stop`, the whole store is checked in a worker thread.
     * `hasLost`: commits are known to be lost, and the mark of the last server can be among them.
     */
    async start(db: Db, role: OpenOptions['role'], hasLost: boolean) {
      const damage = findDamageAtEnds(file)
      if (damage) refuseWrites(damage)
      if (damage || role !== 'server') return
      if (!(await markRunning(db, log, hasLost))) return
      log.warn({ path }, 'the last server did not end cleanly; the store is checked meanwhile')
      checkAll()
    },
    async stop(db: Db, role: OpenOptions['role']) {
      await worker?.terminate()
      if (role === 'server' && !refusal) await markEnded(db, log)
    },
  }
}

/** Reads each table's first and last row. Returns what is damaged, or null. */
export function findDamageAtEnds(file: DatabaseSync): string | null {
  try {
    for (const { name } of file
      .prepare(`select name from sqlite_schema where type = 'table'`)
      .all()) {
      file.prepare(`select * from "${name}" order by rowid limit 1`).get()
      file.prepare(`select * from "${name}" order by rowid desc limit 1`).get()
    }
    return null
  } catch (error) {
    if (!isDamage(error)) throw error
    return (error as Error).message
  }
}

/**
 * Returns whether the last server did not end cleanly. A mark that cannot be written is tried again
 * at the next start.
 */
async function markRunning(db: Db, log: Log, hasLost: boolean): Promise<boolean> {
  const isAfterCrash = hasLost || (await readMeta(db, 'server')) === 'running'
  // Before the mark: a start that ends between them is one after a crash too.
  if (isAfterCrash) await writeMark(db, 'journal to compare', 'yes', log)
  await writeMark(db, 'server', 'running', log)
  return isAfterCrash
}

const markEnded = (db: Db, log: Log) => writeMark(db, 'server', 'ended', log)

async function writeMark(db: Db, key: MetaKey, value: string, log: Log) {
  try {
    await writeMeta(db, key, value)
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    log.warn({ reason: error.message }, 'the store could not be marked')
  }
}

/**
 * `atMs`: when the loss was found. `commits`: those that the damaged log still shows. `people`: who
 * had left, or were suppressed or erased, and are again. `undecided`: entries of the journal from
 * a time that is still to come.
 */
export type LostChanges = { atMs: number; commits: number; people: number; undecided: number }

export const noLoss = (atMs: number): LostChanges => ({
  atMs,
  commits: 0,
  people: 0,
  undecided: 0,
})

export async function readLostChanges(db: Db): Promise<LostChanges | null> {
  const value = await readMeta(db, 'lost changes')
  return value === null ? null : (JSON.parse(value) as LostChanges)
}

/** Adds what one start found to what it has found before. */
export async function noteLostChanges(db: Db, found: LostChanges): Promise<void> {
  const before = await readLostChanges(db)
  const isSameStart = before !== null && found.atMs - before.atMs < sameStartMs
  const sum = isSameStart ? added(before, found) : found
  await writeMeta(db, 'lost changes', JSON.stringify(sum))
}

const sameStartMs = 10 * 60_000

const added = (one: LostChanges, other: LostChanges): LostChanges => ({
  atMs: one.atMs,
  commits: one.commits + other.commits,
  people: one.people + other.people,
  undecided: one.undecided + other.undecided,
})
