import { sql } from 'kysely'
import type { PersonState } from '#contract/waitlist.ts'
import type { Db } from '#server/db/store.ts'

export const mostFound = 50

/** People whose address contains this text, ordered by address. */
export async function findPeople(
  db: Db,
  text: string,
): Promise<{ email: string; state: PersonState }[]> {
  const part = text
    .trim()
    .toLowerCase()
    .replaceAll(/[\\%_]/g, String.raw`\$&`)
  return db
    .selectFrom('people')
    .select(['email', 'state'])
    .where(sql<boolean>`email like ${`%${part}%`} escape '\\'`)
    .orderBy('email')
    .limit(mostFound)
    .execute()
}
