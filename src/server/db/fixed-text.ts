import { CompiledQuery, type Kysely, type RawBuilder } from 'kysely'

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
