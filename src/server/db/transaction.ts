import type { Transaction } from 'kysely'
import type { JournalOutcome } from './journal-file.ts'
import { recordOutcome } from './journal.ts'
import type { Schema } from './schema.ts'
import type { Db } from './store.ts'

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

/** Runs a transaction and records its outcome beside the entries that it wrote to the journal. */
export async function journaledTransaction<T>(
  db: Db,
  work: (trx: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  let opened: Transaction<Schema> | undefined
  const end = async (outcome: JournalOutcome) => {
    if (opened) await recordOutcome(db, outcome, opened)
  }
  try {
    const done = await db.transaction().execute((trx) => withLastWork(work)((opened = trx)))
    await end('done')
    return done
  } catch (error) {
    await end('undone')
    throw error
  }
}
