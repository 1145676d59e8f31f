import type { Transaction } from 'kysely'
import { campaign } from '#campaign'
import type { LineTerms } from '#contract/line/line.ts'
import { dayMs } from '#contract/time.ts'
import type { Store } from '#server/db/store.ts'
import { beforeCommit, smallTransactions } from '#server/db/transaction.ts'
import { countInserted } from '#server/db/rows.ts'
import type { LineHeadTable, LineTable } from '#server/db/line-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import { newCode } from './codes.ts'
import { creditFriend, forgetCredits, restoreCredit, takeCreditBack } from './credits.ts'
import { spendOwn, type Press } from './doubts.ts'
import { countWaiting, keyOf, lockLine, statesInLine, noteMove } from './line.ts'
import { endHolds, forgetRewards } from './rewards.ts'

/*
 * The line, from a confirmation to a place (decisions 055 and 079):
 *
 * signup/confirm-people.ts, membership.ts, erasure.ts, add-people.ts and imports/insert-imported.ts
 * call this file. It locks the line and changes it at the end of their transaction.
 * `line` has a row for each person who has confirmed: state, place and link. Triggers keep the
 * counts from which a place is read (db/line-schema.ts). line.ts locks the line, gives order
 * numbers and reads a place.
 * A friend who confirms is a credit: credits.ts gives it to the owner of the link (codes.ts),
 * doubts.ts decides whether it waits, acts.ts applies what operators decide. rewards.ts follows
 * the number of friends, and news.ts queues the mails about them.
 * waves.ts invites the first of the line, ends spots and invites the next; spots.ts is what people
 * can do with a spot.
 * rule.ts changes the rule for everybody, check.ts counts everything again.
 * test/line-model.ts models the line as a plain list, and test/faults/ compares it with the store.
 */

/** Where the campaign has a line: its rules. */
export const campaignLine: LineTerms | null = campaign.line?.terms ?? null

/** While the campaign has no line, nobody enters it, and nobody earns anything. */
export const noTerms: LineTerms = {
  perFriend: 0,
  cap: 0,
  holdHours: 0,
  returnDays: 30,
  rulingDays: 7,
  rewards: [],
}

/**
 * A person who confirms. `returns`: they confirmed before, and only then can have a place already.
 * `press` is missing where an import or an operator confirms them.
 */
type Confirmed = { id: string; returns?: boolean; press?: Press | null }

/**
 * LINE-1: these people stand in line from this transaction on, in this order. Like all changes of
 * the line it happens before the commit: a transaction that changes many people then locks all of
 * them before the line, as every other one does. Call it after `count` and `grantOffers`, whose rows
 * are locked before the line too.
 */
export function enterLine(
  trx: Transaction<Schema>,
  people: readonly Confirmed[],
  now: number,
): void {
  const terms = campaignLine
  if (terms && people.length > 0) beforeCommit(trx, () => enterLineNow(trx, people, terms, now))
}

/**
 * LINE-4: everybody behind moves up, and the friend's credit is taken back. Also while the campaign
 * has no line: one that began before stays right, and keeps nothing of people who are erased.
 */
export const leaveLine = (trx: Transaction<Schema>, personId: string, now: number): void =>
  inLockedLine(trx, async (head, terms) => {
    await takeCreditBack(trx, head, personId, terms, now)
    await trx
      .updateTable('line')
      // LINE-3: the link of somebody who is off the list shows no name.
      .set({ state: 'left', key: null, until: now + terms.returnDays * dayMs, name: '' })
      .where('personId', '=', personId)
      .where('state', 'in', statesInLine)
      .execute()
    await endInvitation(trx, personId, now)
  })

/** The same, and nothing of the person is kept. Their spots stay, without them. */
export const eraseFromLine = (trx: Transaction<Schema>, personId: string, now: number): void =>
  inLockedLine(trx, async (head, terms) => {
    await takeCreditBack(trx, head, personId, terms, now)
    await forgetCredits(trx, personId)
    await trx.deleteFrom('line').where('personId', '=', personId).execute()
    await forgetRewards(trx, personId)
    await endInvitation(trx, personId, now)
    await trx
      .updateTable('wave_spots')
      .set({ personId: null })
      .where('personId', '=', personId)
      .execute()
  })

const inLockedLine = (
  trx: Transaction<Schema>,
  work: (head: LineHeadTable, terms: LineTerms) => Promise<void>,
): void =>
  beforeCommit(trx, async () => {
    const head = await lockLine(trx)
    if (head) await work(head, campaignLine ?? noTerms)
  })

/** The spot of a person who leaves while they are invited is free again. */
const endInvitation = (trx: Transaction<Schema>, personId: string, now: number) =>
  trx
    .updateTable('wave_spots')
    .set({ state: 'left', endedAt: now })
    .where('personId', '=', personId)
    .where('state', '=', 'invited')
    .execute()

/** The same as `enterLine`, at once and by other terms. Call it with the people locked. */
export async function enterLineNow(
  trx: Transaction<Schema>,
  people: readonly Confirmed[],
  terms: LineTerms,
  now: number,
): Promise<void> {
  const first = people.filter(({ returns }) => !returns)
  const head = await lockLine(trx, first.length)
  if (!head) return
  if (first.length > 0) {
    const before = await countWaiting(trx)
    const ids = first.map(({ id }) => id)
    await standAtEnd(trx, head, ids, { at: now, before })
  }
  for (const { id, returns } of people) if (returns) await comeBack(trx, head, id, terms, now)
  if (terms.perFriend > 0 || terms.rewards.length > 0) await spendOwn(trx, people, now)
  // A person who confirmed before counts for no other person.
  for (const { id, press } of first)
    if (press?.code) await creditFriend(trx, head, { personId: id, press }, terms, now)
}

/**
 * New people at the end of the line, each with a link. `head` has taken their order numbers.
 * `before`: how many wait already; null where no first place is noted, because people confirmed
 * before the line began.
 */
export async function standAtEnd(
  trx: Transaction<Schema>,
  head: LineHeadTable,
  personIds: readonly string[],
  { at, before }: { at: number; before: number | null },
): Promise<void> {
  const firstOrder = head.nextOrder - personIds.length
  const rows = personIds.map((personId, index) => {
    const move = before !== null && { at, place: before + index + 1, why: 'confirmed' as const }
    return {
      ...newRow(personId, firstOrder + index, head, at),
      ...(move && { moves: JSON.stringify([move]), movedAt: at }),
    }
  })
  await addRows(trx, rows)
}

const newRow = (personId: string, order: number, head: LineHeadTable, now: number): LineTable => ({
  personId,
  state: 'waiting',
  order,
  friends: 0,
  key: keyOf(order, 0, head),
  until: null,
  code: '',
  name: '',
  madeAt: now,
  moves: '[]',
  movedAt: null,
  newsDueAt: null,
  newsAt: null,
  newsFriends: 0,
  newsStoppedAt: null,
})

async function addRows(trx: Transaction<Schema>, rows: readonly LineTable[]): Promise<void> {
  const added = await countInserted(
    trx,
    'stand in line',
    rows.map((row) => ({ ...row, code: newCode() })),
    (values) =>
      trx
        .insertInto('line')
        .values(values as LineTable[])
        .onConflict((same) => same.column('code').doNothing()),
  )
  if (added === rows.length) return
  // A code was taken: another one is drawn.
  const known = await trx
    .selectFrom('line')
    .select('personId')
    .where(
      'personId',
      'in',
      rows.map(({ personId }) => personId),
    )
    .execute()
  const ids = new Set(known.map(({ personId }) => personId))
  await addRows(
    trx,
    rows.filter(({ personId }) => !ids.has(personId)),
  )
}

/**
 * LINE-4: a person confirms again. Within the days of a return they get their order number and
 * friends back; after them they stand at the end. Who took a spot keeps it and does not stand in the
 * line: no wave would invite them, and everybody behind would wait for them.
 */
async function comeBack(
  trx: Transaction<Schema>,
  head: LineHeadTable,
  personId: string,
  terms: LineTerms,
  now: number,
): Promise<void> {
  const row = await trx
    .selectFrom('line')
    .selectAll()
    .where('personId', '=', personId)
    .executeTakeFirst()
  const kept = row?.state === 'left' && row.until! > now ? row : null
  if (row?.state === 'left' && !kept) await forgetReturn(trx, [personId], now)
  const order = kept?.order ?? (await lockLine(trx, 1))!.nextOrder - 1
  const friends = kept?.friends ?? 0
  const state = (await tookSpot(trx, personId)) ? 'taken' : 'waiting'
  const key = state === 'waiting' ? keyOf(order, friends, head) : null
  if (row)
    await trx
      .updateTable('line')
      .set({ state, order, friends, key, until: null })
      .where('personId', '=', personId)
      .execute()
  else await addRows(trx, [{ ...newRow(personId, order, head, now), state, key }])
  await noteMove(trx, personId, kept ? 'back' : 'confirmed', now)
  await restoreCredit(trx, head, personId, terms, now)
}

const tookSpot = async (trx: Transaction<Schema>, personId: string): Promise<boolean> =>
  (await trx
    .selectFrom('wave_spots')
    .select('id')
    .where('personId', '=', personId)
    .where('state', '=', 'came')
    .executeTakeFirst()) !== undefined

/**
 * LINE-4: who left and did not come back in time loses the place. In small transactions, each of
 * which locks the line.
 */
export async function forgetWhoStayedAway(
  store: Store,
  { now, stopping }: { now: number; stopping: () => boolean },
): Promise<void> {
  const steps = smallTransactions(store)
  const step = async (trx: Transaction<Schema>) => {
    if (!(await lockLine(trx))) return 0
    const away = await trx
      .selectFrom('line')
      .select('personId')
      .where('until', '<=', now)
      .orderBy('until')
      .limit(steps.rows())
      .execute()
    await forgetReturn(
      trx,
      away.map(({ personId }) => personId),
      now,
    )
    return away.length
  }
  while (!stopping() && (await steps.step(step)) > 0);
}

/**
 * LINE-4: these people were away for so long that their place is lost, with the friends who counted
 * for it and what they counted for others. Rewards that are theirs stay in the ledger, holds end
 * without one, and a link keeps its code. Call it with the line locked.
 */
async function forgetReturn(
  trx: Transaction<Schema>,
  personIds: readonly string[],
  now: number,
): Promise<void> {
  if (personIds.length === 0) return
  await trx
    .updateTable('line')
    .set({ state: 'gone', order: null, friends: 0, until: null, moves: '[]', movedAt: null })
    .where('personId', 'in', personIds)
    .execute()
  await trx.deleteFrom('credits').where('ownerId', 'in', personIds).execute()
  await endHolds(trx, personIds, now)
  await trx
    .deleteFrom('credits')
    .where('friendId', 'in', personIds)
    .where('state', '=', 'taken-back')
    .execute()
}
