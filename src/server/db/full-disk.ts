import { randomBytes } from 'node:crypto'
import { Kysely, type Driver } from 'kysely'
import type { DiskFull } from '#server/config/start-refused.ts'
import { attachJournal, recordOutcome } from './journal.ts'
import { deleteMeta, readMeta, writeMeta } from './meta.ts'
import type { Schema } from './schema.ts'
import { sqliteDialect } from './sqlite.ts'
import { StoreUnavailable, StoreFull, type Db, type OpenOptions, type Store } from './store.ts'
import { journaledTransaction } from './transaction.ts'
import { emptyWal } from './wal.ts'

export type OpenedSqlite = { store: Store; driver: Driver }

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

/** A little more than a commit of visitors' writes takes. */
const spaceBytes = 256 * 1024

/**
 * Adds `probe` to a store. On a full disk a small write may succeed where a sign-up fails. So after
 * a write that found no space, the probe writes as much as a sign-up needs.
 */
export function withSpaceProbe(transact: Store['transact']): Pick<Store, 'transact' | 'probe'> {
  let wasFull = false
  const noticing: Store['transact'] = (work) =>
    transact(work).catch((error: unknown) => {
      wasFull ||= error instanceof StoreFull
      throw error
    })
  return {
    transact: noticing,
    async probe() {
      // A small write that changes nothing.
      await noticing((trx) =>
        trx.updateTable('meta').set({ value: 'ascend' }).where('key', '=', 'application').execute(),
      )
      if (!wasFull) return
      // Random, because Postgres would compress anything else.
      const value = randomBytes(spaceBytes / 2).toString('hex')
      await transact((trx) => writeMeta(trx, 'room', value))
      await transact((trx) => deleteMeta(trx, 'room'))
      wasFull = false
    },
  }
}
