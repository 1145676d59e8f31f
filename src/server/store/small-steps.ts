import { setTimeout as sleep } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import type { Store } from './open.ts'
import type { Schema } from './schema.ts'

/** What goes through many rows beside visitors takes at most so many in a transaction, and about so long. */
export const mostRows = 500
export const mostMs = 20

/** A server that waits for the lock asks every 10 ms: a rest longer than that lets it in. */
const leastRestMs = 12

export type SmallSteps = {
  /** how many rows the next step may take */
  rows(): number
  step<T>(work: (trx: Transaction<Schema>) => Promise<T>): Promise<T>
}

/** Each step is one transaction, and is followed by a rest as long as it took. */
export function smallSteps(store: Pick<Store, 'transact'>, { clock = () => performance.now(), rest = sleep as (ms: number) => Promise<unknown> } = {}): SmallSteps {
  let rows = 50
  return {
    rows: () => rows,
    async step(work) {
      let began = clock()
      const done = await store.transact((trx) => {
        began = clock()
        return work(trx)
      })
      const tookMs = clock() - began
      rows = rowsAfter(rows, tookMs)
      await rest(Math.max(leastRestMs, tookMs))
      return done
    },
  }
}

/** So many that the next step takes about half of what it may, twice as many at most, a quarter at least. */
export function rowsAfter(rows: number, tookMs: number): number {
  const fitting = Math.floor((rows * mostMs) / 2 / Math.max(tookMs, 0.1))
  return Math.max(1, Math.min(fitting, rows * 2, mostRows), Math.floor(rows / 4))
}
