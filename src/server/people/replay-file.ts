import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { notDone, type Command } from '#server/cli/command.ts'
import { knownSecrets } from '#server/config/secrets.ts'
import { journalPath } from '#server/db/journal-file.ts'
import { readJournal } from '#server/db/read-journal.ts'
import type { Store } from '#server/db/store.ts'
import { describeReplayed, replayJournal } from './replay.ts'

/**
 * Replays the journal of another store on people who were imported from its export. Returns the
 * exit code.
 */
export async function replayFile(
  { store, config, print, note }: Command & { store: Store },
  { json }: { json: boolean },
  file: string,
): Promise<number> {
  const path = resolve(file)
  const journal = readJournal(path)
  if (!journal) return notDone(note, `${path} is not a journal, or does not exist.`)
  if (store.engine === 'sqlite' && isSame(path, journalPath(resolve(config.dataDir))))
    return notDone(note, `${path} is the journal of this store: name that of the other one.`)
  const replayed = await replayJournal(store, journal.entries, knownSecrets(config), {
    at: 0,
    line: 0,
  })
  await store.emptyWal()
  if (json) print(JSON.stringify(replayed))
  else for (const line of describeReplayed(replayed, 'list')) print(line)
  return replayed.ofAnotherKey > 0 ? 1 : 0
}

function isSame(one: string, other: string): boolean {
  try {
    return realpathSync(one) === realpathSync(other)
  } catch {
    return false
  }
}
