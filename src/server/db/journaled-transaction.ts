import type { Transaction } from 'kysely'
import { withLastWork } from './before-commit.ts'
import { recordOutcome } from './journal.ts'
import type { JournalOutcome } from './journal-file.ts'
import type { Db } from './store.ts'
import type { Schema } from './schema.ts'

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
