import { createHmac } from 'node:crypto'
import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import { insertRows } from '#server/store/insert-rows.ts'
import type { BudgetsTable, Schema } from '#server/store/schema.ts'

/** `atOnce` requests on a rested budget, then one per `everyMs`. */
export type Budget = { atOnce: number; everyMs: number }

export const normalBudget: Budget = { atOnce: 30, everyMs: 10_000 }
export const tightBudget: Budget = { atOnce: 10, everyMs: 60_000 }

/** What a key holds in place of an address: nobody without the secret can turn it back. `what` begins with its kind. */
export const fingerprint = (secretKey: string, what: string): string => createHmac('sha256', secretKey).update(what).digest('base64url').slice(0, 22)

export type Spending = { key: string; budget: Budget }
/** `retryAfterMs` is 0 where the spending is allowed. */
export type Verdict = { retryAfterMs: number }

/**
 * Spends from token buckets (GCRA) inside the caller's transaction: exact across processes, and kept over a restart.
 * Verdicts come in the order of the spendings; several of one key are counted one after the other; null is not limited.
 */
export async function spend(trx: Transaction<Schema>, spendings: readonly (Spending | null)[], now: number): Promise<Verdict[]> {
  const keys = spendings.flatMap((spending) => spending?.key ?? [])
  if (keys.length === 0) return spendings.map(() => ({ retryAfterMs: 0 }))
  const tats = await lockBudgets(trx, keys)
  const verdicts = spendings.map((spending) => {
    if (!spending) return { retryAfterMs: 0 }
    const { tat, retryAfterMs } = take(tats.get(spending.key)!, spending.budget, now)
    tats.set(spending.key, tat)
    return { retryAfterMs }
  })
  await writeBudgets(trx, tats)
  return verdicts
}

/** The `tat` of each key, locked until the transaction ends, in sorted order: two writers never wait for each other in a circle. */
export async function lockBudgets(trx: Transaction<Schema>, keys: readonly string[]): Promise<Map<string, number>> {
  const sorted = [...new Set(keys)].sort()
  const rows = await insertRows(trx, 'lock budgets', sorted.map((key) => ({ key, tat: 0 })), (values) => trx.insertInto('budgets').values(values as BudgetsTable[])
    .onConflict((same) => same.column('key').doUpdateSet({ tat: sql`budgets.tat` })).returning(['key', 'tat']))
  return new Map(rows.map(({ key, tat }) => [key, tat]))
}

export async function writeBudgets(trx: Transaction<Schema>, tats: ReadonlyMap<string, number>): Promise<void> {
  await insertRows(trx, 'write budgets', [...tats].map(([key, tat]) => ({ key, tat })), (values) => trx.insertInto('budgets').values(values as BudgetsTable[])
    .onConflict((same) => same.column('key').doUpdateSet((row) => ({ tat: row.ref('excluded.tat') }))))
}

/** One request on a bucket whose next theoretical arrival is `tat` (ms). */
export function take(tat: number, { atOnce, everyMs }: Budget, now: number): { tat: number; retryAfterMs: number } {
  const next = Math.max(tat, now) + everyMs
  const retryAfterMs = next - now - atOnce * everyMs
  return retryAfterMs > 0 ? { tat, retryAfterMs } : { tat: next, retryAfterMs: 0 }
}
