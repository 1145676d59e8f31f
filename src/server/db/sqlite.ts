import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  sql,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely'
import type { Log } from '#server/config/log.ts'
import { isBusy, isDamage, storeError } from './sqlite-errors.ts'
import { StoreUnavailable, type Db } from './store.ts'

/** Below the 2 s in which an answer is promised. */
const lockWaitMs = 1_900
const lockRetryMs = 10

export const sqliteDialect = (driver: Driver): Dialect => ({
  createAdapter: () => new TurnTakingAdapter(),
  createDriver: () => driver,
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
})

/**
 * The driver takes turns itself. Kysely's mutex would also make reads wait for a lock that only
 * writers need.
 */
class TurnTakingAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
}

/**
 * One node:sqlite handle. Transactions take turns; a query outside the open one waits until it ends.
 * Waiting for a lock of another process happens in the event loop and never blocks it.
 */
export class SqliteDriver implements Driver {
  readonly #file: DatabaseSync
  readonly #onDamage: (what: string) => void
  readonly #prepare: (sql: string) => Prepared
  #open: DatabaseConnection | null = null
  #waiting: (() => void)[] = []

  constructor(file: DatabaseSync, onDamage: (what: string) => void) {
    this.#file = file
    this.#onDamage = onDamage
    this.#prepare = statementsOf(file)
  }

  async init() {}

  async acquireConnection() {
    return new SqliteConnection(this)
  }

  async beginTransaction(connection: DatabaseConnection) {
    await this.attempt(connection, () => {
      this.#prepare('begin immediate').statement.run()
      this.#open = connection
    })
  }

  async commitTransaction(connection: DatabaseConnection) {
    await this.attempt(connection, () => this.#prepare('commit').statement.run())
    this.#endTurn()
  }

  async rollbackTransaction(connection: DatabaseConnection) {
    await this.releaseConnection(connection)
  }

  async releaseConnection(connection: DatabaseConnection) {
    if (this.#open !== connection) return
    try {
      if (this.#file.isTransaction) this.#prepare('rollback').statement.run()
    } finally {
      this.#endTurn()
    }
  }

  /** The caller closes the file. */
  async destroy() {}

  query(sql: string, parameters: readonly unknown[]): QueryResult<never> {
    const { statement, reads } = this.#prepare(sql)
    // Kysely types parameters as unknown. node:sqlite throws a TypeError for what SQLite cannot
    // bind.
    const bound = parameters as never[]
    if (reads) return { rows: statement.all(...bound) as never[] }
    return { rows: [], numAffectedRows: BigInt(statement.run(...bound).changes) }
  }

  /**
   * Runs `work` when it is this connection's turn, and retries it while another process holds the
   * lock. SQLite may roll back a transaction by itself, as on a full disk. Such a transaction must
   * not continue: its further statements would be committed one by one.
   */
  async attempt<T>(connection: DatabaseConnection, work: () => T): Promise<T> {
    let deadline = 0
    for (;;) {
      if (this.#open !== null && this.#open !== connection) {
        deadline ||= performance.now() + lockWaitMs
        await this.#turn(deadline)
        continue
      }
      const undone = this.#open === connection && !this.#file.isTransaction
      if (undone) throw new StoreUnavailable('SQLite has rolled back the transaction')
      try {
        return work()
      } catch (error) {
        if (isDamage(error)) this.#onDamage((error as Error).message)
        if (!isBusy(error) || this.#open === connection) throw storeError(error)
        deadline ||= performance.now() + lockWaitMs
        if (performance.now() + lockRetryMs > deadline) throw storeError(error)
      }
      await sleep(lockRetryMs)
    }
  }

  #turn(deadline: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const resume = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        this.#waiting = this.#waiting.filter((waiter) => waiter !== resume)
        reject(
          new StoreUnavailable(
            'The open transaction lasted too long (is `db` used inside it, in place of `trx`?)',
          ),
        )
      }, deadline - performance.now())
      this.#waiting.push(resume)
    })
  }

  #endTurn() {
    this.#open = null
    if (this.#waiting.length === 0) return
    const waiting = this.#waiting
    this.#waiting = []
    for (const resume of waiting) resume()
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #driver: SqliteDriver

  constructor(driver: SqliteDriver) {
    this.#driver = driver
  }

  executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    return this.#driver.attempt(this, () => this.#driver.query(sql, parameters))
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Rows are read in pages by key: a stream would block every writer')
  }
}

type Prepared = { statement: StatementSync; reads: boolean }

const maxStatements = 500

/** Caches prepared statements by their text. Beyond 500 it drops the oldest. */
function statementsOf(file: DatabaseSync): (sql: string) => Prepared {
  const known = new Map<string, Prepared>()
  return (sql) => {
    const found = known.get(sql)
    if (found) return found
    const statement = file.prepare(sql)
    const prepared = { statement, reads: statement.columns().length > 0 }
    const [oldest] = known.size < maxStatements ? [] : known.keys()
    if (oldest !== undefined) known.delete(oldest)
    known.set(sql, prepared)
    return prepared
  }
}

/**
 * The caller's client waits for an answer. A commit, or another program's read of some hundred
 * rows, is over by then.
 */
const emptyingMs = 500
const emptyingRetryMs = 20

/**
 * Writes SQLite's write-ahead log into the database file and truncates the log, which contains
 * deleted rows until then. It waits a little for another program that reads or writes. It never
 * throws: the deletion is committed, and retention tries again each hour.
 */
export async function emptyWal(db: Db, log: Log): Promise<void> {
  const deadline = performance.now() + emptyingMs
  try {
    for (let last = false; await isWalBusy(db);) {
      if (last)
        return log.info(
          {},
          'another program reads the store: deleted rows stay in its write-ahead log for now',
        )
      await sleep(emptyingRetryMs)
      last = performance.now() > deadline
    }
  } catch (error) {
    log.warn(
      { err: error },
      'the write-ahead log could not be emptied: deleted rows stay in it for now',
    )
  }
}

async function isWalBusy(db: Db): Promise<boolean> {
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db)
  return rows[0]?.busy !== 0
}
