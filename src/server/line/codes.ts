import { randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import { codeLength, codeLetters } from '#contract/line/line.ts'
import { writePersonsEntry } from '#server/db/journal.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Db } from '#server/db/store.ts'
import { lockLine, statesInLine } from './line.ts'

/** LINE-3: 35 random bits as 7 characters. */
export const newCode = (): string =>
  // Five bits of each byte: 32 letters divide 256 evenly.
  Array.from(randomBytes(codeLength), (byte) => codeLetters[byte % codeLetters.length]).join('')

/** The person whose link has this code; undefined for a code that is nobody's. */
export const ownerOfCode = (
  db: Db,
  code: string,
): Promise<{ personId: string; name: string } | undefined> =>
  db.selectFrom('line').select(['personId', 'name']).where('code', '=', code).executeTakeFirst()

/** LINE-3: another code; the old one is nobody's from then on. Returns the new one. */
export async function renewCode(
  trx: Transaction<Schema>,
  personId: string,
  now: number,
): Promise<string> {
  await lockLine(trx)
  for (;;) {
    const code = newCode()
    if (await ownerOfCode(trx, code)) continue
    await trx
      .updateTable('line')
      .set({ code, madeAt: now })
      .where('personId', '=', personId)
      .execute()
    await writePersonsEntry(trx, 'link-renewed', personId, now)
    return code
  }
}

/** Renews the code as at `at`, if it is from before. Returns whether it was. */
export async function renewOlderCode(
  trx: Transaction<Schema>,
  personId: string,
  at: number,
): Promise<boolean> {
  await lockLine(trx)
  const link = await trx
    .selectFrom('line')
    .select('madeAt')
    .where('personId', '=', personId)
    .executeTakeFirst()
  if (!link || link.madeAt >= at) return false
  await renewCode(trx, personId, at)
  return true
}

/**
 * LINE-3: the first name that a person's link shows; empty for none. Null for somebody who is not
 * in line: their link shows none.
 */
export const nameOfLink = async (db: Db, personId: string): Promise<string | null> =>
  (
    await db
      .selectFrom('line')
      .select('name')
      .where('personId', '=', personId)
      .where('state', 'in', statesInLine)
      .executeTakeFirst()
  )?.name ?? null

/**
 * `name` is one that `readFirstName` returned. Nothing changes for somebody who is not in line: they
 * may have left since their page offered it.
 */
export async function nameLink(
  trx: Transaction<Schema>,
  personId: string,
  name: string,
): Promise<void> {
  await lockLine(trx)
  await trx
    .updateTable('line')
    .set({ name })
    .where('personId', '=', personId)
    .where('state', 'in', statesInLine)
    .execute()
}
