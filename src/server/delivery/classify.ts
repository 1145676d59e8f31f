import { meaningOf } from '#server/answers/meaning.ts'
import { maskedLine } from '#server/config/log.ts'

/** How the attempt to send one mail ended. */
export type SendResult =
  | { result: 'accepted'; answer: string }
  /** the server answered 4xx or 5xx to command `at` */
  | { result: 'refused'; at: RefusedAt; code: number; answer: string }
  /** no SMTP session was established; `obstacle` is null where the mail server did not cause it */
  | { result: 'no session'; why: string; obstacle: Obstacle | null }
  /** the session broke; `written`: after the message's final dot was written */
  | { result: 'cut'; written: boolean; why: string }

export type RefusedAt = 'login' | 'sender' | 'recipient' | 'message'

/**
 * Why no session is established: `unreachable` no connection or no greeting, `certificate` not
 * valid, `tls` not offered, `login-later` a 4xx to the login.
 */
export const obstacles = ['unreachable', 'certificate', 'tls', 'login-later'] as const
export type Obstacle = (typeof obstacles)[number]

type Bounce = 'hard' | 'soft' | null

/** The next state of the mail's row. */
export type RowOutcome =
  | { state: 'sent' }
  | { state: 'due'; dueAt: number | 'unchanged'; attempts: number; reason: string }
  /** `bounce`: `hard` if the mailbox does not exist, `soft` if it takes no mail (BACK-4) */
  | { state: 'dead'; bounce: Bounce; reason: string }
  /** it may have arrived: the row stays `sending` until its lease ends (leases.ts) */
  | { state: 'unknown'; reason: string }

/** The meaning of one answer for the whole queue (queue-pause.ts). */
export type QueueSignal =
  | 'accepted'
  /** login and sender were accepted, this mail was not */
  | 'mail refused'
  | 'login refused'
  | 'sender refused'
  /** 5.7.x for a recipient or a message */
  | 'policy'
  | 'no session'
  | 'none'

/** `obstacle` belongs to the signal 'no session'. */
export type Outcome = { row: RowOutcome; signal: QueueSignal; obstacle?: Obstacle | null }

/**
 * Classifies a result. `attempts` counts the failed attempts before this one; `recipient` is the
 * address that the mail is for.
 */
export function classify(
  result: SendResult,
  attempts: number,
  now: number,
  recipient = '',
): Outcome {
  switch (result.result) {
    case 'accepted':
      return { row: { state: 'sent' }, signal: 'accepted' }
    case 'no session':
      return {
        row: unchanged(attempts, result.why),
        signal: 'no session',
        obstacle: result.obstacle,
      }
    case 'cut':
      return result.written
        ? { row: { state: 'unknown', reason: maskedLine(result.why) }, signal: 'none' }
        : { row: retryLater(attempts, result.why, now), signal: 'none' }
    case 'refused':
      return classifyRefusal(result, attempts, now, recipient)
  }
}

function classifyRefusal(
  { at, code, answer }: Extract<SendResult, { result: 'refused' }>,
  attempts: number,
  now: number,
  recipient: string,
): Outcome {
  const permanent = code >= 500
  const meaning = meaningOf({ step: at, code, status: '', text: answer, recipient })
  const bounce = meaning.about === 'mailbox' ? meaning.bounce : null
  if (at === 'login')
    return {
      row: unchanged(attempts, answer),
      ...(permanent
        ? { signal: 'login refused' }
        : { signal: 'no session', obstacle: 'login-later' }),
    }
  if (at === 'sender' && permanent)
    return { row: unchanged(attempts, answer), signal: 'sender refused' }
  if (!permanent)
    return {
      row: retryLater(attempts, answer, now, bounce),
      signal: at === 'sender' ? 'none' : 'mail refused',
    }
  const [subject] = enhancedStatus(answer)
  return {
    row: dead(answer, bounce),
    signal: subject === '7' ? 'policy' : 'mail refused',
  }
}

const unchanged = (attempts: number, why: string): RowOutcome => ({
  state: 'due',
  dueAt: 'unchanged',
  attempts,
  reason: maskedLine(why),
})
const dead = (why: string, bounce: Bounce): RowOutcome => ({
  state: 'dead',
  bounce,
  reason: maskedLine(why),
})

const firstWaitMs = 60_000
const longestWaitMs = 4 * 3_600_000
const giveUpAfterMs = 72 * 3_600_000

/**
 * Waits one minute, then twice as long each time up to four hours, until the waits add up to 72
 * hours.
 */
function retryLater(attempts: number, why: string, now: number, bounce: Bounce = null): RowOutcome {
  const waits = Array.from({ length: attempts + 1 }, (_, index) =>
    Math.min(firstWaitMs * 2 ** index, longestWaitMs),
  )
  if (waits.reduce((sum, wait) => sum + wait, 0) > giveUpAfterMs)
    return dead(`given up after 72 hours: ${why}`, bounce)
  return {
    state: 'due',
    dueAt: now + waits.at(-1)!,
    attempts: attempts + 1,
    reason: maskedLine(why),
  }
}

/**
 * Subject and detail of the first enhanced status code (RFC 3463) on any line of the answer.
 * Subjects: 1 address, 2 mailbox, 7 policy.
 */
const enhancedStatus = (answer: string): string[] =>
  /^[45]\d\d[ -][45]\.(\d{1,3})\.(\d{1,3})\b/m.exec(answer)?.slice(1) ?? []
