import { DatabaseSync } from 'node:sqlite'
import type { StoreLocation } from '#server/db/store.ts'

/** The steps by which SQLite answers one statement, as `explain query plan` names them. */
export type QueryPlan = { text: string; steps: string[] }

/**
 * The plans of the statements that `work` prepares first, on a store of SQLite. `where`: of that
 * store. A statement that was prepared before is not among them.
 */
export async function plansOf(
  where: StoreLocation,
  work: () => Promise<unknown>,
): Promise<QueryPlan[]> {
  if (!('dataDir' in where)) throw new Error('not a folder')
  const prepared = new Set<string>()
  const { prepare } = DatabaseSync.prototype
  DatabaseSync.prototype.prepare = function noting(text) {
    prepared.add(text)
    return prepare.call(this, text)
  }
  await work().finally(() => {
    DatabaseSync.prototype.prepare = prepare
  })
  const file = new DatabaseSync(`${where.dataDir}/ascend.db`)
  const plans = [...prepared]
    .filter((text) => /^\s*(?:select|update|delete)/.test(text))
    .map((text) => ({
      text,
      steps: file
        .prepare(`explain query plan ${text}`)
        .all()
        .map(({ detail }) => String(detail)),
    }))
  file.close()
  return plans
}
