import type { Transaction } from 'kysely'
import type { LineTerms } from '#contract/line.ts'
import type { Secrets } from '#server/config/secret-list.ts'
import { journalHash } from '#server/db/journal-file.ts'
import type { Schema } from '#server/db/schema.ts'
import { ownerOfCode } from './codes.ts'
import { countFor } from './credits.ts'
import { domainKeys, doubtAbout, type Owner, type Press } from './doubts.ts'
import type { OpenLine } from './line-head.ts'

/**
 * LINE-3: a new person confirms, and counts for the owner of the link. LINE-5: where something
 * speaks against another person, the credit waits for a ruling. An address that was erased before
 * counts for nobody, and so does one's own link.
 */
export async function creditFriend(
  trx: Transaction<Schema>,
  line: OpenLine,
  { personId, press }: { personId: string; press: Press },
  terms: LineTerms,
  now: number,
): Promise<void> {
  const found = await ownerOfCode(trx, press.code)
  if (!found || found.personId === personId) return
  const owner = await ownerWithPlace(trx, found.personId, now)
  if (!owner) return
  const email = await emailOf(trx, personId)
  if (await wasErased(trx, email, press.secrets)) return
  const domains = domainKeys(email, owner.personId, press)
  const known = { ...owner, email: await emailOf(trx, owner.personId) }
  const reason = await doubtAbout(trx, { email, domains, owner: known, press }, now)
  const state = reason === '' ? 'counted' : 'waiting'
  await trx
    .insertInto('credits')
    .values({
      friendId: personId,
      ownerId: owner.personId,
      state,
      reason,
      domain: domains[0] ?? '',
      at: now,
      changedAt: now,
      ruledAt: null,
      ruledBy: null,
    })
    .execute()
  await countFor(trx, line, owner.personId, [null, state], terms, now)
}

/**
 * Null for a person who is neither in the line nor invited from it, nor gone for less than the days
 * of a return.
 */
async function ownerWithPlace(
  trx: Transaction<Schema>,
  personId: string,
  now: number,
): Promise<Owner | null> {
  const inLine = await trx
    .selectFrom('line')
    .select('order')
    .where('personId', '=', personId)
    .executeTakeFirst()
  if (inLine) return { personId, order: inLine.order }
  const away = await trx
    .selectFrom('line_away')
    .select(['order', 'until'])
    .where('personId', '=', personId)
    .executeTakeFirst()
  if (!away || (away.until !== null && away.until <= now)) return null
  return { personId, order: away.order }
}

const emailOf = async (trx: Transaction<Schema>, personId: string): Promise<string> =>
  (await trx.selectFrom('people').select('email').where('id', '=', personId).executeTakeFirst())
    ?.email ?? ''

const wasErased = async (
  trx: Transaction<Schema>,
  email: string,
  secrets: Secrets,
): Promise<boolean> =>
  (await trx
    .selectFrom('erased')
    .select('hash')
    .where(
      'hash',
      'in',
      secrets.map((secret) => journalHash(secret, email)),
    )
    .executeTakeFirst()) !== undefined
