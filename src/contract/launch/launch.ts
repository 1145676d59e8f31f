import { dayMs } from '#contract/time.ts'

/**
 * END-1: where the launch stands. `paused`, `closed` and `launched` are set by an operator; without
 * them the list is open.
 */
export const launchStates = ['open', 'paused', 'closed', 'launched'] as const
export type LaunchState = (typeof launchStates)[number]
/** A state that an operator sets. Earlier ones take precedence. */
const setStates = ['paused', 'launched', 'closed'] as const
export type SetState = (typeof setStates)[number]

/**
 * A state that an operator set for a time: from `startsAt` (ms) to `endsAt`, or without an end. It
 * may begin in the future.
 */
export type LaunchPeriod = {
  state: SetState
  startsAt: number
  endsAt: number | null
  /** launched: until then the list alone may buy; null for everybody at once */
  listFirstUntil: number | null
  /** launched: when the list is erased; null if it was not said */
  eraseAt: number | null
}

/** The launch at a moment, as pages and answers need it. Times are in ms. */
export type Launch = {
  state: LaunchState
  /** when the state began; null for a list that was never anything but open */
  since: number | null
  /** when the state ends by itself; null if it does not */
  until: number | null
  listFirstUntil: number | null
  eraseAt: number | null
}

export const openLaunch: Launch = {
  state: 'open',
  since: null,
  until: null,
  listFirstUntil: null,
  eraseAt: null,
}

/**
 * END-2: an answer (409) that names the state, because sign-ups are only accepted while open.
 * `retryAfterS`: only while paused, for Retry-After: the form sends it again.
 */
type StateRefusal = { status: 409; state: SetState; retryAfterS?: number }

/** The longest time after which a paused list is asked again: it may be opened before its time. */
const askAgainS = 3_600

/** END-2: how a sign-up is refused at `now` (ms); null while the list is open. */
export function refusalIn({ state, until }: Launch, now: number): StateRefusal | null {
  if (state === 'open') return null
  if (state !== 'paused') return { status: 409, state }
  const leftS = until === null ? askAgainS : Math.ceil((until - now) / 1_000)
  return { status: 409, state, retryAfterS: Math.min(askAgainS, Math.max(1, leftS)) }
}

/** The message of a 409 answer, by the state of the launch. */
export const stateErrors: Record<SetState, string> = {
  paused: 'The list is paused. Send it again when the list is open.',
  closed: 'The list is closed.',
  launched: 'The launch has happened. The list takes no more sign-ups.',
}

/** Whether it is launched, also while a pause takes precedence. */
export const isLaunched = (periods: readonly LaunchPeriod[], now: number): boolean =>
  periods.some((period) => period.state === 'launched' && isRunning(period, now))

/** How long the links of confirm mails work after a close or launch. */
export const confirmAfterEndDays = 7
const confirmAfterEndMs = confirmAfterEndDays * dayMs

/**
 * END-2: whether a confirm link works: always while the list is open or only paused, and for 7 days
 * after it was closed or launched. A launch after a close does not begin the 7 days again.
 */
export function acceptsConfirmations(periods: readonly LaunchPeriod[], now: number): boolean {
  const ended = periods
    .filter(({ state, startsAt }) => state !== 'paused' && startsAt <= now)
    .sort((a, b) => a.startsAt - b.startsAt)
  let since = now
  let until = -Infinity
  for (const { startsAt, endsAt } of ended) {
    if (startsAt > until) since = startsAt
    until = Math.max(until, endsAt ?? Infinity)
  }
  return until <= now || now < since + confirmAfterEndMs
}

/** The launch at `now`: paused before launched before closed. */
export function launchAt(periods: readonly LaunchPeriod[], now: number): Launch {
  const running = periods.filter((period) => isRunning(period, now))
  for (const state of setStates) {
    const period = running.find((one) => one.state === state)
    if (period)
      return {
        state,
        since: period.startsAt,
        until: period.endsAt,
        listFirstUntil: period.listFirstUntil,
        eraseAt: period.eraseAt,
      }
  }
  return { ...openLaunch, since: lastEnd(periods, now) }
}

export const isRunning = ({ startsAt, endsAt }: LaunchPeriod, now: number): boolean =>
  startsAt <= now && (endsAt === null || now < endsAt)

function lastEnd(periods: readonly LaunchPeriod[], now: number): number | null {
  const ended = periods.flatMap(({ endsAt }) => (endsAt !== null && endsAt <= now ? [endsAt] : []))
  return ended.length > 0 ? Math.max(...ended) : null
}

/**
 * LIVE-5: an end, moved by the length of every pause before it. `now` bounds a pause that runs, so
 * that the time that is left stands still meanwhile.
 */
export function endAfterPauses(
  endsAt: number,
  periods: readonly LaunchPeriod[],
  now: number,
): number {
  const pauses = periods
    .filter(({ state, startsAt }) => state === 'paused' && startsAt <= now)
    .sort((a, b) => a.startsAt - b.startsAt)
  let end = endsAt
  let counted = -Infinity
  for (const pause of pauses) {
    const from = Math.max(pause.startsAt, counted)
    const to = Math.min(pause.endsAt ?? now, now)
    if (from >= end || to <= from) continue
    end += to - from
    counted = to
  }
  return end
}

/** The parts of periods after `since` (ms): only these can move an end that was set then. */
export const periodsSince = (periods: readonly LaunchPeriod[], since: number): LaunchPeriod[] =>
  periods
    .filter(({ endsAt }) => endsAt === null || endsAt > since)
    .map((period) => ({ ...period, startsAt: Math.max(period.startsAt, since) }))

/**
 * END-2: what every page says at its top of the state that an operator set. `text` is missing where
 * no sentence of the campaign has all its blanks known.
 */
export type LaunchNotice = { state: SetState; label: string; text: string | undefined }
