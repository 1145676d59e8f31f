import { operatorMs } from '#contract/promises/operator-times.ts'
import type { Obstacle, PauseKind, QueueSignal, RefusedAt } from './classify.ts'
import { budgetDomain } from '#server/outbox/budget-domain.ts'
import { mayHold, seriesAfter, withFalseAlarm, type FalseAlarm, type Series } from './refusals.ts'

/*
 * What the answers of the mail server do to the whole queue, as plain functions over `Queue`. See
 * decision 065. The row `mail_queue` holds a `Queue`: queue-pause.ts reads and writes it.
 */

export const probeEveryMs = operatorMs('probe')

/** A mail that was answered. `domain`: of its recipient. */
export type MailRef = { id: string; domain: string }

/**
 * Why no mail leaves but probes. `checking`: an answer about the account came, and one mail to
 * another domain asks whether it is meant for all mails. `held`: an operator ends it.
 */
export type Pause = {
  by: PauseKind | 'checking' | 'held'
  /** the mail server's words (addresses are masked), or whose pause it is */
  reason: string
  /** times are in ms */
  since: number
  /** Infinity where only the operator ends the pause */
  nextProbeAt: number
  /** domains of the last probes, the latest last */
  probed: readonly string[]
  /** the id of the last probe: only its answer changes an automatic pause */
  probe: string | null
  /** the answer that began the pause; null if an operator did */
  cause: Cause | null
}
/** `alone`: no other domain was asked yet, because no mail to one waited. */
type Cause = { kind: PauseKind; at: RefusedAt; mail: MailRef; alone?: true }

/** Why no session with the mail server is established, and since when (ms). */
type Trouble = { obstacle: Obstacle; reason: string; since: number }

export type Queue = {
  pause: Pause | null
  series: Series | null
  falseAlarms: readonly FalseAlarm[]
  trouble: Trouble | null
}

/** `counts`: it went to a large provider or to an address that has confirmed. */
export type Answered = { mail: MailRef; counts: boolean; signal: QueueSignal; reason: string }

/** The cause that has just stopped mail. */
export type StopStarted = { paused: string } | { checking: string } | { trouble: Trouble }

/** `row`: what becomes of the mail, where the queue decides it. */
export type Change = {
  queue: Queue
  row?: 'due again' | 'tried later'
  /** a refusal of this series: the mail is due again if the series ends in a pause */
  series?: string
  started?: StopStarted
  /** the mails of this series are due again */
  restore?: string
  /** the mail that began a false alarm is tried again like one that was deferred */
  defer?: MailRef
  /** mail leaves again */
  opened?: true
}

/** Applies one answer. Returns the same `queue` where it changes nothing. */
export function applyAnswer(queue: Queue, answered: Answered, now: number): Change {
  const { signal, reason } = answered
  if (signal.says === 'nothing') return { queue }
  if (signal.says === 'no session')
    return signal.obstacle ? withTrouble(queue, signal.obstacle, reason, now) : { queue }
  const reached = queue.trouble === null ? queue : { ...queue, trouble: null }
  switch (signal.says) {
    case 'accepted':
      return afterAccepted(reached, answered, now)
    case 'account':
      return isBeforeRecipient(signal.at)
        ? afterRefusedSession(reached, answered, signal, now)
        : afterAccountAnswer(reached, answered, signal, now)
    case 'refused':
      return afterRefusal(reached, answered, signal.answer, now)
    case 'mail refused':
      return afterMailRefused(reached, answered)
  }
}

const isBeforeRecipient = (at: RefusedAt): boolean => at !== 'recipient' && at !== 'message'
const isProbe = ({ pause }: Queue, { mail }: Answered): boolean => pause?.probe === mail.id
const isAutomatic = (pause: Pause | null): boolean =>
  pause !== null && pause.by !== 'held' && pause.by !== 'checking'
/** Whether the queue asks another domain what an answer about the account means. */
export const isAsking = ({ by, cause }: Pause): boolean =>
  by === 'checking' || cause?.alone === true
const opened = (queue: Queue): Change => ({ queue: { ...queue, pause: null }, opened: true })

/** An accepted mail that left before a pause began does not end it: only a probe does. */
function afterAccepted(queue: Queue, answered: Answered, now: number): Change {
  const without = queue.series === null ? queue : { ...queue, series: null }
  const { pause } = queue
  if (pause === null || pause.by === 'held' || !isProbe(queue, answered)) return { queue: without }
  const { mail } = pause.cause!
  if (!isAsking(pause) || isSameDomain(answered.mail.domain, mail.domain)) return opened(without)
  const falseAlarms = withFalseAlarm(queue.falseAlarms, mail.domain, now)
  return { ...opened({ ...without, falseAlarms }), defer: mail }
}

const isSameDomain = (one: string, other: string) => budgetDomain(one) === budgetDomain(other)

type AccountSignal = Extract<QueueSignal, { says: 'account' }>

/** Greeting, login or sender were refused, whoever the mail is for: no other mail can leave. */
function afterRefusedSession(
  queue: Queue,
  answered: Answered,
  signal: AccountSignal,
  now: number,
): Change {
  if (isAutomatic(queue.pause)) return inPause(queue, answered, signal)
  if (queue.pause?.by === 'held') return { queue, row: 'due again' }
  return { ...startPause(queue, answered, signal, now), row: 'due again' }
}

function afterAccountAnswer(
  queue: Queue,
  answered: Answered,
  signal: AccountSignal,
  now: number,
): Change {
  const { pause } = queue
  if (pause === null) {
    if (!mayHold(queue.falseAlarms, answered.mail.domain, answered.counts, now))
      return { queue, row: 'tried later' }
    const cause = { kind: signal.kind, at: signal.at, mail: answered.mail }
    return {
      queue: { ...queue, pause: { ...pauseOf(answered, cause, now), by: 'checking' } },
      row: 'due again',
      started: { checking: answered.reason },
    }
  }
  if (pause.by === 'checking' && isProbe(queue, answered))
    return { ...startPause(queue, answered, signal, now), row: 'due again' }
  return isAutomatic(pause) ? inPause(queue, answered, signal) : { queue, row: 'due again' }
}

/** The words of the latest probe are shown: a limit may have become a suspended account. */
function inPause(queue: Queue, answered: Answered, { kind, at }: AccountSignal): Change {
  if (!isProbe(queue, answered)) return { queue, row: 'due again' }
  const { reason, mail } = answered
  const { cause: before } = queue.pause!
  const isAlone = before!.alone === true && isSameDomain(before!.mail.domain, mail.domain)
  const cause: Cause = { kind, at, mail, ...(isAlone && { alone: true }) }
  const pause = { ...queue.pause!, by: kind, reason, cause }
  return { queue: { ...queue, pause }, row: 'due again' }
}

function afterRefusal(queue: Queue, answered: Answered, answer: string, now: number): Change {
  const { pause } = queue
  if (pause?.by === 'held') return { queue }
  if (isAutomatic(pause)) {
    if (isProbe(queue, answered)) return { ...afterMailRefused(queue, answered), row: 'due again' }
    return pause!.by === 'refused' && queue.series?.answer === answer
      ? { queue, row: 'due again' }
      : { queue }
  }
  const { series, name, isFull } = seriesAfter(queue.series, { ...answered, answer })
  const counted = { ...afterMailRefused(queue, answered).queue, series }
  if (!isFull) return { queue: counted, series: name }
  const signal = { kind: 'refused', at: 'recipient' } as const
  return { ...startPause(counted, answered, signal, now), series: name, restore: name }
}

/** A probe that reached the recipient shows that greeting, login and sender are accepted again. */
function afterMailRefused(queue: Queue, answered: Answered): Change {
  const { pause } = queue
  if (pause === null || pause.by === 'held' || !isProbe(queue, answered)) return { queue }
  if (isBeforeRecipient(pause.cause!.at)) return opened(queue)
  if (!isAsking(pause)) return { queue }
  // It tells nothing: another domain is asked.
  const probed = [...pause.probed, answered.mail.domain]
  return { queue: { ...queue, pause: { ...pause, probed, probe: null } } }
}

function startPause(
  queue: Queue,
  answered: Answered,
  { kind, at }: Pick<AccountSignal, 'kind' | 'at'>,
  now: number,
): Change {
  const begun = pauseOf(answered, { kind, at, mail: answered.mail }, now)
  const probed = queue.pause ? lastProbes(queue.pause, answered.mail.domain) : []
  const pause = { ...begun, probed }
  return { queue: { ...queue, pause }, started: { paused: answered.reason } }
}

const pauseOf = ({ reason }: Answered, cause: Cause, now: number): Pause => ({
  by: cause.kind,
  reason,
  since: now,
  nextProbeAt: now + probeEveryMs,
  probed: [],
  probe: null,
  cause,
})

/**
 * When the next probe may go to any domain (ms). A time further ahead than a probe is set to was
 * written by a clock that was ahead.
 */
export const probeAt = ({ nextProbeAt }: Pause, now: number): number =>
  nextProbeAt !== Infinity && nextProbeAt > now + probeEveryMs ? now : nextProbeAt

/** Whether a mail to this domain may be the next probe now. */
export function mayProbe(pause: Pause, domain: string, now: number): boolean {
  const asked = () => [pause.cause!.mail.domain, ...pause.probed]
  if (isAsking(pause) && !asked().some((other) => isSameDomain(domain, other))) return true
  return pause.by !== 'checking' && probeAt(pause, now) <= now
}

/** A probe goes to none of the last two domains while another waits. */
const othersFirst = 2

/** The queue once its next probe was claimed. */
export function withProbe(
  queue: Queue,
  { id, domain }: Pick<MailRef, 'id' | 'domain'>,
  now: number,
): Queue {
  const pause = queue.pause!
  const probed = isAsking(pause) ? pause.probed : lastProbes(pause, domain)
  return { ...queue, pause: { ...pause, probe: id, probed, nextProbeAt: now + probeEveryMs } }
}

const lastProbes = ({ probed }: Pause, domain: string): string[] =>
  [...probed.filter((other) => other !== domain), domain].slice(-othersFirst)

/**
 * The queue where no mail to another domain waits that a check could ask: it is paused, and the first
 * such mail is a probe at once.
 */
export function pauseUnchecked(queue: Queue, now: number): Queue {
  const { pause } = queue
  if (pause?.by !== 'checking') return queue
  const cause: Cause = { ...pause.cause!, alone: true }
  return { ...queue, pause: { ...pause, by: cause.kind, cause, nextProbeAt: now + probeEveryMs } }
}

/** Its `since` is the first failure of its kind after the last session. */
function withTrouble(queue: Queue, obstacle: Obstacle, reason: string, now: number): Change {
  const before = queue.trouble
  if (before?.obstacle === obstacle && before.reason === reason) return { queue }
  const since = before?.obstacle === obstacle ? before.since : now
  const trouble = { obstacle, reason, since }
  return { queue: { ...queue, trouble }, ...(since === now && { started: { trouble } }) }
}
