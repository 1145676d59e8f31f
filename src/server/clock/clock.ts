import { hostname } from 'node:os'
import { operatorTime } from '#contract/operator-times.ts'
import type { Log } from '#server/config/log.ts'
import { StoreUnavailable } from '#server/db/open.ts'
import type { Store } from '#server/db/store.ts'
import { agrees, type Doubt } from './clock-doubt.ts'
import { held, iso, remedy } from './describe-clock.ts'
import { checkClock } from './stored-clock.ts'

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
        `the clock is doubtful: it is more than ${operatorTime('doubt')} from the last trusted time. These wait: ${held}. ${remedy}`,
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
