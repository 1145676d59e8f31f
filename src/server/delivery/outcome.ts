import { mask } from '#server/config/log.ts'

/** How an attempt to hand one mail to the mail server ended. */
export type SendEnd =
  | { end: 'accepted'; answer: string }
  /** the server said no (4xx or 5xx); `at` is what it said no to */
  | {
      end: 'refused'
      at: 'login' | 'sender' | 'recipient' | 'message'
      code: number
      answer: string
    }
  /** no session came about; `obstacle` is null where that is no fault of the mail server */
  | { end: 'unreachable'; why: string; obstacle: Obstacle | null }
  /** the session broke; `written` tells whether the message had been written to its final dot */
  | { end: 'cut'; written: boolean; why: string }

/** Why no session comes about: refused, silent, turned away at the greeting; its certificate is not accepted; no TLS; no login just now (4xx). */
export const obstacles = ['unreachable', 'certificate', 'tls', 'login-later'] as const
export type Obstacle = (typeof obstacles)[number]

export type RowFate =
  | { state: 'sent' }
  | { state: 'due'; dueAt: number | 'as before'; attempts: number; reason: string }
  /** `bounced`: the mail server says that there is no such mailbox */
  | { state: 'dead'; bounced: boolean; reason: string }
  /** nobody can know whether it arrived: the row waits until its lease ends (see recover.ts) */
  | { state: 'unknown'; reason: string }

/** What one answer says about the whole queue. */
export type QueueNews =
  | /** a mail was accepted */ 'works'
  /** login and sender were accepted, this mail was not */
  | 'answers'
  /** no mail can be sent */
  | 'login refused'
  | 'sender refused'
  /** 5.7.x for a recipient or a message: see queue.ts */
  | 'policy'
  /** no server there */
  | 'away'
  | 'nothing'

/** `obstacle` is that of the news 'away'. */
export type Outcome = { row: RowFate; queue: QueueNews; obstacle?: Obstacle | null }

/** What becomes of the row and of the queue; `attempts` counts the failed tries before this one. */
export function judge(end: SendEnd, attempts: number, now: number): Outcome {
  switch (end.end) {
    case 'accepted':
      return { row: { state: 'sent' }, queue: 'works' }
    case 'unreachable':
      return { row: untouched(attempts, end.why), queue: 'away', obstacle: end.obstacle }
    case 'cut':
      return end.written
        ? { row: { state: 'unknown', reason: reasonOf(end.why) }, queue: 'nothing' }
        : { row: later(attempts, end.why, now), queue: 'nothing' }
    case 'refused':
      return judgeRefusal(end, attempts, now)
  }
}

function judgeRefusal(
  { at, code, answer }: Extract<SendEnd, { end: 'refused' }>,
  attempts: number,
  now: number,
): Outcome {
  const permanent = code >= 500
  if (at === 'login')
    return {
      row: untouched(attempts, answer),
      ...(permanent ? { queue: 'login refused' } : { queue: 'away', obstacle: 'login-later' }),
    }
  if (at === 'sender' && permanent)
    return { row: untouched(attempts, answer), queue: 'sender refused' }
  if (!permanent)
    return { row: later(attempts, answer, now), queue: at === 'sender' ? 'nothing' : 'answers' }
  const [subject, detail] = enhancedStatus(answer)
  if (subject === '7') return { row: dead(answer, false), queue: 'policy' }
  return {
    row: dead(answer, at === 'recipient' && subject === '1' && !ofTheSender.has(detail!)),
    queue: 'answers',
  }
}

/** 5.1.7 and 5.1.8 speak of the sender's address, which Postfix checks at the recipient: nobody's mailbox is gone by that. */
const ofTheSender = new Set(['7', '8'])

const untouched = (attempts: number, why: string): RowFate => ({
  state: 'due',
  dueAt: 'as before',
  attempts,
  reason: reasonOf(why),
})
const dead = (why: string, bounced: boolean): RowFate => ({
  state: 'dead',
  bounced,
  reason: reasonOf(why),
})

const firstWaitMs = 60_000
const longestWaitMs = 4 * 3_600_000
const patienceMs = 72 * 3_600_000

/** One minute, doubling to four hours, until the waits add up to 72 hours. */
function later(attempts: number, why: string, now: number): RowFate {
  const waits = Array.from({ length: attempts + 1 }, (_, index) =>
    Math.min(firstWaitMs * 2 ** index, longestWaitMs),
  )
  if (waits.reduce((sum, wait) => sum + wait, 0) > patienceMs)
    return dead(`given up after 72 hours: ${why}`, false)
  return { state: 'due', dueAt: now + waits.at(-1)!, attempts: attempts + 1, reason: reasonOf(why) }
}

/** Subject and detail of the first enhanced status code (RFC 3463), on whichever line of the answer. Subjects: 1 address, 2 mailbox, 7 policy. */
const enhancedStatus = (answer: string): string[] =>
  /^5\d\d[ -]5\.(\d{1,3})\.(\d{1,3})\b/m.exec(answer)?.slice(1) ?? []

const reasonOf = (text: string): string => mask(text).replaceAll(/\s+/g, ' ').trim().slice(0, 300)
