import { sql } from 'kysely'
import type { Db } from '#server/db/store.ts'

/** A typed part of an address as addresses are stored. */
const partOf = (typed: string) => typed.trim().toLowerCase()

export const mostFound = 50

/**
 * Addresses that contain this text, each list in the order of its addresses: people with their
 * state, then those of the closed list. Reads every address.
 */
export async function findAddresses(
  db: Db,
  text: string,
): Promise<{ email: string; state: string }[]> {
  // The escape character is a backslash.
  const pattern = `%${partOf(text).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const contains = sql<boolean>`email like ${pattern} escape '\\'`
  const people = await db
    .selectFrom('people')
    .select(['email', 'state'])
    .where(contains)
    .orderBy('email')
    .limit(mostFound)
    .execute()
  const asked = await db
    .selectFrom('once_requests')
    .select('email')
    .where(contains)
    .orderBy('email')
    .limit(mostFound)
    .execute()
  return [...people, ...asked.map(({ email }) => ({ email, state: 'closed list' }))]
}

export type AddressPage = { after?: string; before?: string; most: number }

/**
 * People whose address begins with this text, ordered by address: the next ones after an address,
 * or the last ones before it. Reads only as many rows as it returns.
 */
export async function findByPrefix(
  db: Db,
  text: string,
  { after, before, most }: AddressPage,
): Promise<{ id: string; email: string }[]> {
  const rows = await db
    .selectFrom('people')
    .select(['id', 'email'])
    .where(beginsWith(text))
    .$if(after !== undefined, (people) => people.where('email', '>', after!))
    .$if(before !== undefined, (people) => people.where('email', '<', before!))
    .orderBy('email', before === undefined ? 'asc' : 'desc')
    .limit(most)
    .execute()
  return before === undefined ? rows : rows.toReversed()
}

/** How many addresses begin with this text; `most + 1` if there are more. */
export async function countByPrefix(db: Db, text: string, most: number): Promise<number> {
  const found = db
    .selectFrom('people')
    .select('email')
    .where(beginsWith(text))
    .limit(most + 1)
  const { count } = await db
    .selectFrom(found.as('found'))
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Addresses of the closed list that begin with this text, in their order. */
export async function closedListByPrefix(db: Db, text: string, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('once_requests')
    .select('email')
    .where(beginsWith(text))
    .orderBy('email')
    .limit(most)
    .execute()
  return rows.map(({ email }) => email)
}

/** Both engines compare addresses byte by byte; no character is after the last one of Unicode. */
const beginsWith = (typed: string) =>
  sql<boolean>`(email >= ${partOf(typed)} and email < ${`${partOf(typed)}\u{10FFFF}`})`

/**
 * END-3: all that is stored of an address that asked a closed list for one mail. It is not on the
 * list. Times are in ms. `mailQueuedAt`: of the one mail, after which the address is deleted.
 */
export type ClosedListRecord = Awaited<
  ReturnType<ReturnType<typeof selectClosedList>['execute']>
>[number]

export const selectClosedList = (db: Db) =>
  db
    .selectFrom('once_requests')
    .select(['email', 'requestedAt', 'confirmedAt', 'consentVersion'])
    .select(['wording as consentWording', 'queuedAt as mailQueuedAt'])

/** The record of an address, or null. */
export const readClosedList = async (db: Db, email: string): Promise<ClosedListRecord | null> =>
  (await selectClosedList(db).where('email', '=', email).executeTakeFirst()) ?? null
