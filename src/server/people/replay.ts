import type { Transaction } from 'kysely'
import { isSilenced, silencedStates, type SilencedState } from '#contract/waitlist.ts'
import type { Secrets } from '#server/config/secret-list.ts'
import {
  journalHash,
  journalKinds,
  keyId,
  type JournalEntry,
  type JournalKind,
} from '#server/db/journal-file.ts'
import { copyJournalEntry, inOneJournalEntry } from '#server/db/journal.ts'
import type { Store } from '#server/db/store.ts'
import type { PeopleTable } from '#server/db/people-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import { erasePerson, rememberErased } from '#server/signup/erasure.ts'
import {
  leaverKindOf,
  leaverKinds,
  restoreLeftElsewhere,
  type LeaverKind,
} from '#server/signup/left-elsewhere.ts'
import { suspendMail } from '#server/signup/mail-reports.ts'
import { leave, suppress } from '#server/signup/membership.ts'

/**
 * Counts: people changed by kind, addresses that are not in the store, and entries with another
 * key.
 */
export type Replayed = Record<JournalKind, number> & {
  unknown: number
  ofAnotherKey: number
  /** those of `suppressed` and `elsewhere`, by what they were */
  kinds: { suppressed: Record<string, number>; elsewhere: Record<string, number> }
}

/**
 * A line is written just before its commit. A backup of the same moment may not contain that
 * commit.
 */
const marginMs = 60_000
const atOnce = 500

/**
 * Repeats what the journal has since the backup, or since 0: who left, or was suppressed or erased,
 * and whose mail was suspended. A store that writes a journal gets these entries too, with their
 * times; it must not be the one that is read.
 */
export async function replayJournal(
  store: Store,
  entries: readonly JournalEntry[],
  secrets: Secrets,
  backupAt: number,
): Promise<Replayed> {
  const since = entries.filter(({ at }) => at >= backupAt - marginMs)
  const marks = new Set(secrets.map(keyId))
  const ours = since.filter((entry) => marks.has(entry.keyId))
  const byHash = Map.groupBy(ours, ({ hash }) => hash)
  const entriesOf = (email: string) =>
    secrets
      .flatMap((secret) => byHash.get(journalHash(secret, email)) ?? [])
      .sort((a, b) => a.at - b.at)
  const done: Replayed = {
    left: 0,
    suppressed: 0,
    erased: 0,
    suspended: 0,
    elsewhere: 0,
    unknown: 0,
    ofAnotherKey: since.length - ours.length,
    kinds: { suppressed: {}, elsewhere: {} },
  }
  if (byHash.size === 0) return done
  const unknown = new Set(byHash.keys())
  for await (const people of pagesOfPeople(store)) {
    const found = people.flatMap((person) =>
      entriesOf(person.email).map((entry) => ({ person, entry })),
    )
    for (const { entry } of found) unknown.delete(entry.hash)
    if (found.length > 0)
      await store.transact(async (trx) => {
        for (const { person, entry } of found)
          if (await repeatEntry(trx, person, entry, secrets[0])) {
            done[entry.kind]++
            if (entry.kind === 'suppressed') add(done.kinds.suppressed, silencedAs(entry))
          }
      })
  }
  done.kinds.elsewhere = await repeatElsewhere(store, ours)
  done.elsewhere = Object.values(done.kinds.elsewhere).reduce((sum, count) => sum + count, 0)
  // These people are gone, and only their hashes are known; no import may add them.
  const gone = ours.filter(({ kind, hash }) => !staysAway.has(kind) && unknown.has(hash))
  for (let from = 0; from < gone.length; from += atOnce)
    await store.transact((trx) => rememberGone(trx, gone.slice(from, from + atOnce)))
  return { ...done, unknown: new Set(gone.map(({ hash }) => hash)).size }
}

/** Entries that the store does not have yet also go into its own journal. */
async function rememberGone(
  trx: Transaction<Schema>,
  entries: readonly JournalEntry[],
): Promise<void> {
  const hashes = entries.map(({ hash }) => hash)
  const rows = await trx.selectFrom('erased').select('hash').where('hash', 'in', hashes).execute()
  const known = new Set(rows.map(({ hash }) => hash))
  await inOneJournalEntry(trx, async () => {
    for (const entry of entries) {
      await rememberErased(trx, [entry.hash], entry.at)
      if (!known.has(entry.hash)) copyJournalEntry(trx, entry)
    }
  })
}

/** A suspended person has not left, and one who left elsewhere was never on the list. */
const staysAway: ReadonlySet<JournalKind> = new Set(['suspended', 'elsewhere'])

/** Notes again who left elsewhere, unless the note was deleted with an erasure later. */
async function repeatElsewhere(
  store: Store,
  entries: readonly JournalEntry[],
): Promise<Record<string, number>> {
  const erasedAt = new Map(
    entries.flatMap(({ kind, hash, at }) => (kind === 'erased' ? [[hash, at] as const] : [])),
  )
  const noted = entries.filter(
    ({ kind, hash, at }) => kind === 'elsewhere' && (erasedAt.get(hash) ?? -1) < at,
  )
  for (let from = 0; from < noted.length; from += atOnce)
    await store.transact((trx) => restoreLeftElsewhere(trx, noted.slice(from, from + atOnce)))
  const kinds: Record<string, number> = {}
  for (const [, ofHash] of Map.groupBy(noted, ({ hash }) => hash))
    add(kinds, strictest(ofHash.map(leaverKindOf)))
  return kinds
}

const strictest = (kinds: readonly LeaverKind[]): LeaverKind =>
  leaverKinds.find((kind) => kinds.includes(kind))!

const add = (counts: Record<string, number>, kind: string): void => {
  counts[kind] = (counts[kind] ?? 0) + 1
}

/** The state of a suppressed person; lines of earlier versions do not say it. */
const silencedAs = ({ word }: JournalEntry): SilencedState =>
  silencedStates.find((state) => state === word) ?? 'suppressed'

type Person = Pick<PeopleTable, 'id' | 'email' | 'state' | 'created_at' | 'confirmed_at'>

async function* pagesOfPeople({ db }: Store): AsyncGenerator<Person[]> {
  for (let last = ''; ;) {
    const people = await db
      .selectFrom('people')
      .select(['id', 'email', 'state', 'created_at', 'confirmed_at'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(atOnce)
      .execute()
    if (people.length === 0) return
    last = people.at(-1)!.id
    yield people
  }
}

/**
 * Repeats one entry. Returns false if the store already contains it, or if the person joined or
 * confirmed again afterwards.
 */
async function repeatEntry(
  trx: Transaction<Schema>,
  person: Person,
  entry: JournalEntry,
  secret: string,
): Promise<boolean> {
  const { kind, at } = entry
  if (person.created_at > at) return false
  switch (kind) {
    case 'left':
      return (person.confirmed_at ?? 0) <= at && (await leave(trx, person.id, at)) !== 'already'
    case 'suppressed':
      if (isSilenced(person.state)) return false
      await suppress(trx, person, silencedAs(entry), at)
      return true
    case 'erased':
      return erasePerson(trx, person.email, secret, at)
    case 'elsewhere':
      return false
    // A confirmation since then has ended it.
    case 'suspended':
      return (person.confirmed_at ?? 0) <= at && suspendMail(trx, person, at)
  }
}

/** Describes a replay for the operator. `store`: what it was applied to. */
export function* describeReplayed(replayed: Replayed, store: 'backup' | 'list'): Generator<string> {
  const { unknown, ofAnotherKey, kinds } = replayed
  const { suppressed, elsewhere } = kinds
  const since = store === 'backup' ? ' since the backup' : ''
  if (ofAnotherKey > 0)
    yield `Lines of the journal that are of another SECRET_KEY, and were not replayed: ${ofAnotherKey}.`
  yield `From the journal${since}: ${journalKinds
    .filter((kind) => kind !== 'elsewhere')
    .map((kind) => `${replayed[kind]} ${kind}${kind === 'suppressed' ? which(suppressed) : ''}`)
    .join(', ')}.`
  if (replayed.elsewhere > 0)
    yield `People who may not be mailed, as an earlier service said: ${replayed.elsewhere}${which(elsewhere)}. No import enters them; a sign-up of their own is taken.`
  if (unknown > 0)
    yield `Addresses of the journal that are not ${store === 'backup' ? 'in the backup' : 'on the list'}: ${unknown}. No import enters them; a sign-up of their own is taken.`
}

/** ` (2 bounced, 1 complained)`; those that an operator suppressed have no other word. */
const which = (counts: Readonly<Record<string, number>>): string => {
  const each = Object.entries(counts)
    .filter(([kind]) => kind !== 'suppressed')
    .map(([kind, count]) => `${count} ${kind}`)
  return each.length === 0 ? '' : ` (${each.join(', ')})`
}
