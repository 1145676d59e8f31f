import { hostname } from 'node:os'
import type { Transaction } from 'kysely'
import { campaign } from '#campaign'
import { partsOf, saidOf } from '#contract/campaign/campaign-parts.ts'
import { operatorTime, operatorTimeInWords, operatorMs } from '#contract/promises/operator-times.ts'
import { iso, minuteMs } from '#contract/time.ts'
import type { Log } from '#server/config/log.ts'
import { takeLock } from '#server/db/locks.ts'
import { readMeta, writeMeta } from '#server/db/meta.ts'
import type { Schema } from '#server/db/schema.ts'
import { StoreUnavailable, type Store, type Db } from '#server/db/store.ts'

/** The clock of this server, and whether it is trusted. All times are in ms. */
export type Clock = {
  /**
   * The time by which the calendar decides: now, or the last trusted time while the clock is
   * doubtful.
   */
  calendar(): number
  isTrusted(): boolean
  /** false also while the store could not be asked yet */
  isDoubtful(): boolean
  /**
   * False while this clock is doubtful because it is ahead, and another server may have a trusted
   * one: that server sends the mails. By this clock every mail would be late, and this server would
   * take over the mails that the other one is sending.
   */
  mayDeliver(): boolean
  /** Compares the clock with what the store knows, and stores the time. Call it each minute. */
  check(): Promise<void>
}

export type ClockDeps = {
  store: Pick<Store, 'transact' | 'engine'>
  /** tells this server from others on the same store */
  port: number
  now: () => number
  log: Pick<Log, 'info' | 'warn'>
}

/** So many checks show that no other server renews the last trusted time. Each does, every minute. */
const checksAlone = 2

/**
 * Opens the clock and checks it. Between two checks the last trusted time is remembered, so that a
 * jump is noticed at the first look. While the store is unavailable at the start, nothing is trusted.
 */
export async function openClock({ store, port, now, log }: ClockDeps): Promise<Clock> {
  const server = `${hostname()}:${port}`
  let trustedAt: number | null = null
  let stored = 0
  let doubted: Doubt | null = null
  /** checks in a row since which no other server had renewed the last trusted time */
  let alone = 0

  function isTrusted(): boolean {
    const at = now()
    if (trustedAt === null || !agrees(at, trustedAt)) return false
    trustedAt = at
    return true
  }

  async function check(): Promise<void> {
    const last = trustedAt === null ? undefined : { stored, trustedAt }
    const judged = await checkClock(store, server, now(), last)
    const doubt = judged.clock.doubts[server] ?? null
    alone = judged.isAlone ? alone + 1 : 0
    trustedAt = stored = judged.clock.trustedAt
    if (doubt && !doubted)
      log.warn(
        { server, clock: iso(doubt.at), trusted: iso(doubt.since) },
        `the clock is doubtful: it is more than ${operatorTime('doubt')} from the last trusted time. These wait: ${held()}. ${remedy}`,
      )
    if (!doubt && doubted)
      log.info({ server, clock: iso(trustedAt) }, 'the clock is trusted again: work goes on')
    doubted = doubt
  }

  await check().catch((error: unknown) => {
    if (!(error instanceof StoreUnavailable)) throw error
    log.warn({ reason: error.message }, 'the clock is checked once the store answers')
  })
  return {
    calendar: () => (isTrusted() ? trustedAt! : (trustedAt ?? now())),
    isTrusted,
    isDoubtful: () => trustedAt !== null && !isTrusted(),
    mayDeliver: () =>
      store.engine === 'sqlite' ||
      trustedAt === null ||
      isTrusted() ||
      now() < trustedAt ||
      alone >= checksAlone,
    check,
  }
}

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

/** What waits while a clock is doubtful. The jobs of the kind 'calendar' do it (jobs.ts). */
const held = () =>
  saidOf(
    'deleting expired data, the erasure of the list[line: , waves and spots[rewards: , rewards], credits][sequence: , mails of sequences][line: [sequence:  and][no sequence: , mails] about friends], the start of letters, mails of a list that opens again, and planned changes of the launch',
    partsOf(campaign),
  )

const remedy = `If the clock is right, run npm run retention -- approve; otherwise set it. Work goes on within a minute of either, and by itself ${operatorTimeInWords('doubtEnds')} after the doubt began, unless another server has a trusted clock.`

type DescribedDoubt = { server: string; sinceMs: number; text: string }

/** One text for each server whose clock is doubtful. */
export const describeDoubts = (clock: StoredClock | null): DescribedDoubt[] =>
  Object.entries(clock?.doubts ?? {}).map(([server, doubt]) => ({
    server,
    sinceMs: doubt.since,
    text: describeDoubt(server, doubt),
  }))

const describeDoubt = (server: string, { since, at }: Doubt): string =>
  `The clock of the server ${server} is doubtful since ${iso(since)}, the last trusted time: it said ${iso(at)}. On this server these wait: ${held()}. Pages show what was true at the last trusted time. Sign-ups and their mails go on, and nothing is lost. ${remedy}`

/** A clock that is further from the last trusted time than this, in either direction, is doubtful. */
const doubtedFromMs = operatorMs('doubt')
/** A doubtful clock is trusted once it has gone on for so long. Checks come perhaps a little early. */
const agreesAfterMs = operatorMs('doubtEnds') - minuteMs
/** The doubt of a server that does not check its clock any more is forgotten after this time. */
const goneAfterMs = 10 * minuteMs

/**
 * The doubt about the clock of one server. `since`: the last trusted time when it began. `from`: when
 * the hour began in which the clock has to go on, and `at`: what it said last, both by this clock.
 * `trustedAt`: the last trusted time at that check.
 */
type Doubt = { since: number; from: number; at: number; trustedAt: number }

/** What the store knows: the last trusted time (ms), and whose clocks are doubtful, by server. */
export type StoredClock = { trustedAt: number; doubts: Record<string, Doubt> }

/** Whether a clock agrees with the last trusted time. */
export const agrees = (now: number, trustedAt: number): boolean =>
  Math.abs(now - trustedAt) <= doubtedFromMs

/**
 * What a check of a server's clock finds. What the calendar decides can often not be undone, so a
 * clock that has jumped must not decide it. It is trusted again once it agrees with the last trusted
 * time, or once it has gone on for an hour: the server was stopped for long. While another server goes
 * on by a trusted clock, a doubtful one is not trusted however long it goes on.
 */
export function judgeClock(
  { trustedAt, doubts }: StoredClock,
  server: string,
  now: number,
): { clock: StoredClock; isTrusted: boolean } {
  const { [server]: own, ...others } = doubts
  if (agrees(now, trustedAt) || (own && hasGoneOn(own, trustedAt, now)))
    return { isTrusted: true, clock: { trustedAt: now, doubts: withoutGone(others, now) } }
  const waits =
    own &&
    own.trustedAt === trustedAt &&
    now >= own.from &&
    now - own.from < operatorMs('doubtEnds')
  const doubt = {
    since: own?.since ?? trustedAt,
    from: waits ? own.from : now,
    at: now,
    trustedAt,
  }
  return { isTrusted: false, clock: { trustedAt, doubts: { ...others, [server]: doubt } } }
}

function hasGoneOn(own: Doubt, trustedAt: number, now: number): boolean {
  const wentOnMs = now - own.from
  return own.trustedAt === trustedAt && wentOnMs >= agreesAfterMs && wentOnMs <= doubtedFromMs
}

const withoutGone = (doubts: StoredClock['doubts'], trustedAt: number): StoredClock['doubts'] =>
  Object.fromEntries(
    Object.entries(doubts).filter(([, doubt]) => trustedAt - doubt.trustedAt < goneAfterMs),
  )
