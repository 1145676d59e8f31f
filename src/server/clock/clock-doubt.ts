import { operatorMs } from '#contract/operator-times.ts'
const minuteMs = 60_000

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
export type Doubt = { since: number; from: number; at: number; trustedAt: number }

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
