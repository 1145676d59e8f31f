import { randomBytes } from 'node:crypto'
import { campaign } from '#campaign'
import type { Insertable, Kysely, Transaction } from 'kysely'
import type { PersonState } from '#contract/people/waitlist.ts'
import { newId } from '#server/db/new-id.ts'
import { count } from '#server/counts/count.ts'
import { countsOfNew } from '#server/counts/counted.ts'
import { budgetDomain, domainOf } from '#server/outbox/budget-domain.ts'
import type { Secrets } from '#server/config/secrets.ts'
import { takeErasureLock } from '#server/db/locks.ts'
import { insertRows } from '#server/db/rows.ts'
import type { ConsentsTable, PeopleTable } from '#server/db/people-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import { enterLine } from '#server/line/enter.ts'
import {
  findErased,
  findLeftElsewhere,
  noteLeftElsewhere,
  type LeaverKind,
} from '#server/signup/erasure.ts'
import { inOneJournalEntry } from '#server/db/journal.ts'
import type { Db } from '#server/db/store.ts'
import { leave } from '#server/signup/membership.ts'
import type { ImportRow } from './check-row.ts'

/** `line` is the line of the row in the file. */
export type NumberedRow = ImportRow & { line: number }

/** The reasons against importing these addresses; an address without a reason can be imported. */
export async function knownAmong(
  db: Kysely<Schema>,
  emails: readonly string[],
  secrets: Secrets,
): Promise<Map<string, string>> {
  if (emails.length === 0) return new Map()
  return new Map([
    ...(await reasonsElsewhere(db, emails, secrets)),
    ...(await statesOf(db, emails)),
  ])
}

/**
 * Inserts new people with their consents, in the caller's transaction. It changes no existing
 * person and queues no mail. Sorted by time and id, people have the order of the file. Returns the
 * reasons of the refused rows, by address.
 */
export async function enterImported(
  trx: Transaction<Schema>,
  rows: readonly NumberedRow[],
  secrets: Secrets,
  now: number,
): Promise<Map<string, string>> {
  await takeErasureLock(trx, 'import')
  const gone = await reasonsElsewhere(
    trx,
    rows.map(({ email }) => email),
    secrets,
  )
  const drafts = rows
    .filter(({ email }) => !gone.has(email))
    .toSorted((a, b) => (a.email < b.email ? -1 : 1))
    .map((row) => ({ row, person: draft(row, now) }))
  const inserted = await insertPeople(
    trx,
    drafts.map(({ person }) => person),
  )
  const entered = drafts.filter(({ person }) => inserted.has(person.id))
  const others = drafts.filter(({ person }) => !inserted.has(person.id))
  await insertConsents(trx, entered)
  count(
    trx,
    entered.flatMap(({ person }) => countsOfNew(person, now)),
  )
  enterLine(trx, confirmedInFileOrder(entered), now)
  const here = await statesOf(trx, [...gone.keys(), ...others.map(({ row }) => row.email)])
  return new Map([...gone, ...here])
}

type Draft = { row: NumberedRow; person: ReturnType<typeof draft> }

const confirmedInFileOrder = (entered: readonly Draft[]) =>
  entered
    .filter(({ person }) => person.state === 'confirmed')
    .toSorted((a, b) => a.row.line - b.row.line)
    .map(({ person }) => person)

/** Returns the ids of the inserted people: a known address inserts none. */
async function insertPeople(
  trx: Transaction<Schema>,
  people: readonly Draft['person'][],
): Promise<Set<string>> {
  const inserted = await insertRows(trx, 'import people', people, (values) =>
    trx
      .insertInto('people')
      .values(values as Insertable<PeopleTable>[])
      .onConflict((same) => same.column('email').doNothing())
      .returning('id'),
  )
  return new Set(inserted.map(({ id }) => id))
}

const insertConsents = (trx: Transaction<Schema>, drafts: readonly Draft[]) =>
  insertRows(
    trx,
    'import consents',
    drafts.flatMap(({ row: { consent }, person }) =>
      consent
        ? [
            {
              ...consent,
              id: newId(),
              personId: person.id,
              placement: 'import',
              language: person.language,
            },
          ]
        : [],
    ),
    (values) => trx.insertInto('consents').values(values as ConsentsTable[]),
  )

/** Who was erased here, or left an earlier service, by the keyed hashes of their addresses. */
async function reasonsElsewhere(
  db: Kysely<Schema>,
  emails: readonly string[],
  secrets: Secrets,
): Promise<Map<string, string>> {
  const left = await findLeftElsewhere(db, emails, secrets)
  const erased = await findErased(db, emails, secrets)
  return new Map([
    ...[...left].map(([email, kind]) => [email, `an earlier import says: ${kind}`] as const),
    ...[...erased].map((email) => [email, 'erased'] as const),
  ])
}

async function statesOf(
  db: Kysely<Schema>,
  emails: readonly string[],
): Promise<Map<string, string>> {
  if (emails.length === 0) return new Map()
  const people = await db
    .selectFrom('people')
    .select(['email', 'state'])
    .where('email', 'in', emails)
    .execute()
  return new Map(people.map(({ email, state }) => [email, `here already: ${stateWord(state)}`]))
}

/** As the screens say it. */
const stateWord = (state: PersonState): string => (state === 'unsubscribed' ? 'left' : state)

const draft = (row: NumberedRow, now: number) =>
  ({
    id: idInOrder(now, row.line),
    email: row.email,
    language: row.language ?? campaign.language,
    state: row.confirmed ? 'confirmed' : 'unconfirmed',
    placement: 'import',
    source: row.source,
    createdAt: row.joinedAt ?? now,
    confirmedAt: row.confirmed ? (row.confirmedAt ?? now) : null,
    leftAt: null,
    recentMails: '[]',
    utmMedium: row.medium,
    utmCampaign: row.campaign,
    referrerHost: row.referrer,
    importedAt: now,
    budgetDomain: budgetDomain(domainOf(row.email)),
  }) satisfies Insertable<PeopleTable>

/**
 * A UUIDv7 with a counter after its time (RFC 9562, 6.2): at equal times a higher `count` sorts
 * later.
 */
export function idInOrder(now: number, count: number): string {
  const time = now.toString(16).padStart(12, '0')
  const high = ((count >>> 14) & 0xfff).toString(16).padStart(3, '0')
  const low = (0x8000 | (count & 0x3fff)).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${high}-${low}-${randomBytes(6).toString('hex')}`
}

/**
 * Notes people who left an earlier service, and takes those of them off the list who are on it only
 * by an import. Whoever confirmed or signed up here is not changed, and not noted; nor is an erased
 * address. Returns how many it took off.
 */
export async function enterLeavers(
  trx: Transaction<Schema>,
  leavers: ReadonlyMap<string, LeaverKind>,
  secrets: Secrets,
  now: number,
): Promise<number> {
  const emails = [...leavers.keys()]
  const { stayed, toTakeOff } = await findLeavers(trx, emails)
  const erased = await findErased(trx, emails, secrets)
  const toNote = [...leavers].filter(([email]) => !stayed.has(email) && !erased.has(email))
  await inOneJournalEntry(trx, async () => {
    for (const id of toTakeOff) await leave(trx, id, now)
  })
  await noteLeftElsewhere(trx, new Map(toNote), secrets, now)
  return toTakeOff.length
}

/** Counts whom `enterLeavers` would take off. */
export const countToTakeOff = async (db: Db, emails: readonly string[]): Promise<number> =>
  (await findLeavers(db, emails)).toTakeOff.length

/** Of people with these addresses: who is here by their own doing, and who only by an import. */
async function findLeavers(
  db: Db,
  emails: readonly string[],
): Promise<{ stayed: ReadonlySet<string>; toTakeOff: string[] }> {
  if (emails.length === 0) return { stayed: new Set(), toTakeOff: [] }
  const people = await db
    .selectFrom('people')
    .select(['id', 'email', 'state', 'importedAt', 'confirmedAt'])
    .select((person) => {
      const consents = person
        .selectFrom('consents')
        .select('consents.id')
        .whereRef('consents.personId', '=', 'people.id')
      return [
        person.exists(consents.where('consents.placement', '<>', 'import')).as('signed_up'),
        person.exists(consents.where('consents.placement', '=', 'me')).as('agreed_again'),
      ]
    })
    .where('email', 'in', emails)
    .where('state', 'in', ['unconfirmed', 'confirmed'])
    .orderBy('id')
    .execute()
  const isHereByThemselves = (person: (typeof people)[number]): boolean => {
    const { state, importedAt, confirmedAt } = person
    if (importedAt === null) return true
    // Anybody can type the address of a person who was imported as confirmed.
    if (state === 'unconfirmed') return Boolean(person.signed_up)
    return (confirmedAt ?? 0) > importedAt || Boolean(person.agreed_again)
  }
  const { stayed = [], others = [] } = Object.groupBy(people, (person) =>
    isHereByThemselves(person) ? 'stayed' : 'others',
  )
  return {
    stayed: new Set(stayed.map(({ email }) => email)),
    toTakeOff: others.map(({ id }) => id),
  }
}
