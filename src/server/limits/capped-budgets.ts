import { sql, type Kysely, type Transaction } from 'kysely'
import type { Log } from '#server/config/log.ts'
import { readMeta, writeMeta, type MetaKey } from '#server/db/meta.ts'
import type { Schema } from '#server/db/schema.ts'

/**
 * Budgets that were further ahead than requests can cause, and were capped: a clock that was ahead
 * wrote them.
 */
export type CappedBudgets = { count: number; lastAt: number }

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
  const capped: CappedBudgets = {
    count: (JSON.parse(value) as CappedBudgets).count + count,
    lastAt: now,
  }
  await writeMeta(trx, 'capped budgets', JSON.stringify(capped))
}

/** All since the store was created; null where there was none. */
export async function readCapped(db: Kysely<Schema>): Promise<CappedBudgets | null> {
  const value = await readMeta(db, 'capped budgets')
  return value === null ? null : (JSON.parse(value) as CappedBudgets)
}

/**
 * Logs those since the last call, which returned `logged`; null at the start logs none. Returns
 * their number.
 */
export async function logCapped(
  db: Kysely<Schema>,
  log: Log,
  logged: number | null,
): Promise<number> {
  const capped = await readCapped(db)
  const count = capped?.count ?? 0
  if (capped && logged !== null && count > logged)
    log.warn(
      { budgets: count - logged, last: iso(capped.lastAt) },
      'budgets were further ahead than possible and were capped: the clock was ahead',
    )
  return count
}

const shownForMs = 7 * 24 * 3_600_000

/** One line for `mail -- status`, for a week after the last. */
export async function describeCapped(db: Kysely<Schema>, now: number): Promise<string[]> {
  const capped = await readCapped(db)
  if (!capped || Math.abs(now - capped.lastAt) > shownForMs) return []
  return [
    `${capped.count} ${capped.count === 1 ? 'budget was' : 'budgets were'} further ahead than possible and capped, the last at ${iso(capped.lastAt)}: the clock was ahead. They delay nothing any more`,
  ]
}

const iso = (ms: number) => new Date(ms).toISOString()
