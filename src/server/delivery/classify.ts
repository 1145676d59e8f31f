import { operatorMs, operatorTime } from '#contract/promises/operator-times.ts'
import { hourMs } from '#contract/time.ts'
import { meaningOf } from '#server/answers/meaning.ts'
import { type Answer, type Meaning } from '#server/answers/answer.ts'
import { maskedLine } from '#server/config/log.ts'

/** How the attempt to send one mail ended. */
export type SendResult =
  | { result: 'accepted'; answer: string }
  /** the server answered 4xx or 5xx at the step `at` */
  | { result: 'refused'; at: RefusedAt; code: number; answer: string }
  /** no SMTP session was established; `obstacle` is null where the mail server did not cause it */
  | { result: 'no session'; why: string; obstacle: Obstacle | null }
  /** the session broke; `written`: after the message's final dot was written */
  | { result: 'cut'; written: boolean; why: string }

export type RefusedAt = NonNullable<Answer['step']>

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

/**
 * What the account is refused for: `login`, `sender` (MAIL_FROM), `account` (suspended, unpaid and
 * the like), `limit` (a sending limit). `refused`: three domains gave the same refusal.
 */
export const pauseKinds = ['login', 'sender', 'account', 'limit', 'refused'] as const
export type PauseKind = (typeof pauseKinds)[number]

/** What one attempt says about other mails (queue-state.ts). */
export type QueueSignal =
  | { says: 'accepted' }
  /** about our account or sender */
  | { says: 'account'; kind: PauseKind; at: RefusedAt }
  /** a refusal that decides nothing by itself; `answer`: code and status, as `550 5.7.1` */
  | { says: 'refused'; answer: string }
  /** the mail server answered about this mail alone */
  | { says: 'mail refused' }
  /** no session; the mail server did not cause it where `obstacle` is null */
  | { says: 'no session'; obstacle: Obstacle | null }
  | { says: 'nothing' }

export type Outcome = { row: RowOutcome; signal: QueueSignal }

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
      return { row: { state: 'sent' }, signal: { says: 'accepted' } }
    case 'no session':
      return {
        row: dueAgain(attempts, result.why),
        signal: { says: 'no session', obstacle: result.obstacle },
      }
    case 'cut':
      return {
        row: result.written
          ? { state: 'unknown', reason: maskedLine(result.why) }
          : triedLater(attempts, result.why, now),
        signal: { says: 'nothing' },
      }
    case 'refused':
      return classifyRefusal(result, attempts, now, recipient)
  }
}

type Refused = Extract<SendResult, { result: 'refused' }>

function classifyRefusal(
  { at, code, answer }: Refused,
  attempts: number,
  now: number,
  recipient: string,
): Outcome {
  const meaning = meaningOf({ step: at, code, status: '', text: answer, recipient })
  if (meaning.about === 'account') {
    const signal = { says: 'account', kind: pauseKindOf(meaning, at), at } as const
    return { row: dueAgain(attempts, answer), signal }
  }
  if (code < 500) return classifyDeferral({ at, answer }, meaning, attempts, now)
  const bounce = meaning.about === 'mailbox' ? meaning.bounce : null
  const isAlone = meaning.about === 'mailbox' || meaning.alone === true
  return {
    row: dead(answer, bounce),
    signal: isAlone
      ? { says: 'mail refused' }
      : { says: 'refused', answer: [code, ...enhancedStatus(answer)].join(' ') },
  }
}

function classifyDeferral(
  { at, answer }: Pick<Refused, 'at' | 'answer'>,
  meaning: Meaning,
  attempts: number,
  now: number,
): Outcome {
  if (at === 'greeting' || at === 'login') {
    const obstacle = at === 'login' ? 'login-later' : 'unreachable'
    return { row: dueAgain(attempts, answer), signal: { says: 'no session', obstacle } }
  }
  const bounce = meaning.about === 'mailbox' ? meaning.bounce : null
  return {
    row: triedLater(attempts, answer, now, bounce),
    signal: { says: at === 'sender' ? 'nothing' : 'mail refused' },
  }
}

/** Rows of answers/account-rows.ts that are not about a login, also in its answer. */
const rowsOfAccount = ['account is suspended', 'sending is stopped', 'unpaid']

/** `row` is the step where the step decided (answers/meaning.ts). */
function pauseKindOf(
  { limit, row }: Extract<Meaning, { about: 'account' }>,
  at: RefusedAt,
): PauseKind {
  if (limit) return 'limit'
  if (row === 'login is required' || (at === 'login' && !rowsOfAccount.includes(row)))
    return 'login'
  return row.startsWith('sender') ? 'sender' : 'account'
}

/** The row of a mail that the queue decides about; without `decided` as it was classified. */
export function decidedRow(
  { row }: Outcome,
  decided: 'due again' | 'tried later' | undefined,
  attempts: number,
  now: number,
): RowOutcome {
  if (decided === undefined || row.state === 'sent') return row
  return decided === 'due again'
    ? dueAgain(attempts, row.reason)
    : triedLater(attempts, row.reason, now)
}

const dueAgain = (attempts: number, why: string): RowOutcome => ({
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
const longestWaitMs = 4 * hourMs
const giveUpAfterMs = operatorMs('attempts')

/**
 * Waits one minute, then twice as long each time up to four hours, until the waits add up to 72
 * hours.
 */
export function triedLater(
  attempts: number,
  why: string,
  now: number,
  bounce: Bounce = null,
): RowOutcome {
  const waits = Array.from({ length: attempts + 1 }, (_, index) =>
    Math.min(firstWaitMs * 2 ** index, longestWaitMs),
  )
  if (waits.reduce((sum, wait) => sum + wait, 0) > giveUpAfterMs)
    return dead(`given up after ${operatorTime('attempts')}: ${why}`, bounce)
  return {
    state: 'due',
    dueAt: now + waits.at(-1)!,
    attempts: attempts + 1,
    reason: maskedLine(why),
  }
}

/** The first enhanced status (RFC 3463) at the beginning of a line of the answer. */
const enhancedStatus = (answer: string): string[] =>
  /^[45]\d\d[ -]([45]\.\d{1,3}\.\d{1,3})\b/m.exec(answer)?.slice(1) ?? []
