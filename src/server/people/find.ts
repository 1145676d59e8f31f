import { sql } from 'kysely'
import type { PersonState } from '#contract/waitlist.ts'
import type { Db } from '#server/db/store.ts'

export const mostFound = 50

/** A typed part of an address as addresses are stored. */
const partOf = (typed: string) => typed.trim().toLowerCase()

/** The pattern of addresses that contain a typed text; its escape character is a backslash. */
export const containing = (typed: string): string =>
  `%${partOf(typed).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/** People whose address contains this text, ordered by address. Reads every address. */
export async function findPeople(
  db: Db,
  text: string,
): Promise<{ email: string; state: PersonState }[]> {
  return db
    .selectFrom('people')
    .select(['email', 'state'])
    .where(sql<boolean>`email like ${containing(text)} escape '\\'`)
    .orderBy('email')
    .limit(mostFound)
    .execute()
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
  const rows = await startingWith(db, text)
    .select(['id', 'email'])
    .$if(after !== undefined, (people) => people.where('email', '>', after!))
    .$if(before !== undefined, (people) => people.where('email', '<', before!))
    .orderBy('email', before === undefined ? 'asc' : 'desc')
    .limit(most)
    .execute()
  return before === undefined ? rows : rows.toReversed()
}

/** How many addresses begin with this text; `most + 1` if there are more. */
export async function countByPrefix(db: Db, text: string, most: number): Promise<number> {
  const { count } = await db
    .selectFrom(
      startingWith(db, text)
        .select('email')
        .limit(most + 1)
        .as('found'),
    )
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Both engines compare addresses byte by byte; no character is after the last one of Unicode. */
const startingWith = (db: Db, text: string) =>
  db
    .selectFrom('people')
    .where('email', '>=', prefixRange(text).from)
    .where('email', '<', prefixRange(text).below)

/** The addresses that begin with a typed text. */
export const prefixRange = (typed: string) => ({
  from: partOf(typed),
  below: `${partOf(typed)}\u{10FFFF}`,
})
