import {
  CompiledQuery,
  PostgresAdapter,
  sql,
  type Compilable,
  type Kysely,
  type QueryResult,
  type RawBuilder,
  type SelectQueryBuilder,
} from 'kysely'
import type { Schema } from './schema.ts'
import type { Db } from './store.ts'

/**
 * SQLite inserts a batch in steps of these sizes: few statements have to stay prepared, and the
 * program of each grows with its rows. More sizes cost sign-ups more CPU time than they save.
 */
const steps = [64, 32, 16, 4, 2, 1]

type Row = Record<string, string | number | null>
const texts = new WeakMap<object, Map<string, string>>()

/**
 * Inserts many rows in few statements. The text is built once for each number of rows, because
 * building the same query tree again took most of a sign-up's CPU time. `build` makes the
 * statement; the rows are its only parameters. `name` is unique to the call site. All rows have the
 * same columns in the same order. Returns what the statement returns.
 */
export async function insertRows<Result>(
  db: Kysely<any>,
  name: string,
  rows: readonly Row[],
  build: (rows: readonly Row[]) => Compilable<Result>,
): Promise<Result[]> {
  return (await runInserts(db, name, rows, build)).flatMap((answer) => answer.rows)
}

/**
 * The same for a statement that may skip rows and has no `returning`, which costs CPU for each row.
 * Returns how many rows were inserted.
 */
export async function countInserted(
  db: Kysely<any>,
  name: string,
  rows: readonly Row[],
  build: (rows: readonly Row[]) => Compilable<unknown>,
): Promise<number> {
  const answers = await runInserts(db, name, rows, build)
  return answers.reduce((sum, { numAffectedRows = 0n }) => sum + Number(numAffectedRows), 0)
}

async function runInserts<Result>(
  db: Kysely<any>,
  name: string,
  rows: readonly Row[],
  build: (rows: readonly Row[]) => Compilable<Result>,
): Promise<QueryResult<Result>[]> {
  if (rows.length === 0) return []
  const { adapter } = db.getExecutor()
  const known = texts.get(adapter) ?? new Map<string, string>()
  texts.set(adapter, known)
  const answers: QueryResult<Result>[] = []
  for (const part of adapter instanceof PostgresAdapter ? [rows] : inSteps(rows)) {
    const key = `${name} ${part.length}`
    const text = known.get(key) ?? build(part).compile().sql
    known.set(key, text)
    const parameters = part.flatMap((row) => Object.values(row))
    answers.push(await db.executeQuery<Result>(CompiledQuery.raw(text, parameters)))
  }
  return answers
}

/**
 * The rows as `values` of a `from`, whose columns are column1, column2 and so on. Postgres cannot
 * infer the type of a parameter there. `types` come in the order of the columns.
 */
export const castRows = (
  rows: readonly Row[],
  ...types: readonly ('text' | 'bigint')[]
): RawBuilder<unknown> =>
  sql`(values ${sql.join(rows.map((row) => sql`(${sql.join(Object.values(row).map((value, index) => sql`cast(${value} as ${sql.raw(types[index]!)})`))})`))})`

/** A text in the form that `insertRows` takes. */
export const statement = <Result>(
  db: Kysely<any>,
  text: RawBuilder<Result>,
): Compilable<Result> => ({ compile: () => text.compile(db) })

function* inSteps(rows: readonly Row[]) {
  let start = 0
  for (const size of steps)
    for (; rows.length - start >= size; start += size) yield rows.slice(start, start + size)
}

type Value = string | number | null

/**
 * A statement whose text is built once for each engine: building it takes more CPU time than a
 * small statement itself. `build` has to use each parameter once, in order. Returns the rows.
 */
export function fixedText<Row, Parameters extends readonly Value[]>(
  build: (...parameters: Parameters) => RawBuilder<Row>,
): (db: Kysely<any>, ...parameters: Parameters) => Promise<Row[]> {
  const texts = new WeakMap<object, string>()
  return async (db, ...parameters) => {
    const { adapter } = db.getExecutor()
    const text = texts.get(adapter) ?? build(...parameters).compile(db).sql
    texts.set(adapter, text)
    return (await db.executeQuery<Row>(CompiledQuery.raw(text, [...parameters]))).rows
  }
}

type Rows<Table extends keyof Schema> = SelectQueryBuilder<Schema, Table, object>

/** The number of rows. With `most` it stops there, so that its cost has a bound. */
export const countRows = async <Table extends keyof Schema>(
  db: Db,
  rows: Rows<Table>,
  most?: number,
): Promise<number> => (await countEach(db, [rows], most))[0]!

/** The same for several queries in one statement: on Postgres each statement is sent and planned. */
export async function countEach<Table extends keyof Schema>(
  db: Db,
  queries: readonly Rows<Table>[],
  most?: number,
): Promise<number[]> {
  const counts = queries.map((rows, index) => {
    const selected = rows.select(sql<number>`1`.as('one'))
    const counted = most === undefined ? selected : selected.limit(most)
    return db
      .selectFrom(counted.as('counted'))
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .as(`count${index}`)
  })
  const row = await db.selectNoFrom(counts).executeTakeFirstOrThrow()
  return queries.map((_, index) => row[`count${index}`]!)
}

type Unnamed<Row> = Omit<Row, 'personId'>

/**
 * Rows of several people by their person's id, in the order of the rows: without that id, or what
 * `toRecord` makes of them.
 */
export function byPerson<Row extends { personId: string }, Record = Unnamed<Row>>(
  rows: readonly Row[],
  // Where no function is passed, the type of the record is that of the row.
  toRecord: (row: Unnamed<Row>) => Record = (row) => row as Record,
): Map<string, Record[]> {
  const grouped = new Map<string, Record[]>()
  for (const { personId, ...row } of rows) {
    const list = grouped.get(personId)
    if (list) list.push(toRecord(row))
    else grouped.set(personId, [toRecord(row)])
  }
  return grouped
}
