import type { DatabaseSync, StatementSync } from 'node:sqlite'

export type Prepared = { statement: StatementSync; reads: boolean }

const kept = 500

/** Prepares each query text once. Of more texts than are kept (inserts of ever other lengths), the oldest is prepared anew. */
export function statementsOf(file: DatabaseSync): (sql: string) => Prepared {
  const known = new Map<string, Prepared>()
  return (sql) => {
    const found = known.get(sql)
    if (found) return found
    const statement = file.prepare(sql)
    const prepared = { statement, reads: statement.columns().length > 0 }
    const [oldest] = known.size < kept ? [] : known.keys()
    if (oldest !== undefined) known.delete(oldest)
    known.set(sql, prepared)
    return prepared
  }
}
