import { createHash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { StartRefused } from '#server/config/start-refused.ts'
import { insertRows } from './rows.ts'
import { deleteMeta, readMeta, keysOfStore } from './meta.ts'
import { ourTables, type Schema } from './schema.ts'
import type { Db, Store } from './store.ts'

/**
 * A move writes into `meta`: `leaving` into its source, and `arriving` into its target until the
 * copy is complete; `moved` into its source afterwards, as JSON {to, at}.
 */

/** Throws StartRefused for a store that was moved away. */
export async function refuseMoved(db: Kysely<Schema>, name: string): Promise<void> {
  const moved = await readMeta(db, 'moved')
  if (moved === null) return
  const { to, at } = JSON.parse(moved) as { to: string; at: number }
  throw new StartRefused(
    `${name} was moved to ${to} at ${new Date(at).toISOString()}: set DATABASE_URL, or DATA_DIR, to where it is now.`,
  )
}

/**
 * Throws StartRefused where a store must not be used. While a move runs it holds the write lock of
 * its SQLite source, which then cannot be unmarked.
 */
export async function admitToStore(db: Kysely<Schema>, name: string): Promise<void> {
  await refuseMoved(db, name)
  if ((await readMeta(db, 'leaving')) !== null) await deleteMeta(db, 'leaving')
  if ((await readMeta(db, 'arriving')) !== null)
    throw new StartRefused(
      `${name} contains an incomplete move: run npm run move again from its source, or name another store.`,
    )
}

/** A table's columns and primary key, in SQLite's order. Postgres has the same ones. */
export type Table = { name: string; columns: readonly string[]; key: readonly string[] }
type Row = Record<string, string | number | null>
type AnyDb = Kysely<any>

/** Rows per transaction: bounded by memory, and by Postgres's limit of 65,535 parameters. */
const pageSize = 1_000
const reportEvery = 100_000
/** The triggers of `line` fill it as its rows are copied (line-schema.ts). */
const filledByTriggers = 'line_counts'

/** Every table that a move copies row by row, parents first. `copyMeta` copies `meta`. */
export async function tablesOf(sqlite: AnyDb): Promise<Table[]> {
  const tables: Table[] = []
  for (const name of ourTables.filter((table) => table !== 'meta' && table !== filledByTriggers)) {
    const { rows } = await sql<{
      name: string
      pk: number
    }>`select name, pk from pragma_table_info(${name})`.execute(sqlite)
    const key = rows.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk)
    tables.push({
      name,
      columns: rows.map((column) => column.name),
      key: key.map((column) => column.name),
    })
  }
  return tables
}

/**
 * Copies the rows that are missing. Rows are copied in the order of their key, so a copy resumes
 * after the last one.
 */
export async function copyTable(
  from: AnyDb,
  to: Store,
  table: Table,
  onProgress: (rows: number) => void,
): Promise<void> {
  let last = await lastRow(to.db, table)
  for (let copied = 0; ;) {
    const rows = await readPage(from, table, last)
    if (rows.length === 0) return
    await to.transact((trx) =>
      insertRows(trx, `copy ${table.name}`, rows, (values) =>
        (trx as AnyDb).insertInto(table.name).values(values as Row[]),
      ),
    )
    last = rows.at(-1)!
    copied += rows.length
    if (copied % reportEvery === 0) onProgress(copied)
  }
}

export const copyMeta = async (from: Db, to: Store): Promise<void> => {
  const rows = await from
    .selectFrom('meta')
    .selectAll()
    .where('key', 'not in', keysOfStore)
    .execute()
  await to.transact(async (trx) => {
    await trx.deleteFrom('meta').where('key', 'not in', keysOfStore).execute()
    if (rows.length > 0) await trx.insertInto('meta').values(rows).execute()
  })
}

type Sum = { rows: number; checksum: string }

/**
 * The number of rows, and the SHA-256 of all values in the order of the key, of the first `most`
 * rows. Equal rows give equal sums on both engines.
 */
export async function sumTable(db: AnyDb, table: Table, most = Infinity): Promise<Sum> {
  const hash = createHash('sha256')
  let rows = 0
  for (let last: Row | null = null; rows < most;) {
    const page: Row[] = (await readPage(db, table, last)).slice(0, most - rows)
    if (page.length === 0) break
    hash.update(page.map((row) => `${JSON.stringify(Object.values(row))}\n`).join(''))
    rows += page.length
    last = page.at(-1)!
  }
  return { rows, checksum: hash.digest('hex') }
}

/** Whether the rows of every table of `to` are the first ones of that table in `from`. */
export async function isBeginningOf(
  to: AnyDb,
  from: AnyDb,
  tables: readonly Table[],
): Promise<boolean> {
  for (const table of tables) {
    const { rows, checksum } = await sumTable(to, table)
    if ((await sumTable(from, table, rows)).checksum !== checksum) return false
  }
  return true
}

/** The tables that have rows. `mail_queue` always has its one row. */
export async function filledTables(db: AnyDb, tables: readonly Table[]): Promise<string[]> {
  const filled: string[] = []
  for (const table of tables)
    if (table.name !== 'mail_queue' && (await lastRow(db, table))) filled.push(table.name)
  return filled
}

/** Children first. */
export async function emptyTables(trx: AnyDb, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables.toReversed()) await trx.deleteFrom(name).execute()
}

async function readPage(
  db: AnyDb,
  { name, columns, key }: Table,
  after: Row | null,
): Promise<Row[]> {
  const keys = sql.join(key.map((column) => sql.ref(column)))
  const past = after
    ? sql`where (${keys}) > (${sql.join(key.map((column) => sql.val(after[column])))})`
    : sql``
  const { rows } =
    await sql<Row>`select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(name)} ${past} order by ${keys} limit ${sql.lit(pageSize)}`.execute(
      db,
    )
  return rows
}

async function lastRow(db: AnyDb, { name, key }: Table): Promise<Row | null> {
  const { rows } =
    await sql<Row>`select * from ${sql.table(name)} order by ${sql.join(key.map((column) => sql`${sql.ref(column)} desc`))} limit 1`.execute(
      db,
    )
  return rows[0] ?? null
}
