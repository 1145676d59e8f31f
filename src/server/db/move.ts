import { createHash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { plural } from '#contract/english.ts'
import { capitalized } from '#contract/text.ts'
import { iso } from '#contract/time.ts'
import { StartRefused } from '#server/config/start-refused.ts'
import { insertRows } from './rows.ts'
import { deleteMeta, readMeta, keysOfStore, writeMeta } from './meta.ts'
import { ourTables, type Schema } from './schema.ts'
import type { Db, Store } from './store.ts'

/*
 * A move writes into `meta`: `leaving` into its source, and `arriving` into its target until the
 * copy is complete; `moved` into its source afterwards, as JSON {to, at}.
 */

/** Throws StartRefused for a store that was moved away. */
async function refuseMoved(db: Kysely<Schema>, name: string): Promise<void> {
  const moved = await readMeta(db, 'moved')
  if (moved === null) return
  const { to, at } = JSON.parse(moved) as { to: string; at: number }
  throw new StartRefused(
    `${name} was moved to ${to} at ${iso(at)}: set DATABASE_URL, or DATA_DIR, to where it is now.`,
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
type Table = { name: string; columns: readonly string[]; key: readonly string[] }
type Row = Record<string, string | number | null>
type AnyDb = Kysely<any>

/** `source` and `target` name the stores in sentences. `print` gets the progress. */
type Move = {
  from: Store
  to: Store
  source: string
  target: string
  print: (line: string) => void
}

/**
 * Moves everything to an empty store of the other engine, or continues such a move. One transaction
 * locks the source, so that no command can write to it meanwhile. Returns the sum of each table.
 */
export async function moveStore(it: Move, now: number): Promise<TableSum[]> {
  const tables = await tablesOf(it.from.engine === 'sqlite' ? it.from.db : it.to.db)
  await writeMeta(it.from.db, 'leaving', 'yes')
  return it.from.transact(async (source) => {
    const isCopied = (await begin(it, tables, source)) === 'copied'
    const sums = await (isCopied ? compare : copyAll)(it, tables, source)
    // The last step: until here a server may use the source, and afterwards only the target.
    await writeMeta(source, 'moved', JSON.stringify({ to: it.target, at: now }))
    await deleteMeta(source, 'leaving')
    return sums
  })
}

/**
 * Starts a move, or resumes an interrupted one, unless the source was used in between. `copied`: a
 * move ended between its copy and its last step, and neither store was used since.
 */
async function begin(
  { to, source: sourceName, target, print }: Move,
  tables: readonly Table[],
  source: Db,
): Promise<'to copy' | 'copied'> {
  await refuseMoved(source, capitalized(sourceName))
  await refuseMoved(to.db, capitalized(target))
  if ((await readMeta(source, 'arriving')) !== null)
    throw new StartRefused(
      `${capitalized(sourceName)} contains an incomplete move: finish that move first.`,
    )
  await sameSchema(source, to.db)
  const isHalf = (await readMeta(to.db, 'arriving')) !== null
  const filled = await filledTables(to.db, tables)
  if (isHalf || filled.length > 0) {
    const isBegun = await isBeginningOf(to.db, source, tables)
    if (isHalf && isBegun) {
      print('Resuming the interrupted move.')
      return 'to copy'
    }
    if (isBegun && (await isBeginningOf(source, to.db, tables))) return 'copied'
    if (!isHalf)
      throw new StartRefused(
        `${capitalized(target)} is not empty (${filled.join(', ')}): name an empty one.`,
      )
    print('The previous move cannot be resumed; starting over.')
  }
  await to.transact(async (trx) => {
    await emptyTables(trx, tables)
    await writeMeta(trx, 'arriving', 'yes')
  })
  return 'to copy'
}

async function sameSchema(source: Db, target: Db): Promise<void> {
  const versions = [source, target].map((db) =>
    db
      .selectFrom('migrations')
      .select((row) => row.fn.max('id').as('id'))
      .executeTakeFirst(),
  )
  const [left, right] = await Promise.all(versions)
  if (left?.id !== right?.id)
    throw new StartRefused(
      `The two stores have different versions (${left?.id} and ${right?.id}): move with the newest program.`,
    )
}

async function copyAll(it: Move, tables: readonly Table[], source: Db): Promise<TableSum[]> {
  const { from, to, print } = it
  for (const table of tables)
    await copyTable(source, to, table, (rows) =>
      print(`  ${table.name}: ${rows} ${plural(rows, 'row')} so far`),
    )
  await copyMeta(source, to)
  if (to.engine === 'postgres') await sql`analyze`.execute(to.db)
  const sums = await compare(it, tables, source)
  for (const store of [from, to]) if (store.engine === 'postgres') await store.ping()
  await deleteMeta(to.db, 'arriving')
  return sums
}

async function compare(
  { to, print }: Move,
  tables: readonly Table[],
  source: Db,
): Promise<TableSum[]> {
  const sums: TableSum[] = []
  const differing: string[] = []
  for (const table of tables) {
    const [left, right] = await Promise.all([sumTable(source, table), sumTable(to.db, table)])
    sums.push({ table: table.name, ...right })
    const same = left.rows === right.rows && left.checksum === right.checksum
    if (!same) differing.push(table.name)
    print(
      `${String(left.rows).padStart(10)} ${table.name.padEnd(14)} ${left.checksum.slice(0, 16)} ${same ? 'the same on both sides' : `but ${right.rows} rows, ${right.checksum.slice(0, 16)}, in the copy`}`,
    )
  }
  if (differing.length === 0) return sums
  throw new StartRefused(
    `The copy differs from the source (${differing.join(', ')}): the source stays in use; run the move again, which starts over.`,
  )
}

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

const copyMeta = async (from: Db, to: Store): Promise<void> => {
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
type TableSum = Sum & { table: string }

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
async function isBeginningOf(to: AnyDb, from: AnyDb, tables: readonly Table[]): Promise<boolean> {
  for (const table of tables) {
    const { rows, checksum } = await sumTable(to, table)
    if ((await sumTable(from, table, rows)).checksum !== checksum) return false
  }
  return true
}

/** The tables that have rows. `mail_queue` always has its one row. */
async function filledTables(db: AnyDb, tables: readonly Table[]): Promise<string[]> {
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

/** A name at the beginning of a sentence. */
