import type { Transaction } from 'kysely'
import type { Secrets } from '#server/config/secrets.ts'
import { inOneJournalEntry } from '#server/db/journal.ts'
import type { Db } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import { findErased } from '#server/signup/erasure.ts'
import { noteLeftElsewhere, type LeaverKind } from '#server/signup/left-elsewhere.ts'
import { leave } from '#server/signup/membership.ts'

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
  const [stayed, others] = [
    people.filter(isHereByThemselves),
    people.filter((person) => !isHereByThemselves(person)),
  ]
  return {
    stayed: new Set(stayed.map(({ email }) => email)),
    toTakeOff: others.map(({ id }) => id),
  }
}
