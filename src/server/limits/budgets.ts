import { createHmac } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { plural } from '#contract/english.ts'
import { dayMs, hourMs, iso } from '#contract/time.ts'
import { castRows, insertRows, statement } from '#server/db/rows.ts'
import type { BudgetsTable, Schema } from '#server/db/schema.ts'
import type { Db } from '#server/db/store.ts'
import type { Log } from '#server/config/log.ts'
import { readMeta, writeMeta, type MetaKey } from '#server/db/meta.ts'

/**
 * `atOnce` requests on a full budget, then one per `everyMs`. Where budgets of several sizes share
 * a key, `sharedAtOnce` is the largest of their sizes.
 */
export type Budget = { atOnce: number; everyMs: number; sharedAtOnce?: number }

export const normalBudget: Budget = { atOnce: 30, everyMs: 10_000 }
export const tightBudget: Budget = { atOnce: 10, everyMs: 60_000 }

/** The longest time in which a spent budget recovers: that of a link's friends (line/doubts.ts). */
export const longestBudgetMs = 7 * dayMs

/**
 * `shareAtOnce` of `hourly` at once and the rest spread over the hour: never more than `hourly` in
 * any hour.
 */
export function hourlyBudget(hourly: number, shareAtOnce: number): Budget {
  const atOnce = Math.max(1, Math.floor(hourly * shareAtOnce))
  return { atOnce, everyMs: Math.ceil(hourMs / Math.max(1, hourly - atOnce)) }
}

/** Multiplies both the number at once and the rate. */
export const timesBudget = ({ atOnce, everyMs }: Budget, times: number): Budget => ({
  atOnce: atOnce * times,
  everyMs: everyMs / times,
})

/** A keyed hash that stands in a budget's key for an address. `what` begins with its kind. */
export const fingerprint = (secretKey: string, what: string): string =>
  createHmac('sha256', secretKey).update(what).digest('base64url').slice(0, 22)

/** One request on one budget. */
export type Charge = { key: string; budget: Budget }
/** The charges of one request: all are taken, or none if one of the budgets is spent. */
export type Charges = readonly Charge[]
/** `retryAfterMs`: 0 if the request is within its budgets, else the longest wait of its charges. */
export type BudgetResult = { retryAfterMs: number }

/**
 * Spends from token buckets (GCRA) in the caller's transaction: exact across processes, and stored
 * over a restart. `requests` has the charges of each request, or null for one that is not limited.
 * Requests on the same key are counted one after the other. Results come in the order of
 * `requests`.
 */
export async function spend(
  trx: Transaction<Schema>,
  requests: readonly (Charges | null)[],
  now: number,
): Promise<BudgetResult[]> {
  const waits = await waitsOf(trx, requests, now)
  const allowed = requests.map((charges, index) => (waits[index] === 0 ? charges : null))
  const buckets = await lockBudgets(
    trx,
    allowed.flatMap((charges) => charges ?? []),
    now,
  )
  if (buckets.size === 0) return waits.map((retryAfterMs) => ({ retryAfterMs }))
  const results = allowed.map((charges, index) => ({
    retryAfterMs: charges ? takeAll(buckets, charges, now) : waits[index]!,
  }))
  await writeBudgets(trx, buckets)
  return results
}

/** The same for one request. */
export const spendOne = async (
  trx: Transaction<Schema>,
  charges: Charges | null,
  now: number,
): Promise<BudgetResult> => (await spend(trx, [charges], now))[0]!

/**
 * The wait (ms) of each request by what is stored, without a lock. What is spent only grows, so a
 * request that has to wait is refused before any row of its own is written: a network with many
 * addresses leaves no more rows than its budget admits.
 */
async function waitsOf(
  db: Db,
  requests: readonly (Charges | null)[],
  now: number,
): Promise<number[]> {
  const all = requests.flatMap((charges) => charges ?? [])
  const keys = [...new Set(all.map(({ key }) => key))]
  const rows = await insertRows(
    db,
    'read budgets',
    keys.map((key) => ({ key })),
    (values) =>
      statement(
        db,
        sql<BudgetsTable>`
    select key, tat from ${castRows(values, 'text')} as asked join budgets on key = asked.column1`,
      ),
  )
  const known = new Map(rows.map(({ key, tat }) => [key, tat]))
  const buckets = new Map(keys.map((key) => [key, known.get(key) ?? 0]))
  // Only `lockBudgets` decides about a time of a clock that was ahead, because it caps it.
  for (const { key, budget } of all)
    if (isAheadOfClock(buckets.get(key)!, budget, now)) buckets.set(key, 0)
  return requests.map((charges) => (charges ? takeAll(buckets, charges, now) : 0))
}

/**
 * Spends the budgets of a batch. `admitted`: the requests within their budgets. `budgets` come in
 * the order of the requests.
 */
export async function spendOfBatch<Request extends { charges: Charges | null }>(
  trx: Transaction<Schema>,
  requests: readonly Request[],
  now: number,
): Promise<{ budgets: BudgetResult[]; admitted: Request[] }> {
  const budgets = await spend(
    trx,
    requests.map(({ charges }) => charges),
    now,
  )
  return { budgets, admitted: requests.filter((_, index) => budgets[index]!.retryAfterMs === 0) }
}

/** The wait (ms) of a request that is not spent: it takes nothing. */
export const waitFor = async (db: Db, charges: Charges, now: number): Promise<number> =>
  (await waitsOf(db, [charges], now))[0]!

/**
 * Takes one from each budget, or from none. `buckets` holds the `fullAt` of each key (see `take`).
 * Returns the longest wait (ms), 0 if all allow it.
 */
export function takeAll(buckets: Map<string, number>, charges: Charges, now: number): number {
  const taken = charges.map(({ key, budget }) => ({ key, ...take(buckets.get(key)!, budget, now) }))
  const retryAfterMs = Math.max(0, ...taken.map((one) => one.retryAfterMs))
  if (retryAfterMs === 0) for (const { key, fullAt } of taken) buckets.set(key, fullAt)
  return retryAfterMs
}

/**
 * Reads the `fullAt` of each key (column `tat`) and locks its row until the transaction ends. The
 * keys are sorted, so that two writers cannot deadlock. A time further ahead than any request can
 * cause was written by a clock that was ahead: it is capped and written back.
 */
export async function lockBudgets(
  trx: Transaction<Schema>,
  charges: readonly Charge[],
  now: number,
): Promise<Map<string, number>> {
  const most = new Map<string, number>()
  for (const { key, budget } of charges)
    most.set(key, Math.max(most.get(key) ?? 0, now + refillMs(budget)))
  const sorted = [...most.keys()].sort()
  const rows = await insertRows(
    trx,
    'lock budgets',
    sorted.map((key) => ({ key, tat: 0 })),
    (values) =>
      trx
        .insertInto('budgets')
        .values(values as BudgetsTable[])
        .onConflict((same) => same.column('key').doUpdateSet({ tat: sql`budgets.tat` }))
        .returning(['key', 'tat']),
  )
  const ahead = rows.filter(({ key, tat }) => tat > most.get(key)!)
  if (ahead.length > 0) {
    await writeBudgets(trx, new Map(ahead.map(({ key }) => [key, most.get(key)!])))
    await noteCapped(trx, ahead.length, now)
  }
  return new Map(rows.map(({ key, tat }) => [key, Math.min(tat, most.get(key)!)]))
}

export async function writeBudgets(
  trx: Transaction<Schema>,
  buckets: ReadonlyMap<string, number>,
): Promise<void> {
  await insertRows(
    trx,
    'write budgets',
    [...buckets].map(([key, fullAt]) => ({ key, tat: fullAt })),
    (values) =>
      trx
        .insertInto('budgets')
        .values(values as BudgetsTable[])
        .onConflict((same) =>
          same.column('key').doUpdateSet((row) => ({ tat: row.ref('excluded.tat') })),
        ),
  )
}

/** Whether a clock that was ahead has written it: `lockBudgets` caps it when it is spent next. */
export const isAheadOfClock = (fullAt: number, budget: Budget, now: number): boolean =>
  fullAt > now + refillMs(budget)

/** How long a spent budget takes until it is full again. */
const refillMs = ({ atOnce, everyMs, sharedAtOnce = atOnce }: Budget): number =>
  sharedAtOnce * everyMs

/**
 * One request on a bucket. `fullAt` (ms since 1970) is when the bucket is full again: the
 * theoretical arrival time of GCRA.
 */
export function take(
  fullAt: number,
  budget: Budget,
  now: number,
): { fullAt: number; retryAfterMs: number } {
  const owed = Math.min(fullAt, now + refillMs(budget))
  const next = Math.max(owed, now) + budget.everyMs
  const retryAfterMs = next - now - budget.atOnce * budget.everyMs
  return retryAfterMs > 0 ? { fullAt: owed, retryAfterMs } : { fullAt: next, retryAfterMs: 0 }
}

/**
 * Budgets that were further ahead than requests can cause, and were capped: a clock that was ahead
 * wrote them.
 */
type CappedBudgets = { count: number; lastAt: number }

/** Counts capped budgets in the caller's transaction. `mail -- status` and the log report them. */
export async function noteCapped(
  trx: Transaction<Schema>,
  count: number,
  now: number,
): Promise<void> {
  const none: CappedBudgets = { count: 0, lastAt: now }
  const { value } = await trx
    .insertInto('meta')
    .values({ key: 'capped budgets' satisfies MetaKey, value: JSON.stringify(none) })
    .onConflict((same) => same.column('key').doUpdateSet({ value: sql`meta.value` }))
    .returning('value')
    .executeTakeFirstOrThrow()
  const before = JSON.parse(value) as CappedBudgets
  const capped: CappedBudgets = { count: before.count + count, lastAt: now }
  await writeMeta(trx, 'capped budgets', JSON.stringify(capped))
}

/** All since the store was created; null where there was none. */
export async function readCapped(db: Db): Promise<CappedBudgets | null> {
  const value = await readMeta(db, 'capped budgets')
  return value === null ? null : (JSON.parse(value) as CappedBudgets)
}

/**
 * Logs those since the last call, which returned `logged`; null at the start logs none. Returns
 * their number.
 */
export async function logCapped(db: Db, log: Log, logged: number | null): Promise<number> {
  const capped = await readCapped(db)
  const count = capped?.count ?? 0
  if (capped && logged !== null && count > logged)
    log.warn(
      { budgets: count - logged, last: iso(capped.lastAt) },
      'budgets were further ahead than possible and were capped: the clock was ahead',
    )
  return count
}

const shownForMs = 7 * dayMs

/** One line for `mail -- status`, for a week after the last. */
export async function describeCapped(db: Db, now: number): Promise<string[]> {
  const capped = await readCapped(db)
  if (!capped || Math.abs(now - capped.lastAt) > shownForMs) return []
  return [
    `${capped.count} ${plural(capped.count, 'budget was', 'budgets were')} further ahead than possible and capped, the last at ${iso(capped.lastAt)}: the clock was ahead. They delay nothing any more`,
  ]
}
