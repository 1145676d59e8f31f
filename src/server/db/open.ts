import { accessSync, closeSync, constants, existsSync, openSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, type Driver } from 'kysely'
import { DiskFull, StartRefused } from '#server/config/start-refused.ts'
import { copyBefore, removeUnfinishedCopies } from './backup.ts'
import { giveToOwner, makeFolder, onlyOwner } from './files.ts'
import {
  applicationId,
  countLostCommits,
  findDamageAtEnds,
  watchIntegrity,
  noteLostChanges,
} from './integrity.ts'
import { createJournal, journalPath } from './journal-file.ts'
import { attachJournal, recordOutcome } from './journal.ts'
import { readMeta } from './meta.ts'
import { migrate, readVersion } from './migrate.ts'
import { admitToStore } from './move.ts'
import { takeServerLock } from './running-server.ts'
import { migrations, type Migration, type Schema } from './schema.ts'
import { explainSqlite, isBusy } from './sqlite-errors.ts'
import { emptyWal, sqliteDialect, SqliteDriver } from './sqlite.ts'
import {
  StoreUnavailable,
  type Db,
  type OpenOptions,
  type Store,
  type StoreLocation,
} from './store.ts'
import { underWriteLock, tidyJournal } from './tidy-journal.ts'
import { journaledTransaction, withSpaceProbe } from './transaction.ts'

/**
 * Opens the store, migrates and checks it. Throws StartRefused with one sentence for the operator.
 */
export async function openStore(where: StoreLocation, given: OpenOptions): Promise<Store> {
  const options = { ...given, migrations: given.migrations ?? migrations }
  if ('dataDir' in where) return openSqlite(where.dataDir, options)
  const { openPostgres } = await import('./open-postgres.ts')
  return openPostgres(where.databaseUrl, options)
}

type Options = OpenOptions & { migrations: readonly Migration[] }

/** A server that finds the disk full serves the page until there is space. */
async function openSqlite(dataDir: string, options: Options): Promise<Store> {
  const open = () => openNow(dataDir, options)
  try {
    return (await open()).store
  } catch (error) {
    const hasStore =
      (statSync(join(dataDir, 'ascend.db'), { throwIfNoEntry: false })?.size ?? 0) > 0
    if (!(error instanceof DiskFull) || options.role !== 'server' || !hasStore) throw error
    return openWhenSpace(error, dataDir, options, open)
  }
}

type OpenedSqlite = { store: Store; driver: Driver }

async function openNow(dataDir: string, options: Options): Promise<OpenedSqlite> {
  const path = join(dataDir, 'ascend.db')
  const undo: (() => unknown)[] = []
  const end = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    createFile(dataDir, path)
    undo.push(await lockFolder(dataDir, options.role))
    if (options.role === 'server') removeUnfinished(dataDir, options.log)
    const file = new DatabaseSync(path, { timeout: 0 })
    undo.push(() => file.close())
    claimFile(file, path)
    const lostCommits = options.role === 'server' ? lookForLostCommits(dataDir, path) : 0
    const watch = watchIntegrity(file, path, options.log)
    const driver = new SqliteDriver(file, watch.refuseWrites)
    const db = new Kysely<Schema>({ dialect: sqliteDialect(driver) })
    undo.push(() => db.destroy())
    if (options.role === 'server') {
      createJournal(journalPath(dataDir))
      // Without it nobody could leave, and only those who try would notice.
      accessSync(journalPath(dataDir), constants.R_OK | constants.W_OK)
    }
    if (options.journalKey) attachJournal(db, dataDir, options.journalKey)
    await update(db, file, dataDir, options)
    await watch.start(db, options.role, lostCommits > 0)
    undo.push(() => watch.stop(db, options.role))
    if (options.role !== 'mover' && !watch.refusal()) await admitToStore(db, nameIn(dataDir))
    const transact: Store['transact'] = (work) => journaledTransaction(db, work)
    if (lostCommits > 0 && !watch.refusal())
      await noteLostCommits(db, lostCommits, path, options.log)
    if (options.role === 'server' && !watch.refusal())
      await tidyJournal(transact, dataDir, options.log)
    undo.push(() => recordOutcome(db, 'done'))
    const store: Store = {
      db,
      engine: 'sqlite',
      refusal: watch.refusal,
      close: end,
      ...withSpaceProbe(transact),
      emptyWal: () => emptyWal(db, options.log),
      ping: async () => void (await readMeta(db, 'application')),
    }
    return { store, driver }
  } catch (error) {
    await end()
    throw explainSqlite(error, dataDir, path)
  }
}

/** What killed backups, copies and restores have left. A restore holds the lock while it runs. */
function removeUnfinished(dataDir: string, log: OpenOptions['log']): void {
  try {
    rmSync(join(dataDir, 'restoring'), { recursive: true, force: true })
    removeUnfinishedCopies(dataDir, join(dataDir, 'backups'))
  } catch (error) {
    log.warn({ dataDir, err: error }, 'files of an unfinished backup or restore stay')
  }
}

/** Returns what releases the lock. Commands take none. */
async function lockFolder(dataDir: string, role: Options['role']): Promise<() => unknown> {
  if (role === 'server') return takeServerLock(dataDir)
  if (role !== 'mover') return () => {}
  return takeServerLock(
    dataDir,
    `A server runs on the data folder ${dataDir}, or another move or restore: stop it, then move.`,
  )
}

function createFile(dataDir: string, path: string) {
  makeFolder(dataDir)
  if (existsSync(path)) return
  closeSync(openSync(path, 'a', onlyOwner.file))
  giveToOwner(path)
}

/** None while another process writes: its log is in use, and not what a crash has left. */
function lookForLostCommits(dataDir: string, path: string): number {
  try {
    return underWriteLock(dataDir, () => countLostCommits(path))
  } catch (error) {
    if (isBusy(error)) return 0
    throw error
  }
}

async function noteLostCommits(db: Db, commits: number, path: string, log: OpenOptions['log']) {
  log.error(
    { path, lostCommits: commits },
    'the end of the write-ahead log was damaged: the last changes before the crash are lost',
  )
  await noteLostChanges(db, { atMs: Date.now(), commits })
}

function claimFile(file: DatabaseSync, path: string) {
  // secure_delete overwrites deleted bytes: the file keeps no trace of erased people.
  file.exec('pragma synchronous = full; pragma foreign_keys = on; pragma secure_delete = on')
  const id = file.prepare('pragma application_id').get()?.['application_id']
  if (id !== applicationId) {
    const tables = file.prepare('select count(*) as tables from sqlite_schema').get()?.['tables']
    if (id !== 0 || tables !== 0) {
      throw new StartRefused(
        `${path} is the database of another program: move it away, or name another folder in DATA_DIR.`,
      )
    }
    file.exec(`pragma application_id = ${applicationId}`)
  }
  // 16 MB of WAL. A page that many transactions change is then copied into the file less often.
  file.exec('pragma journal_mode = wal; pragma wal_autocheckpoint = 4000')
}

const nameIn = (dataDir: string) => `The store in ${dataDir} (DATA_DIR)`

/** A command migrates only while no server runs: an older server would not know the new tables. */
async function update(
  db: Db,
  file: DatabaseSync,
  dataDir: string,
  { migrations, log, role }: Options,
) {
  const name = nameIn(dataDir)
  const version = await readVersion(db, 'sqlite', migrations, name)
  if (version > migrations.length)
    log.warn({ schema: version }, 'the store was written by a newer program, and can be used')
  if (version >= migrations.length) return
  const damage = findDamageAtEnds(file)
  if (damage)
    throw new StartRefused(
      `${name} is damaged (${damage}) and cannot be updated: restore a backup into it.`,
    )
  const unlock = role === 'command' ? await takeServerLock(dataDir) : () => {}
  try {
    // Another program may have updated it meanwhile. A new store has nothing to lose.
    const before = await readVersion(db, 'sqlite', migrations, name)
    if (before > 0 && before < migrations.length) {
      const copy = await copyBefore(before + 1, file, dataDir)
      log.info({ copy }, 'store copied before its update')
    }
    await migrate(db, 'sqlite', { migrations, name, log })
  } finally {
    await unlock()
  }
}

const retryMs = 1_000

/**
 * The store of a server whose disk was full at the start, when SQLite cannot even read. The page is
 * served and writes get 503 until `open` succeeds, which is tried each second.
 */
export function openWhenSpace(
  full: DiskFull,
  dataDir: string,
  { log, journalKey }: Pick<OpenOptions, 'log' | 'journalKey'>,
  open: () => Promise<OpenedSqlite>,
): Store {
  let opened: OpenedSqlite | null = null
  let why = full.message
  let opening: Promise<void> | null = null
  const driverNow = (): Driver => {
    if (!opened) throw new StoreUnavailable(why)
    return opened.driver
  }
  const db: Db = new Kysely<Schema>({ dialect: sqliteDialect(lateDriver(driverNow)) })
  if (journalKey) attachJournal(db, dataDir, journalKey)

  async function tryToOpen(): Promise<void> {
    try {
      opened = await open()
      clearInterval(timer)
      log.info({ dataDir }, 'the store is open: the disk has space again')
    } catch (error) {
      const { message } = error as Error
      if (message !== why) log.error({ reason: message }, 'the store cannot be opened yet')
      why = message
    }
  }
  const timer = setInterval(() => {
    opening ??= tryToOpen().finally(() => {
      opening = null
    })
  }, retryMs)
  log.error({ reason: why }, 'the store cannot be opened yet: the page is served, sign-ups get 503')

  return {
    db,
    engine: 'sqlite',
    refusal: () => opened?.store.refusal() ?? null,
    ...withSpaceProbe((work) => journaledTransaction(db, work)),
    emptyWal: async () => {
      if (opened) await emptyWal(db, log)
    },
    ping: async () => void (await readMeta(db, 'application')),
    async close() {
      clearInterval(timer)
      await opening
      await recordOutcome(db, 'done')
      await opened?.store.close()
    },
  }
}

/** Passes every call to the driver of the moment. */
const lateDriver = (driverNow: () => Driver): Driver => ({
  init: async () => {},
  acquireConnection: async () => driverNow().acquireConnection(),
  beginTransaction: async (connection, settings) =>
    driverNow().beginTransaction(connection, settings),
  commitTransaction: async (connection) => driverNow().commitTransaction(connection),
  rollbackTransaction: async (connection) => driverNow().rollbackTransaction(connection),
  releaseConnection: async (connection) => driverNow().releaseConnection(connection),
  destroy: async () => {},
})
