import { randomBytes } from 'node:crypto'
import type { Insertable, Transaction } from 'kysely'
import { codeLength, codeLetters } from '#contract/line.ts'
import { countInserted } from '#server/db/insert-rows.ts'
import type { LineSchema } from '#server/db/line-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Db } from '#server/db/store.ts'

/** LINE-3: 35 random bits as 7 characters. */
export const newCode = (): string => newCodes(1)[0]!

/** So many codes, of one call for random bytes: it costs more than the bytes. */
function newCodes(count: number): string[] {
  const letters = Array.from(
    randomBytes(count * codeLength),
    (byte) => codeLetters[byte % codeLetters.length],
  ).join('')
  return Array.from({ length: count }, (_, n) =>
    letters.slice(n * codeLength, (n + 1) * codeLength),
  )
}

/** The person whose link has this code; undefined for a code that is nobody's. */
export const ownerOfCode = (
  db: Db | Transaction<Schema>,
  code: string,
): Promise<{ person_id: string; name: string } | undefined> =>
  db
    .selectFrom('line_links')
    .select(['person_id', 'name'])
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
      .set({ code, made_at: now })
      .where('person_id', '=', personId)
      .execute()
    return code
  }
}

async function withoutLink(
  trx: Transaction<Schema>,
  people: readonly NewOwner[],
): Promise<NewOwner[]> {
  const rows = await trx
    .selectFrom('line_links')
    .select('person_id')
    .where(
      'person_id',
      'in',
      people.map(({ personId }) => personId),
    )
    .execute()
  const known = new Set(rows.map((row) => row.person_id))
  return people.filter(({ personId }) => !known.has(personId))
}

const newLink = ({ personId, firstPlace }: NewOwner, code: string, now: number) => ({
  person_id: personId,
  code,
  name: '',
  made_at: now,
  first_place: firstPlace,
  first_at: firstPlace === null ? null : now,
})
