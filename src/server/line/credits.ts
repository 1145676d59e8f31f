import { PostgresAdapter, type Transaction } from 'kysely'
import type { LineTerms } from '#contract/line.ts'
import type { CreditsTable } from '#server/db/line-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import type { MailData } from '#server/outbox/outbox.ts'
import type { OpenLine } from './line-head.ts'
import { dueNews } from './news.ts'
import { updateRewards } from './rewards.ts'

export const dayMs = 24 * 3_600_000

/** The states in which a friend counts for the owner's place. */
export const countingStates: readonly CreditsTable['state'][] = ['counted', 'place-only']
export const countsForPlace = (state: CreditsTable['state']): boolean =>
  countingStates.includes(state)

/** LINE-4: the friend is off the list: the credit waits for their return. */
export async function takeCreditBack(
  trx: Transaction<Schema>,
  line: OpenLine,
  friendId: string,
  terms: LineTerms,
  now: number,
): Promise<void> {
  const credit = await creditOf(trx, friendId)
  if (credit && credit.state !== 'refused' && credit.state !== 'taken-back')
    await setCreditState(trx, line, credit, 'taken-back', terms, now)
}

/**
 * LINE-4: a friend who comes back within the days that their own place is kept counts again. One
 * who comes back later counts for nobody.
 */
export async function restoreCredit(
  trx: Transaction<Schema>,
  line: OpenLine,
  friendId: string,
  terms: LineTerms,
  now: number,
): Promise<void> {
  const credit = await creditOf(trx, friendId)
  if (credit?.state !== 'taken-back') return
  if (now >= credit.changedAt + terms.returnDays * dayMs) return
  await setCreditState(trx, line, credit, stateOnReturn(credit, terms, now), terms, now)
}

/** A refused credit never was taken back, so a ruling here is one that the friend counts. */
function stateOnReturn(
  { reason, ruledAt, at }: CreditsTable,
  terms: LineTerms,
  now: number,
): CreditsTable['state'] {
  if (reason === '' || ruledAt !== null) return 'counted'
  return at <= ruledBefore(terms, now) ? 'place-only' : 'waiting'
}

/** LINE-5: credits that began until then count for the place, also without a ruling. */
export const ruledBefore = ({ rulingDays }: LineTerms, now: number): number =>
  now - rulingDays * dayMs

/** Stores a credit's state, and with it the owner's place, rewards and news. */
export async function setCreditState(
  trx: Transaction<Schema>,
  line: OpenLine,
  credit: CreditsTable,
  state: CreditsTable['state'],
  terms: LineTerms,
  now: number,
): Promise<void> {
  await trx
    .updateTable('credits')
    .set({ state, changedAt: now })
    .where('friendId', '=', credit.friendId)
    .execute()
  await countFor(trx, line, credit.ownerId, [credit.state, state], terms, now)
}

/**
 * The effects of one credit that changed its state, `before` is null for a new credit. The owner
 * may be in the line or away; one who is erased has no effects.
 */
export async function countFor(
  trx: Transaction<Schema>,
  line: OpenLine,
  ownerId: string,
  [before, after]: readonly [CreditsTable['state'] | null, CreditsTable['state']],
  terms: LineTerms,
  now: number,
): Promise<void> {
  const by = Number(countsForPlace(after)) - Number(before !== null && countsForPlace(before))
  if (by !== 0) await addFriends(trx, line, ownerId, by, now)
  await updateRewards(trx, ownerId, terms, now)
  if (by !== 0) await dueNews(trx, ownerId, now)
}

async function addFriends(
  trx: Transaction<Schema>,
  line: OpenLine,
  ownerId: string,
  by: number,
  now: number,
): Promise<void> {
  const owner = await trx
    .selectFrom('line')
    .selectAll()
    .where('personId', '=', ownerId)
    .executeTakeFirst()
  if (owner) {
    await line.setFriends(owner, owner.friends + by)
    return line.noteMove(ownerId, by > 0 ? 'friend' : 'friend-less', now)
  }
  await trx
    .updateTable('line_away')
    .set(({ eb, ref }) => ({ friends: eb(ref('friends'), '+', by) }))
    .where('personId', '=', ownerId)
    .execute()
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
      row.selectFrom('line_links').select('code').where('personId', '=', ownerId),
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
