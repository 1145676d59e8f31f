import type { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import type { Log } from '#server/config/log.ts'
import { StoreUnavailable } from './errors.ts'
import type { Db, OpenOptions } from './store.ts'
import { isDamage } from './sqlite-errors.ts'

/** `ASCD`, in the header of every store, so that no other program's file is taken for one. */
export const applicationId = 0x41_53_43_44

/** Keeps an eye on the file: once damage is seen, by whoever sees it, writes are refused and reads go on. */
export function watchOver(file: DatabaseSync, path: string, log: Log) {
  let refusal: string | null = null
  let worker: Worker | null = null
  const refuseWrites = (damage: string) => {
    if (refusal) return
    refusal = `${path} is damaged (${damage}): stop the server and restore a backup.`
    log.error(
      { path, damage },
      'the store is damaged: reads go on, writes are refused until a backup is restored',
    )
    file.exec('pragma query_only = on')
  }
  const checkAll = () => {
    worker = new Worker(new URL('./quick-check.ts', import.meta.url), { workerData: path })
    worker.unref()
    worker.once('message', (damage: string | null) =>
      damage ? refuseWrites(damage) : log.info({ path }, 'the store is whole'),
    )
    worker.once('error', (error: Error) =>
      log.warn({ path, reason: error.message }, 'the store could not be checked'),
    )
  }
  return {
    refusal: () => refusal,
    refuseWrites,
    /** After an end without `stop` the whole store is checked, in a thread of its own. */
    async start(db: Db, role: OpenOptions['role']) {
      const damage = readEnds(file)
      if (damage) refuseWrites(damage)
      if (damage || role !== 'server') return
      if (!(await takeMark(db, log))) return
      log.warn(
        { path },
        'the last server did not end cleanly; the store is checked while it serves',
      )
      checkAll()
    },
    async stop(db: Db, role: OpenOptions['role']) {
      await worker?.terminate()
      if (role === 'server' && !refusal) await leaveMark(db, log)
    },
  }
}

/** Reads each table's first and last row. Returns what is damaged, or null. */
export function readEnds(file: DatabaseSync): string | null {
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

/** In `meta`: whether a server runs, and how the last one ended. */
export const serverMark = 'server'

/** True where the server before did not end cleanly. A mark that cannot be written is tried again at the next start. */
async function takeMark(db: Db, log: Log): Promise<boolean> {
  const before = await db
    .selectFrom('meta')
    .select('value')
    .where('key', '=', serverMark)
    .executeTakeFirst()
  await write(db, 'running', log)
  return before?.value === 'running'
}

const leaveMark = (db: Db, log: Log) => write(db, 'ended', log)

async function write(db: Db, value: string, log: Log) {
  try {
    await db
      .insertInto('meta')
      .values({ key: serverMark, value })
      .onConflict((row) => row.column('key').doUpdateSet({ value }))
      .execute()
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    log.warn({ reason: error.message }, 'the store could not be marked')
  }
}
