import { silencedStates } from '#contract/people/waitlist.ts'
import { deleteMeta, readMeta } from '#server/db/meta.ts'
import type { Log } from '#server/config/log.ts'
import type { Secrets } from '#server/config/secrets.ts'
import {
  journalHash,
  journalLines,
  type JournalKind,
  type JournalLine,
  type NumberedEntry,
} from '#server/db/journal-file.ts'
import { noteLostChanges } from '#server/db/integrity.ts'
import type { Store } from '#server/db/store.ts'
import { replayJournal } from './replay.ts'

/** So many lines of the journal are compared: what a crash can lose is at its end. */
const comparedLines = 100
const comparedKinds: readonly JournalKind[] = ['left', 'suppressed', 'erased']

type Comparison = { store: Store; path: string; secrets: Secrets; log: Log; now: number }

/**
 * After a server that did not end cleanly: who left, or was suppressed or erased, by one of the last
 * lines of the journal whose outcome is `done`, must have done so in the store too. Otherwise the
 * store has lost its last changes, and this is repeated, as by a restore. The loss is noted for
 * operators. An entry from a time still to come cannot be compared with a later confirmation: it is
 * only counted. Does nothing where there is nothing to compare.
 */
export async function compareJournal({
  store,
  path,
  secrets,
  log,
  now,
}: Comparison): Promise<void> {
  const isChecked = (await readMeta(store.db, 'journal to compare')) === null
  if (store.engine !== 'sqlite' || isChecked) return
  const entries = lastDone(path)
  const suspicious = await notShown(store, entries, secrets)
  const lost = suspicious.filter(({ at }) => at <= now)
  const undecided = suspicious.length - lost.length
  const people = lost.length === 0 ? 0 : await putRight(store, lost, secrets)
  if (people + undecided > 0) {
    log.error(
      { path, people, undecided },
      'the store had lost people who left, or were suppressed or erased, before the crash; the journal has put them right',
    )
    await noteLostChanges(store.db, { atMs: now, people, undecided })
  }
  await deleteMeta(store.db, 'journal to compare')
}

/** The last entry of each person and kind whose outcome is among the last lines. */
function lastDone(path: string): NumberedEntry[] {
  const lines: JournalLine[] = []
  for (const read of journalLines(path)) {
    if (read && 'entry' in read) lines.push(read)
    if (lines.length > comparedLines) lines.shift()
  }
  const done = lines
    .filter(({ outcome, entry }) => outcome === 'done' && comparedKinds.includes(entry.kind))
    .map(({ entry, number }) => ({ ...entry, number }))
  return [...new Map(done.map((entry) => [`${entry.kind} ${entry.hash}`, entry])).values()]
}

/**
 * Those that two cheap queries do not find in the store. A person who came back is among them, too:
 * only a look at every person finds somebody by a hash.
 */
async function notShown(
  { db }: Store,
  entries: readonly NumberedEntry[],
  secrets: Secrets,
): Promise<NumberedEntry[]> {
  if (entries.length === 0) return []
  const hashes = entries.map(({ hash }) => hash)
  const erased = await db
    .selectFrom('erased')
    .select(['hash', 'erasedAt as at'])
    .where('hash', 'in', hashes)
    .execute()
  const erasedAt = new Map(erased.map(({ hash, at }) => [hash, at]))
  const times = entries.map(({ at }) => at)
  const gone = await db
    .selectFrom('people')
    .select('email')
    .where((person) =>
      person.or([person('leftAt', 'in', times), person('state', 'in', silencedStates)]),
    )
    .execute()
  const goneHashes = new Set(
    gone.flatMap(({ email }) => secrets.map((secret) => journalHash(secret, email))),
  )
  return entries.filter(
    ({ kind, hash, at }) =>
      (erasedAt.get(hash) ?? -1) < at && (kind === 'erased' || !goneHashes.has(hash)),
  )
}

/** Returns of how many people the store had lost it. */
async function putRight(...lost: Parameters<typeof replayJournal>): Promise<number> {
  const { left, suppressed, erased, remembered } = await replayJournal(...lost)
  return left + suppressed + erased + remembered
}
