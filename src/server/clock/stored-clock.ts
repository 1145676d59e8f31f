import type { Transaction } from 'kysely'
import { takeLock } from '#server/db/erasure-lock.ts'
import { readMeta, writeMeta } from '#server/db/meta.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Db, Store } from '#server/db/store.ts'
import { agrees, judgeClock, type StoredClock } from './clock-doubt.ts'
import { iso } from './describe-clock.ts'

/** Null in a new store, whose first server is trusted: there is nothing that it could lose. */
export async function readClock(db: Db | Transaction<Schema>): Promise<StoredClock | null> {
  const value = await readMeta(db, 'clock')
  return value === null ? null : (JSON.parse(value) as StoredClock)
}

/**
 * Checks the clock of a server and stores what it finds. `last`: the time that this server's last
 * check stored, and the last trusted time by now, which counts unless another process has stored one
 * since: then it is not alone.
 */
export const checkClock = (
  { transact }: Pick<Store, 'transact'>,
  server: string,
  now: number,
  last?: { stored: number; trustedAt: number },
): Promise<{ clock: StoredClock; isTrusted: boolean; isAlone: boolean }> =>
  transact(async (trx) => {
    await takeLock(trx, 'clock', 'alone')
    const stored = await readClock(trx)
    const { trustedAt, doubts } = stored ?? newClock(now)
    const known = last?.stored === trustedAt ? last.trustedAt : trustedAt
    const judged = judgeClock({ trustedAt: known, doubts }, server, now)
    await writeClock(trx, judged.clock)
    return { ...judged, isAlone: stored === null || last?.stored === trustedAt }
  })

/** An operator has said that this time is right: every clock that agrees with it is trusted. */
export const trustClock = ({ transact }: Pick<Store, 'transact'>, now: number): Promise<void> =>
  transact(async (trx) => {
    await takeLock(trx, 'clock', 'alone')
    await writeClock(trx, newClock(now))
  })

/**
 * The time by which a command reads and sets what the calendar decides: as the servers do, the last
 * trusted time while the clock of this machine is one of those that are doubtful. A note says so.
 */
export async function calendarTime(
  db: Db,
  { now, note }: { now: number; note: (line: string) => void },
): Promise<number> {
  const clock = await readClock(db)
  if (!clock || Object.keys(clock.doubts).length === 0 || agrees(now, clock.trustedAt)) return now
  note(
    `The clock of this machine says ${iso(now)} and is doubtful: this command goes by the last trusted time, ${iso(clock.trustedAt)}. If the clock is right, run npm run retention -- approve first.`,
  )
  return clock.trustedAt
}

const newClock = (now: number): StoredClock => ({ trustedAt: now, doubts: {} })

const writeClock = (trx: Transaction<Schema>, clock: StoredClock) =>
  writeMeta(trx, 'clock', JSON.stringify(clock))
