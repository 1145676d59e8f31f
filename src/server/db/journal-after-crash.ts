import type { Transaction } from 'kysely'
import type { Log } from '#server/config/log.ts'
import { compactJournal } from './compact-journal.ts'
import { append, entryText, journalLines, journalPath, type NumberedEntry } from './journal-file.ts'
import { settledEntries } from './read-journal.ts'
import type { Schema } from './schema.ts'
import type { Store } from './store.ts'

/**
 * At the start of a server: writes the outcomes of erasures that a crash has left out, and compacts
 * the journal. Entries of other kinds stay without an outcome, because the database cannot show it.
 * The server starts also where this fails, and the next start tries again.
 */
export async function tidyJournal(
  transact: Store['transact'],
  dataDir: string,
  log: Log,
): Promise<void> {
  const path = journalPath(dataDir)
  try {
    // Read in the transaction: no other writer is between an entry and its commit.
    if (openErasures(path).length > 0)
      await transact(async (trx) => {
        const outcomes: string[] = []
        for (const entry of openErasures(path))
          outcomes.push(`${(await isErased(trx, entry)) ? 'done' : 'undone'} ${entryText(entry)}`)
        if (outcomes.length > 0) append(path, outcomes)
      })
    compactJournal(dataDir)
  } catch (error) {
    log.warn(
      { path, err: error },
      'the journal of who left could not be tidied; it is complete, and the next start tries again',
    )
  }
}

const openErasures = (path: string): NumberedEntry[] =>
  settledEntries(journalLines(path))
    .filter(({ outcome, kind }) => outcome === null && kind === 'erased')
    .toArray()

const isErased = async (trx: Transaction<Schema>, { hash, at }: NumberedEntry): Promise<boolean> =>
  (await trx
    .selectFrom('erased')
    .select('hash')
    .where('hash', '=', hash)
    .where('erased_at', '>=', at)
    .executeTakeFirst()) !== undefined
