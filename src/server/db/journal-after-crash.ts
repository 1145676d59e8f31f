import type { Transaction } from 'kysely'
import type { Log } from '#server/config/log.ts'
import { compactJournal } from './compact-journal.ts'
import { append, entryText, journalLines, journalPath, type NumberedEntry } from './journal-file.ts'
import { settledEntries } from './read-journal.ts'
import type { Schema } from './schema.ts'
import type { Store } from './store.ts'

/**
 * At the start of a server: compacts the journal, and writes the outcomes of erasures that a crash
 * has left out. Entries of other kinds stay without an outcome, because the database cannot show it.
 * The server starts also where this fails, and the next start tries again.
 */
export async function tidyJournal(
  transact: Store['transact'],
  dataDir: string,
  log: Log,
): Promise<void> {
  const path = journalPath(dataDir)
  const warn = (error: unknown) =>
    log.warn(
      { path, err: error },
      'the journal of who left could not be tidied; it is complete, and the next start tries again',
    )
  try {
    compactJournal(dataDir)
  } catch (error) {
    warn(error)
  }
  await finishErasures(transact, path).catch(warn)
}

async function finishErasures(transact: Store['transact'], path: string): Promise<void> {
  if (openErasures(path).length === 0) return
  // Read again in the transaction: no other writer is between an entry and its commit.
  await transact(async (trx) => {
    const outcomes: string[] = []
    for (const entry of openErasures(path))
      outcomes.push(`${(await isErased(trx, entry)) ? 'done' : 'undone'} ${entryText(entry)}`)
    if (outcomes.length > 0) append(path, outcomes)
  })
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
    .where('erasedAt', '>=', at)
    .executeTakeFirst()) !== undefined
