import { randomBytes } from 'node:crypto'
import type { Insertable, Transaction } from 'kysely'
import { codeLength, codeLetters } from '#contract/line.ts'
import { countInserted } from '#server/db/insert-rows.ts'
import { writePersonsEntry } from '#server/db/journal.ts'
import type { LineSchema } from '#server/db/line-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Db } from '#server/db/store.ts'

/** At most so many codes of one call share their first characters, and how many characters. */
const drawnTogether = 64
const sharedStart = 2

/** LINE-3: 35 random bits as 7 characters. */
export const newCode = (): string => newCodes(1)[0]!

/**
 * The codes of a commit begin with the same two random characters, and differ in the 25 bits after
 * them. So their rows stand side by side in the index: of codes that have nothing in common, each
 * one would change another page of it. A single code is as random as it would be alone.
 */
export function newCodes(count: number): string[] {
  let letters = ''
  for (const byte of takeRandomBytes(count * codeLength))
    letters += codeLetters[byte % codeLetters.length]
  return Array.from({ length: count }, (_, n) => {
    const first = (n - (n % drawnTogether)) * codeLength
    return (
      letters.slice(first, first + sharedStart) +
      letters.slice(n * codeLength + sharedStart, (n + 1) * codeLength)
    )
  })
}

/** Drawn in advance: a call for random bytes costs more than the bytes. */
let drawn = Buffer.alloc(0)

/** Each byte is returned once. */
function takeRandomBytes(count: number): Buffer {
  if (drawn.length < count) drawn = randomBytes(Math.max(count, 256 * codeLength))
  const taken = drawn.subarray(0, count)
  drawn = drawn.subarray(count)
  return taken
}

/** The person whose link has this code; undefined for a code that is nobody's. */
export const ownerOfCode = (
  db: Db | Transaction<Schema>,
  code: string,
): Promise<{ personId: string; name: string } | undefined> =>
  db
    .selectFrom('line_links')
    .select(['personId', 'name'])
    .where('code', '=', code)
    .executeTakeFirst()

/** `firstPlace`: which the confirmation at `now` gives; null for people who confirmed earlier. */
type NewOwner = { personId: string; firstPlace: number | null }

/** Gives each of these people a link with a new code. People with a link keep it. */
export async function addLinks(
  trx: Transaction<Schema>,
  people: readonly NewOwner[],
  now: number,
): Promise<void> {
  // A code can be taken: then another one is drawn.
  for (let missing = people; missing.length > 0; missing = await withoutLink(trx, missing)) {
    const codes = newCodes(missing.length)
    const rows = missing.map((owner, index) => newLink(owner, codes[index]!, now))
    const added = await countInserted(trx, 'add links', rows, (values) =>
      trx
        .insertInto('line_links')
        .values(values as Insertable<LineSchema['line_links']>[])
        .onConflict((same) => same.doNothing()),
    )
    if (added === missing.length) return
  }
}

/** LINE-3: another code; the old one is nobody's from then on. Returns the new one. */
export async function renewCode(
  trx: Transaction<Schema>,
  personId: string,
  now: number,
  draw = newCode,
): Promise<string> {
  for (;;) {
    const code = draw()
    if (await ownerOfCode(trx, code)) continue
    await trx
      .updateTable('line_links')
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
  const link = await trx
    .selectFrom('line_links')
    .select('madeAt')
    .where('personId', '=', personId)
    .executeTakeFirst()
  if (!link || link.madeAt >= at) return false
  await renewCode(trx, personId, at)
  return true
}

async function withoutLink(
  trx: Transaction<Schema>,
  people: readonly NewOwner[],
): Promise<NewOwner[]> {
  const rows = await trx
    .selectFrom('line_links')
    .select('personId')
    .where(
      'personId',
      'in',
      people.map(({ personId }) => personId),
    )
    .execute()
  const known = new Set(rows.map((row) => row.personId))
  return people.filter(({ personId }) => !known.has(personId))
}

const newLink = ({ personId, firstPlace }: NewOwner, code: string, now: number) => ({
  personId,
  code,
  name: '',
  madeAt: now,
  firstPlace,
  firstAt: firstPlace === null ? null : now,
})
