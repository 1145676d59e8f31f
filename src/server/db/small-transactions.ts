import { setTimeout as sleep } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import type { Store } from './store.ts'
import type { Schema } from './schema.ts'

/** What goes through many rows beside visitors takes at most so many in a transaction, and about so long. */
export const mostRows = 500
export const mostMs = 20

/** A server that waits for the lock asks every 10 ms: a rest longer than that lets it in. */
const leastRestMs = 12

export type SmallTransactions = {
  /** how many rows the next step may take */
  rows(): number
  step<T>(work: (trx: Transaction<Schema>) => Promise<T>): Promise<T>
}

export type SmallTransactionsOptions = {
  clock?: () => number
  rest?: (ms: number) => Promise<unknown>
  /** true while nobody else wants to write: steps are as large as they may be, without rests */
  alone?: () => boolean
}

/**
 * Each step is one transaction, and is followed by a rest as long as its work took. The commit does not count: it takes as long for
 * one row as for many, so that on a slow disk ever smaller steps would only be more of them.
 */
export function smallTransactions(
  store: Pick<Store, 'transact'>,
  {
    clock = () => performance.now(),
    rest = sleep,
    alone = () => false,
  }: SmallTransactionsOptions = {},
): SmallTransactions {
  let rows = 50
  return {
    rows: () => (alone() ? mostRows : rows),
    async step(work) {
      let tookMs = 0
      const done = await store.transact(async (trx) => {
        const began = clock()
        const result = await work(trx)
        tookMs = clock() - began
        return result
      })
      if (alone()) return done
      rows = rowsAfter(rows, tookMs)
      await rest(Math.max(leastRestMs, tookMs))
      return done
    },
  }
}

/** So many that the next step takes about three quarters of what it may, twice as many at most, a quarter at least. */
export function rowsAfter(rows: number, tookMs: number): number {
  const fitting = Math.floor((rows * mostMs * 0.75) / Math.max(tookMs, 0.1))
  return Math.max(1, Math.min(fitting, rows * 2, mostRows), Math.floor(rows / 4))
}
