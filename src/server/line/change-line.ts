import type { Transaction } from 'kysely'
import { campaign } from '#campaign/campaign.ts'
import type { LineTerms } from '#contract/line.ts'
import { beforeCommit } from '#server/db/before-commit.ts'
import type { LineTable } from '#server/db/line-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import { addLinks } from './codes.ts'
import { comeBack } from './come-back.ts'
import { creditFriend } from './credit-friend.ts'
import { noteOwn, type Press } from './doubts.ts'
import { dayMs, forgetCredits, restoreCredit, takeCreditBack } from './credits.ts'
import { openLine, type OpenLine } from './line-head.ts'
import { noteMoves } from './moves.ts'
import { forgetName, forgetPerson } from './forget-person.ts'

/** Where the campaign has a line: its rules. */
export const campaignLine: LineTerms | null = campaign.line?.terms ?? null

/**
 * What a change of the list means for the line. `enter`: a confirmation; `returns` if the person
 * confirmed before, which only then can have an order number already. `leave`: the person left or
 * gets no mail any more. `erase`: nothing is kept.
 */
type Change =
  | { kind: 'enter'; personId: string; returns: boolean; press: Press | null }
  | { kind: 'leave' | 'erase'; personId: string }

const pending = new WeakMap<Transaction<Schema>, Change[]>()

/** A person who confirms. `press` is missing where an import or an operator confirms them. */
export type Confirmed = { id: string; returns?: boolean; press?: Press | null }

/**
 * LINE-1: these people stand in line from this transaction on, in this order. Call it after `count`
 * and `grantOffers`: all transactions then lock their rows in one order, and the line last.
 */
export const enterLine = (
  trx: Transaction<Schema>,
  people: readonly Confirmed[],
  now: number,
): void => {
  if (campaignLine) change(trx, people.map(entering), now)
}

const entering = ({ id, returns = false, press = null }: Confirmed): Change => ({
  kind: 'enter',
  personId: id,
  returns,
  press,
})

/**
 * LINE-4: everybody behind moves up, and the friend's credit is taken back. Also while the campaign
 * has no line: one that began before stays right, and keeps nothing of people who are erased.
 */
export const leaveLine = (trx: Transaction<Schema>, personId: string, now: number): void =>
  change(trx, [{ kind: 'leave', personId }], now)

/** The same, and nothing of the person is kept. */
export const eraseFromLine = (trx: Transaction<Schema>, personId: string, now: number): void =>
  change(trx, [{ kind: 'erase', personId }], now)

function change(trx: Transaction<Schema>, changes: readonly Change[], now: number): void {
  if (changes.length === 0) return
  const known = pending.get(trx)
  if (known) return void known.push(...changes)
  const collected = [...changes]
  pending.set(trx, collected)
  beforeCommit(trx, () => storeChanges(trx, collected, campaignLine ?? noTerms, now))
}

/** While the campaign has no line, nobody enters it, and nobody earns anything. */
const noTerms: LineTerms = {
  perFriend: 0,
  cap: 0,
  holdHours: 0,
  returnDays: 30,
  rulingDays: 7,
  rewards: [],
}

/** The same at once, by other terms. Call it with the people locked. */
export const enterLineNow = (
  trx: Transaction<Schema>,
  people: readonly Confirmed[],
  terms: LineTerms,
  now: number,
): Promise<void> => storeChanges(trx, people.map(entering), terms, now)

async function storeChanges(
  trx: Transaction<Schema>,
  changes: readonly Change[],
  terms: LineTerms,
  now: number,
): Promise<void> {
  const line = await openLine(trx, changes.filter(isFirst).length)
  if (!line) return
  for (const group of inGroups(changes)) {
    if (group[0].kind === 'enter') await enter(trx, line, group as Enter[], terms, now)
    else for (const one of group) await leave(trx, line, one as Leave, terms, now)
  }
  await line.storeCounts()
}

type Enter = Extract<Change, { kind: 'enter' }>
type Leave = Exclude<Change, Enter>

/** A first confirmation always takes an order number. */
const isFirst = (one: Change): boolean => one.kind === 'enter' && !one.returns

/** Confirmations that follow each other share their statements. */
function inGroups(changes: readonly Change[]): [Change, ...Change[]][] {
  const groups: [Change, ...Change[]][] = []
  for (const one of changes) {
    const last = groups.at(-1)
    if (last && (last[0].kind === 'enter') === (one.kind === 'enter')) last.push(one)
    else groups.push([one])
  }
  return groups
}

async function enter(
  trx: Transaction<Schema>,
  line: OpenLine,
  people: readonly Enter[],
  terms: LineTerms,
  now: number,
): Promise<void> {
  const returning = people.filter(({ returns }) => returns).map(({ personId }) => personId)
  const known = await comeBack(trx, line, returning, now)
  const back = new Set(known.map((row) => row.personId))
  const added = await appendNew(
    trx,
    line,
    people.filter(({ personId }) => !back.has(personId)),
    now,
  )
  const orders = new Map([...known, ...added].map((row) => [row.personId, row.order]))
  const presses = people.flatMap(({ personId, returns, press }) =>
    press ? [{ personId, returns, press, order: orders.get(personId)! }] : [],
  )
  if (terms.perFriend > 0 || terms.rewards.length > 0) await noteOwn(trx, presses, now)
  for (const { personId, returns } of people)
    if (returns) await restoreCredit(trx, line, personId, terms, now)
  // A person who confirmed before counts for no other person.
  for (const one of presses)
    if (one.press.code && !one.returns) await creditFriend(trx, line, one, terms, now)
}

/** Adds people at the end, with their links. */
async function appendNew(
  trx: Transaction<Schema>,
  line: OpenLine,
  people: readonly Enter[],
  now: number,
): Promise<LineTable[]> {
  const before = line.waiting()
  const rows = await line.append(people.map(({ personId }) => ({ personId, friends: 0 })))
  // The newest key is the largest: nobody stands behind.
  const entered = people.map((one, index) => ({ ...one, place: before + index + 1 }))
  await addLinks(
    trx,
    entered.map(({ personId, returns, place }) => ({
      personId,
      firstPlace: returns ? null : place,
    })),
    now,
  )
  await noteMoves(
    trx,
    entered
      .filter(({ returns }) => returns)
      .map(({ personId, place }) => ({
        personId,
        at: now,
        place,
        why: 'confirmed' as const,
      })),
  )
  return rows
}

async function leave(
  trx: Transaction<Schema>,
  line: OpenLine,
  { kind, personId }: Leave,
  terms: LineTerms,
  now: number,
): Promise<void> {
  await takeCreditBack(trx, line, personId, terms, now)
  const row = (await line.remove([personId]))[0] ?? (await endInvitation(trx, personId, now))
  if (kind === 'erase') {
    await forgetCredits(trx, personId)
    await forgetPerson(trx, personId)
  } else {
    if (row) await keepForReturn(trx, row, now + terms.returnDays * dayMs)
    await forgetName(trx, personId)
  }
}

const keepForReturn = (
  trx: Transaction<Schema>,
  { personId, order, friends }: LineTable,
  until: number,
) => trx.insertInto('line_away').values({ personId, order, friends, why: 'left', until }).execute()

/** The spot of a person who leaves while they are invited is free again. */
async function endInvitation(
  trx: Transaction<Schema>,
  personId: string,
  now: number,
): Promise<LineTable | undefined> {
  const row = await trx
    .deleteFrom('line_away')
    .where('personId', '=', personId)
    .where('why', '!=', 'left')
    .returningAll()
    .executeTakeFirst()
  if (!row) return undefined
  await trx
    .updateTable('wave_spots')
    .set({ state: 'left', endedAt: now })
    .where('personId', '=', personId)
    .where('state', '=', 'invited')
    .execute()
  return { ...row, key: 0 }
}
