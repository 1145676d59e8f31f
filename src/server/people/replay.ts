import type { Transaction } from 'kysely'
import { isSilenced, silencedStates, type SilencedState } from '#contract/people/waitlist.ts'
import type { Secrets } from '#server/config/secrets.ts'
import {
  journalHash,
  journalKinds,
  keyId,
  type JournalEntry,
  type JournalKind,
  type NumberedEntry,
} from '#server/db/journal-file.ts'
import { copyJournalEntry, inOneJournalEntry } from '#server/db/journal.ts'
import type { Store } from '#server/db/store.ts'
import type { PeopleTable } from '#server/db/people-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import { renewOlderCode } from '#server/line/codes.ts'
import { stopNews } from '#server/line/news.ts'
import {
  erasePerson,
  rememberErased,
  leaverKindOf,
  leaverKinds,
  restoreLeftElsewhere,
  type LeaverKind,
} from '#server/signup/erasure.ts'
import { suspendMail } from '#server/signup/mail-reports.ts'
import { leave, suppress } from '#server/signup/membership.ts'
import { leaveClosedList } from '#server/signup/once-requests.ts'

/**
 * Counts: people, and addresses of the closed list, changed by kind; addresses that are not in the
 * store; and entries with another key.
 */
type Replayed = Record<JournalKind, number> & {
  unknown: number
  /** those of `unknown` that the store did not know as erased */
  remembered: number
  ofAnotherKey: number
  /** those of `suppressed` and `elsewhere`, by what they were */
  kinds: { suppressed: Record<string, number>; elsewhere: Record<string, number> }
}

/**
 * Where a backup is in the journal: its time (ms), and its last line if it is a backup of the same
 * journal. The line finds what was added while the clock was wrong.
 */
export type Since = { at: number; line: number }

/**
 * A line is written just before its commit. A backup of the same moment may not contain that
 * commit.
 */
const marginMs = 60_000
const atOnce = 500

/**
 * Repeats what the journal has since the backup, or since 0: who left, or was suppressed or erased,
 * whose mail was suspended, and the other kinds. A store that writes a journal gets these entries too, with their
 * times; it must not be the one that is read.
 */
export async function replayJournal(
  store: Store,
  entries: readonly NumberedEntry[],
  secrets: Secrets,
  backup: Since = { at: 0, line: 0 },
): Promise<Replayed> {
  const since = entries.filter(
    ({ at, number }) => at >= backup.at - marginMs || number > backup.line,
  )
  const marks = new Set(secrets.map(keyId))
  const ours = since.filter((entry) => marks.has(entry.keyId))
  const byHash = Map.groupBy(ours, ({ hash }) => hash)
  const entriesOf = (email: string) =>
    secrets
      .flatMap((secret) => byHash.get(journalHash(secret, email)) ?? [])
      .sort((a, b) => a.at - b.at)
  const done: Replayed = {
    ...(Object.fromEntries(journalKinds.map((kind) => [kind, 0])) as Record<JournalKind, number>),
    unknown: 0,
    remembered: 0,
    ofAnotherKey: since.length - ours.length,
    kinds: { suppressed: {}, elsewhere: {} },
  }
  if (byHash.size === 0) return done
  const unknown = new Set(byHash.keys())
  for await (const people of pagesOf((last) => peopleAfter(store, last))) {
    const found = people.flatMap((person) =>
      entriesOf(person.email).map((entry) => ({ person, entry })),
    )
    for (const { entry } of found) unknown.delete(entry.hash)
    const parts = [
      found.filter(({ entry }) => !ofLink.has(entry.kind)),
      found.filter(({ entry }) => ofLink.has(entry.kind)),
    ]
    for (const part of parts.filter(({ length }) => length > 0))
      await store.transact(async (trx) => {
        for (const { person, entry } of part)
          if (await repeatEntry(trx, person, entry, secrets[0])) {
            done[entry.kind]++
            if (entry.kind === 'suppressed') add(done.kinds.suppressed, silencedAs(entry))
          }
      })
  }
  done.kinds.elsewhere = await repeatElsewhere(store, ours)
  done.elsewhere = Object.values(done.kinds.elsewhere).reduce((sum, count) => sum + count, 0)
  done['left-closed-list'] = await repeatOnClosedList(store, entriesOf)
  // These people are gone, and only their hashes are known; no import may add them.
  const gone = ours.filter(({ kind, hash }) => endsMembership.has(kind) && unknown.has(hash))
  for (let from = 0; from < gone.length; from += atOnce)
    done.remembered += await store.transact((trx) =>
      rememberGone(trx, gone.slice(from, from + atOnce)),
    )
  return { ...done, unknown: new Set(gone.map(({ hash }) => hash)).size }
}

/**
 * Entries that the store does not have yet also go into its own journal. Returns of how many
 * addresses there are some.
 */
async function rememberGone(
  trx: Transaction<Schema>,
  entries: readonly JournalEntry[],
): Promise<number> {
  const hashes = entries.map(({ hash }) => hash)
  const rows = await trx.selectFrom('erased').select('hash').where('hash', 'in', hashes).execute()
  const known = new Set(rows.map(({ hash }) => hash))
  await inOneJournalEntry(trx, async () => {
    for (const entry of entries) {
      await rememberErased(trx, [entry.hash], entry.at)
      if (!known.has(entry.hash)) copyJournalEntry(trx, entry)
    }
  })
  return new Set(hashes.filter((hash) => !known.has(hash))).size
}

/**
 * What people did with their link locks the line, which a transaction that changes people locks last:
 * it is repeated in one of its own.
 */
const ofLink: ReadonlySet<JournalKind> = new Set(['news-stopped', 'link-renewed'])

/** The kinds after which no import adds an address. */
const endsMembership: ReadonlySet<JournalKind> = new Set(['left', 'suppressed', 'erased'])

/** Deletes the addresses of the closed list whose owners deleted them there, or were erased. */
async function repeatOnClosedList(
  store: Store,
  entriesOf: (email: string) => readonly JournalEntry[],
): Promise<number> {
  let deleted = 0
  for await (const requests of pagesOf((last) => requestsAfter(store, last))) {
    const gone = requests.flatMap(({ email, requestedAt }) => {
      const last = entriesOf(email)
        .filter(({ kind }) => kind === 'left-closed-list' || kind === 'erased')
        .at(-1)
      return last && last.at >= requestedAt ? [{ email, at: last.at }] : []
    })
    if (gone.length === 0) continue
    await store.transact(async (trx) => {
      for (const { email, at } of gone) await leaveClosedList(trx, email, at)
    })
    deleted += gone.length
  }
  return deleted
}

const requestsAfter = ({ db }: Store, last: string) =>
  db
    .selectFrom('once_requests')
    .select(['id', 'email', 'requestedAt'])
    .where('id', '>', last)
    .orderBy('id')
    .limit(atOnce)
    .execute()

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

type Person = Pick<PeopleTable, 'id' | 'email' | 'state' | 'createdAt' | 'confirmedAt'>

const peopleAfter = ({ db }: Store, last: string): Promise<Person[]> =>
  db
    .selectFrom('people')
    .select(['id', 'email', 'state', 'createdAt', 'confirmedAt'])
    .where('id', '>', last)
    .orderBy('id')
    .limit(atOnce)
    .execute()

/** All rows, in pages by id. `read` returns the rows after an id. */
async function* pagesOf<Row extends { id: string }>(
  read: (last: string) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let rows = await read(''); rows.length > 0; rows = await read(rows.at(-1)!.id)) yield rows
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
  if (person.createdAt > at) return false
  switch (kind) {
    case 'left':
      return (person.confirmedAt ?? 0) <= at && (await leave(trx, person.id, at)) !== 'already'
    case 'suppressed':
      if (isSilenced(person.state)) return false
      await suppress(trx, person, silencedAs(entry), at)
      return true
    case 'erased':
      return erasePerson(trx, person.email, secret, at)
    case 'elsewhere':
    case 'left-closed-list':
      return false
    case 'news-stopped':
      return (await stopNews(trx, person.id, at)) === 'done'
    case 'link-renewed':
      return renewOlderCode(trx, person.id, at)
    // A confirmation since then has ended it.
    case 'suspended':
      return (person.confirmedAt ?? 0) <= at && suspendMail(trx, person, at)
  }
}

/** Describes a replay for the operator. `store`: what it was applied to. */
export function* describeReplayed(replayed: Replayed, store: 'backup' | 'list'): Generator<string> {
  const { unknown, ofAnotherKey, kinds } = replayed
  const { suppressed, elsewhere } = kinds
  const since = store === 'backup' ? ' since the backup' : ''
  if (ofAnotherKey > 0)
    yield `Lines of the journal that are of another SECRET_KEY, and were not replayed: ${ofAnotherKey}.`
  yield `From the journal${since}: ${(['left', 'suppressed', 'erased', 'suspended'] as const)
    .map((kind) => `${replayed[kind]} ${kind}${kind === 'suppressed' ? which(suppressed) : ''}`)
    .join(', ')}.`
  if (replayed.elsewhere > 0)
    yield `People who may not be mailed, as an earlier service said: ${replayed.elsewhere}${which(elsewhere)}. No import enters them; a sign-up of their own is taken.`
  if (replayed['left-closed-list'] > 0)
    yield `Addresses deleted from those that asked for one mail: ${replayed['left-closed-list']}.`
  if (replayed['news-stopped'] > 0)
    yield `People who had stopped the mails about friends: ${replayed['news-stopped']}.`
  if (replayed['link-renewed'] > 0)
    yield `People who had renewed their link: ${replayed['link-renewed']}. Each has another new link, on their own page; the one that they renewed stays invalid.`
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
