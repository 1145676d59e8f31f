import { PostgresAdapter, type Transaction } from 'kysely'
import type { LineTerms } from '#contract/line/line.ts'
import { dayMs } from '#contract/time.ts'
import type { Secrets } from '#server/config/secrets.ts'
import { journalHash } from '#server/db/journal-file.ts'
import type { CreditsTable, LineHeadTable } from '#server/db/line-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import type { MailData } from '#server/outbox/outbox.ts'
import type { Store } from '#server/db/store.ts'
import { smallTransactions } from '#server/db/transaction.ts'
import { doubtAbout, type Press } from './doubts.ts'
import { countingIn, friendsOf } from './friends.ts'
import { keyOf, lockLine, noteMove } from './line.ts'
import { newsDueAt } from './news.ts'
import { updateRewards } from './rewards.ts'

type State = CreditsTable['state']

/**
 * LINE-3: a new person confirms, and counts for the owner of the link. LINE-5: where something
 * speaks against another person, the credit waits for a ruling. An address that was erased before
 * counts for nobody, and so does one's own link.
 */
export async function creditFriend(
  trx: Transaction<Schema>,
  head: LineHeadTable,
  { personId, press }: { personId: string; press: Press },
  terms: LineTerms,
  now: number,
): Promise<void> {
  const owner = await ownerWithPlace(trx, press.code, now)
  if (!owner || owner === personId) return
  const email = await emailOf(trx, personId)
  if (await wasErased(trx, email, press.secrets)) return
  const known = { personId: owner, email: await emailOf(trx, owner) }
  const { reason, domain } = await doubtAbout(trx, { email, owner: known, press }, now)
  await trx
    .insertInto('credits')
    .values({
      friendId: personId,
      ownerId: owner,
      state: reason === '' ? 'counted' : 'waiting',
      reason,
      domain,
      at: now,
      changedAt: now,
      ruledAt: null,
      ruledBy: null,
    })
    .execute()
  await settleFriends(trx, head, owner, terms, now)
}

/**
 * The person whose link it is; null for one who is neither in the line nor invited from it, nor gone
 * for less than the days of a return.
 */
async function ownerWithPlace(
  trx: Transaction<Schema>,
  code: string,
  now: number,
): Promise<string | null> {
  const owner = await trx
    .selectFrom('line')
    .select(['personId', 'state', 'until'])
    .where('code', '=', code)
    .executeTakeFirst()
  const isAway = owner?.state === 'gone' || (owner?.state === 'left' && owner.until! <= now)
  return !owner || isAway ? null : owner.personId
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

/** LINE-4: the friend is off the list: the credit waits for their return. */
export async function takeCreditBack(
  trx: Transaction<Schema>,
  head: LineHeadTable,
  friendId: string,
  terms: LineTerms,
  now: number,
): Promise<void> {
  const credit = await creditOf(trx, friendId)
  if (!credit || credit.state === 'refused' || credit.state === 'taken-back') return
  await setCreditState(trx, [friendId], 'taken-back', now)
  await settleFriends(trx, head, credit.ownerId, terms, now)
}

/**
 * LINE-4: a friend who comes back within the days that their own place is kept counts again. One
 * who comes back later counts for nobody.
 */
export async function restoreCredit(
  trx: Transaction<Schema>,
  head: LineHeadTable,
  friendId: string,
  terms: LineTerms,
  now: number,
): Promise<void> {
  const credit = await creditOf(trx, friendId)
  if (credit?.state !== 'taken-back') return
  if (now >= credit.changedAt + terms.returnDays * dayMs) return
  await setCreditState(trx, [friendId], stateOnReturn(credit, terms, now), now)
  await settleFriends(trx, head, credit.ownerId, terms, now)
}

/** A refused credit never was taken back, so a ruling here is one that the friend counts. */
function stateOnReturn(
  { reason, ruledAt, at }: CreditsTable,
  terms: LineTerms,
  now: number,
): State {
  if (reason === '' || ruledAt !== null) return 'counted'
  return at <= ruledBefore(terms, now) ? 'place-only' : 'waiting'
}

/** LINE-5: credits that began until then count for the place, also without a ruling. */
const ruledBefore = ({ rulingDays }: LineTerms, now: number): number => now - rulingDays * dayMs

/** Call `settleFriends` for each of their owners after it. */
export const setCreditState = (
  trx: Transaction<Schema>,
  friendIds: readonly string[],
  state: State,
  now: number,
) =>
  trx
    .updateTable('credits')
    .set({ state, changedAt: now })
    .where('friendId', 'in', friendIds)
    .execute()

/**
 * Brings the owner of a link in step with their credits, after some of them have changed: the number
 * of friends, and with it the place, rewards and the mail about friends. The owner may wait in the
 * line or be away from it; one who is erased has nothing to change.
 */
export async function settleFriends(
  trx: Transaction<Schema>,
  head: LineHeadTable,
  ownerId: string,
  terms: LineTerms,
  now: number,
): Promise<void> {
  const friends = countingIn(await friendsOf(trx, ownerId))
  const owner = await trx
    .selectFrom('line')
    .selectAll()
    .where('personId', '=', ownerId)
    .executeTakeFirst()
  if (owner && friends !== owner.friends) {
    const key = owner.state === 'waiting' ? keyOf(owner.order!, friends, head) : null
    await trx
      .updateTable('line')
      .set({ friends, key, newsDueAt: newsDueAt(owner, now) })
      .where('personId', '=', ownerId)
      .execute()
    await noteMove(trx, ownerId, friends > owner.friends ? 'friend' : 'friend-less', now)
  }
  await updateRewards(trx, ownerId, terms, now)
}

/**
 * LINE-5: a credit that nobody ruled on for a week counts for the place, not for rewards. In small
 * transactions, each of which locks the line.
 */
export async function countOverdueCredits(
  store: Store,
  { terms, now, stopping }: { terms: LineTerms; now: number; stopping: () => boolean },
): Promise<void> {
  const steps = smallTransactions(store)
  const step = (trx: Transaction<Schema>) => countSomeOverdue(trx, terms, now, steps.rows())
  while (!stopping() && (await steps.step(step)) > 0);
}

async function countSomeOverdue(
  trx: Transaction<Schema>,
  terms: LineTerms,
  now: number,
  most: number,
): Promise<number> {
  const head = await lockLine(trx)
  if (!head) return 0
  const credits = await trx
    .selectFrom('credits')
    .select(['friendId', 'ownerId'])
    .where('state', '=', 'waiting')
    .where('at', '<=', ruledBefore(terms, now))
    .orderBy('at')
    .limit(most)
    .execute()
  if (credits.length === 0) return 0
  const friends = credits.map(({ friendId }) => friendId)
  await setCreditState(trx, friends, 'place-only', now)
  for (const owner of new Set(credits.map(({ ownerId }) => ownerId)))
    await settleFriends(trx, head, owner, terms, now)
  return credits.length
}

export const creditOf = (
  trx: Transaction<Schema>,
  friendId: string,
): Promise<CreditsTable | undefined> =>
  trx.selectFrom('credits').selectAll().where('friendId', '=', friendId).executeTakeFirst()

/**
 * Deletes the credits of a person who is erased: theirs, and those of the friends they brought, with
 * the code by which these came.
 */
export async function forgetCredits(trx: Transaction<Schema>, personId: string): Promise<void> {
  await forgetCodeOfFriends(trx, personId)
  await trx.deleteFrom('credits').where('friendId', '=', personId).execute()
  await trx.deleteFrom('credits').where('ownerId', '=', personId).execute()
}

/**
 * The confirm links of friends have the code until they expire, and so has the data of the mails
 * with them. With the line locked nobody is waited for: a row that another transaction has locked
 * is being sent or deleted.
 */
async function forgetCodeOfFriends(trx: Transaction<Schema>, ownerId: string): Promise<void> {
  const isPostgres = trx.getExecutor().adapter instanceof PostgresAdapter
  const withCode = trx
    .selectFrom('link_tokens as link')
    .select(['hash', 'personId'])
    .where('via', '<>', '')
    .$if(isPostgres, (rows) => rows.forUpdate('link').skipLocked())
  // Two statements, because each has its index: those who have not confirmed, and those who have.
  const byCode = await withCode
    .where('via', '=', (row) =>
      row.selectFrom('line').select('code').where('personId', '=', ownerId),
    )
    .execute()
  const byCredit = await withCode
    .where('personId', 'in', (row) =>
      row.selectFrom('credits').select('friendId').where('ownerId', '=', ownerId),
    )
    .execute()
  const links = [...byCode, ...byCredit]
  if (links.length === 0) return
  const hashes = links.map(({ hash }) => hash)
  await trx.updateTable('link_tokens').set({ via: '' }).where('hash', 'in', hashes).execute()
  const mails = await trx
    .selectFrom('outbox')
    .select(['id', 'data'])
    .where(
      'personId',
      'in',
      links.map((link) => link.personId),
    )
    .where('template', '=', 'confirm')
    .where('data', '<>', '{}')
    .$if(isPostgres, (rows) => rows.forUpdate().skipLocked())
    .execute()
  for (const { id, data } of mails) {
    const { via: _, ...rest } = JSON.parse(data) as MailData
    await trx
      .updateTable('outbox')
      .set({ data: JSON.stringify(rest) })
      .where('id', '=', id)
      .execute()
  }
}
