import type { Transaction } from 'kysely'
import { settleJournal, type JournalOutcome } from './journal.ts'
import type { Db } from './store.ts'
import type { Schema } from './schema.ts'

/** One transaction, whose end is written down beside what it has noted in the journal. */
export async function journaledTransaction<T>(
  db: Db,
  work: (trx: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  let noting: Transaction<Schema> | undefined
  const end = (outcome: JournalOutcome) => {
    if (noting) settleJournal(noting, outcome)
  }
  try {
    const done = await db.transaction().execute((trx) => work((noting = trx)))
    end('done')
    return done
  } catch (error) {
    end('undone')
    throw error
  }
}
