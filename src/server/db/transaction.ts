import { randomBytes } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import type { JournalOutcome } from './journal-file.ts'
import { recordOutcome } from './journal.ts'
import { deleteMeta, writeMeta } from './meta.ts'
import type { Schema } from './schema.ts'
import { StoreFull, type Db, type Store } from './store.ts'

type Work = () => Promise<void>
const worksOf = new WeakMap<Transaction<Schema>, Work[]>()

/**
 * Runs `work` at the end of the transaction, before its commit, in the order of the calls. Call it
 * with the transaction of `Store.transact`.
 */
export function beforeCommit(trx: Transaction<Schema>, work: Work): void {
  const works = worksOf.get(trx)
  if (!works) throw new Error('This transaction was not opened by Store.transact')
  works.push(work)
}

/** Runs a transaction's work, and then what it has left for the time before the commit. */
export const withLastWork =
  <Result>(work: (trx: Transaction<Schema>) => Promise<Result>) =>
  async (trx: Transaction<Schema>): Promise<Result> => {
    const works: Work[] = []
    worksOf.set(trx, works)
    const result = await work(trx)
    for (const last of works) await last()
    return result
  }

/** Runs a transaction and records its outcome beside the entries that it wrote to the journal. */
export async function journaledTransaction<T>(
  db: Db,
  work: (trx: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  let opened: Transaction<Schema> | undefined
  const end = async (outcome: JournalOutcome) => {
    if (opened) await recordOutcome(db, outcome, opened)
  }
  try {
    const done = await db.transaction().execute((trx) => withLastWork(work)((opened = trx)))
    await end('done')
    return done
  } catch (error) {
    await end('undone')
    throw error
  }
}

/** A little more than a commit of visitors' writes takes. */
const spaceBytes = 256 * 1024

/**
 * Adds `probe` to a store. On a full disk a small write may succeed where a sign-up fails. So after
 * a write that found no space, the probe writes as much as a sign-up needs.
 */
export function withSpaceProbe(transact: Store['transact']): Pick<Store, 'transact' | 'probe'> {
  let wasFull = false
  const noticing: Store['transact'] = (work) =>
    transact(work).catch((error: unknown) => {
      wasFull ||= error instanceof StoreFull
      throw error
    })
  return {
    transact: noticing,
    async probe() {
      // A small write that changes nothing.
      await noticing((trx) =>
        trx.updateTable('meta').set({ value: 'ascend' }).where('key', '=', 'application').execute(),
      )
      if (!wasFull) return
      // Random, because Postgres would compress anything else.
      const value = randomBytes(spaceBytes / 2).toString('hex')
      await transact((trx) => writeMeta(trx, 'room', value))
      await transact((trx) => deleteMeta(trx, 'room'))
      wasFull = false
    },
  }
}

/**
 * Limits of one transaction of a job that changes many rows beside visitors: rows, and about how
 * long.
 */
export const mostRows = 500
export const mostMs = 20

/** A server that waits for the lock retries every 10 ms: a longer rest lets it in. */
const leastRestMs = 12

export type SmallTransactions = {
  /** the most rows for the next step */
  rows(): number
  step<T>(work: (trx: Transaction<Schema>) => Promise<T>): Promise<T>
}

export type SmallTransactionsOptions = {
  clock?: () => number
  rest?: (ms: number) => Promise<unknown>
  /** true while nobody else writes: steps have the full size and no rests */
  alone?: () => boolean
  /** how many times as long as its work a step's rest is while the process has other work */
  restTimes?: number
  /** returns a function that says which share of the time since then the process worked, 0 to 1 */
  measureWork?: () => () => number
}

/**
 * Runs a job in steps. Each step is one transaction, followed by a rest as long as its work took,
 * or `restTimes` as long while visitors keep the process busy. The commit does not count: it takes
 * as long for one row as for many, so on a slow disk it would make the steps ever smaller.
 */
export function smallTransactions(
  store: Pick<Store, 'transact'>,
  {
    clock = () => performance.now(),
    rest = sleep,
    alone = () => false,
    restTimes = 1,
    measureWork = measureLoop,
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
      const shareOfWork = measureWork()
      await rest(Math.max(leastRestMs, tookMs))
      if (restTimes > 1 && shareOfWork() > busyShare) await rest(tookMs * (restTimes - 1))
      return done
    },
  }
}

/** Beside a server that does nothing else a rest has little work. */
const busyShare = 0.5

function measureLoop(): () => number {
  const before = performance.eventLoopUtilization()
  return () => performance.eventLoopUtilization(before).utilization
}

/**
 * The rows for the next step: about three quarters of the allowed time, at most twice and at least
 * a quarter of the last step.
 */
export function rowsAfter(rows: number, tookMs: number): number {
  const fitting = Math.floor((rows * mostMs * 0.75) / Math.max(tookMs, 0.1))
  return Math.max(1, Math.min(fitting, rows * 2, mostRows), Math.floor(rows / 4))
}
