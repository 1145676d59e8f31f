import type { DatabaseSync, StatementSync } from 'node:sqlite'

export type Prepared = { statement: StatementSync; reads: boolean }

const maxStatements = 500

/** Caches prepared statements by their text. Beyond 500 it drops the oldest. */
export function statementsOf(file: DatabaseSync): (sql: string) => Prepared {
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
