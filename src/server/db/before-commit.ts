import type { Transaction } from 'kysely'
import type { Schema } from './schema.ts'

type Work = () => Promise<void>
const worksOf = new WeakMap<Transaction<Schema>, Work[]>()

/**
 * Runs `work` at the end of the transaction, before its commit, in the order of the calls. Call it
 * with the transaction of `Store.transact`.
 */
export function beforeCommit(trx: Transaction<Schema>, work: Work): void {
  const works = worksOf.get(trx)
  if (!works) throw new Error('This transaction was not opened by Store.transact')
  works.push(work)
}

/** Runs a transaction's work, and then what it has left for the time before the commit. */
export const withLastWork =
  <Result>(work: (trx: Transaction<Schema>) => Promise<Result>) =>
  async (trx: Transaction<Schema>): Promise<Result> => {
    const works: Work[] = []
    worksOf.set(trx, works)
    const result = await work(trx)
    for (const last of works) await last()
    return result
  }
