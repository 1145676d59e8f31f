import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import { insertRows } from '#server/store/insert-rows.ts'
import type { BudgetsTable, Schema } from '#server/store/schema.ts'

/** `atOnce` requests on a rested budget, then one per `everyMs`. */
export type Budget = { atOnce: number; everyMs: number }

export const normalBudget: Budget = { atOnce: 30, everyMs: 10_000 }
export const tightBudget: Budget = { atOnce: 10, everyMs: 60_000 }

export type Spending = { key: string; budget: Budget }
/** `retryAfterMs` is 0 where the spending is allowed. */
export type Verdict = { retryAfterMs: number }

/**
 * Spends from token buckets (GCRA) inside the caller's transaction: exact across processes, and kept over a restart.
 * The first statement locks each key, in sorted order, so that two writers never wait for each other in a circle.
 * Verdicts come in the order of the spendings; several of one key are counted one after the other.
 */
export async function spend(trx: Transaction<Schema>, spendings: readonly Spending[], now: number): Promise<Verdict[]> {
  const keys = [...new Set(spendings.map(({ key }) => key))].sort()
  if (keys.length === 0) return []
  const rows = await insertRows(trx, 'lock budgets', keys.map((key) => ({ key, tat: 0 })), (values) => trx.insertInto('budgets').values(values as BudgetsTable[])
    .onConflict((same) => same.column('key').doUpdateSet({ tat: sql`budgets.tat` })).returning(['key', 'tat']))
  const tats = new Map(rows.map(({ key, tat }) => [key, tat]))
  const verdicts = spendings.map(({ key, budget }) => {
    const { tat, retryAfterMs } = take(tats.get(key) ?? 0, budget, now)
    tats.set(key, tat)
    return { retryAfterMs }
  })
  await insertRows(trx, 'write budgets', keys.map((key) => ({ key, tat: tats.get(key)! })), (values) => trx.insertInto('budgets').values(values as BudgetsTable[])
    .onConflict((same) => same.column('key').doUpdateSet((row) => ({ tat: row.ref('excluded.tat') }))))
  return verdicts
}

/** One request on a bucket whose next theoretical arrival is `tat` (ms). */
export function take(tat: number, { atOnce, everyMs }: Budget, now: number): { tat: number; retryAfterMs: number } {
  const next = Math.max(tat, now) + everyMs
  const retryAfterMs = next - now - atOnce * everyMs
  return retryAfterMs > 0 ? { tat, retryAfterMs } : { tat: next, retryAfterMs: 0 }
}
