import { sql } from 'kysely'
import { campaign } from '#campaign'
import { partsOf, saidOf } from '#contract/campaign/campaign-parts.ts'
import { operatorMs, operatorTime } from '#contract/promises/operator-times.ts'
import { plural } from '#contract/english.ts'
import { iso } from '#contract/time.ts'
import { describeDoubts, readClock } from '#server/clock/clock.ts'
import { countEach, countRows } from '#server/db/rows.ts'
import type { Db } from '#server/db/store.ts'
import { mailStates, type MailState } from '#server/db/outbox-schema.ts'
import { describeCapped } from '#server/limits/budgets.ts'
import {
  accountReportsInWords,
  readAccountReports,
  type AccountReports,
} from '#server/bounces/reports.ts'
import {
  describeMailbox,
  readMailboxReading,
  type MailboxReading,
} from '#server/bounces/bounce-mailbox.ts'
import { describeStop } from '#server/delivery/describe-stop.ts'
import { describeSpan } from '#server/delivery/estimate.ts'
import { isTooManyRefused } from '#server/delivery/outcome-counts.ts'
import { pausedReasons } from '#server/letters/states.ts'
import { listStoppedLetters, type StoppedLetter } from '#server/letters/letter.ts'
import {
  dueUsual,
  readQueueFacts,
  type QueueFacts,
  type QueueTerms,
} from '#server/delivery/queue-facts.ts'

export type ReportConfig = QueueTerms['config']
/** What delays mail. `queue.letters` has the mails of letters. */
export type MailReport = {
  queue: QueueFacts
  /** how the bounce mailbox is read; null where BOUNCE_MAILBOX is not set */
  mailbox: MailboxReading | null
  /** budgets that a clock ahead had spent */
  capped: string[]
}
type MailStatus = Omit<MailReport, 'capped'> & {
  /** effects of a clock jump: capped budgets, servers whose clocks are doubtful */
  clock: string[]
  counts: Record<MailState, number>
  /** addresses to which mail came back */
  bounced: number
  /** the mails that ended in the last 24 hours; `tooMany` of them were refused */
  lastDay: { dead: number; ended: number; tooMany: boolean }
  /** why mails are dead, the commonest first */
  deadReasons: { reason: string; mails: number }[]
  /** what reports say about the mail account; null without trouble */
  account: AccountReports | null
  /** letters that stopped by themselves and wait for an operator */
  stoppedLetters: StoppedLetter[]
}

const reasonsShown = 5
/** Counts for a screen end here: its cost must not grow with the queue. */
export const mostMailsCounted = 2_000

const meanings: Record<MailState, string> = {
  due: 'wait to be sent, besides those of letters',
  sending: 'are on their way',
  sent: 'were accepted by the mail server',
  dead: 'were refused for good',
  cancelled: 'were not wanted any more',
  overdue: `are ${operatorTime('lateMail')} late[sequence: , in a sequence ${operatorTime('lateStep')}], or held: npm run mail -- release`,
  uncertain: 'may or may not have arrived: npm run mail -- retry',
  kept: 'wait for a mail server: npm run mail -- release --kept',
}

/** What `npm run mail -- status` says: it counts every mail, however many there are. */
export const readMailStatus = async (
  db: Db,
  terms: Omit<QueueTerms, 'mostCounted'>,
  now: number,
): Promise<MailStatus> => {
  const { capped, ...report } = await readMailReport(db, terms, now)
  const doubts = describeDoubts(await readClock(db))
  return {
    counts: await countMails(db, mailStates),
    bounced: await countRows(db, db.selectFrom('people').where('state', '=', 'bounced')),
    ...report,
    clock: [...capped, ...doubts.map(({ text }) => text)],
    lastDay: await countEnded(db, now),
    deadReasons: await readDeadReasons(db),
    account: await readAccountReports(db, now),
    stoppedLetters: await listStoppedLetters(db),
  }
}

/** The one reader of the queue: for `readMailStatus`, and for the dashboard with `mostCounted`. */
export const readMailReport = async (
  db: Db,
  terms: QueueTerms,
  now: number,
): Promise<MailReport> => ({
  queue: await readQueueFacts(db, terms, now),
  mailbox: await readMailboxReading(db, terms.config.bounceMailbox),
  capped: await describeCapped(db, now),
})

/**
 * The mails to people in each of these states, at most `most` of each. Those of letters are not `due`. The
 * few others are counted apart, so that an index answers for all mails.
 */
export async function countMails<State extends MailState>(
  db: Db,
  states: readonly State[],
  most?: number,
): Promise<Record<State, number>> {
  const mails = db.selectFrom('outbox')
  const others = mails.where('personId', 'is', null)
  const without = await countEach(
    db,
    states.map((state) => others.where('state', '=', state)),
    most,
  )
  const all = await countEach(
    db,
    states.map((state) => (state === 'due' ? dueUsual(db) : mails.where('state', '=', state))),
    most && most + Math.max(...without),
  )
  const entries = states.map((state, index) => [
    state,
    Math.min(most ?? Infinity, all[index]! - (state === 'due' ? 0 : without[index]!)),
  ])
  return Object.fromEntries(entries) as Record<State, number>
}

/**
 * Whether something stops or delays mail, a letter stopped by itself, too much mail is refused or
 * comes back because of the mail account, or the bounce mailbox is not read: the exit code of
 * `mail -- status`. Mails that wait for a command do not count: they may be left on purpose.
 */
export const needsOperator = (status: MailStatus): boolean =>
  status.queue.stops.length > 0 ||
  status.stoppedLetters.length > 0 ||
  status.lastDay.tooMany ||
  status.account !== null ||
  Boolean(status.mailbox?.trouble)

/** The status as lines of text. The last lines are those that need attention. */
export function describeStatus(status: MailStatus, now: number): string[] {
  const { counts, bounced, queue, lastDay, deadReasons, account, mailbox, clock } = status
  const { dead, ended } = lastDay
  return [
    ...mailStates.map(
      (state) =>
        `${String(counts[state]).padStart(9)} ${state.padEnd(9)} ${saidOf(meanings[state], partsOf(campaign))}`,
    ),
    `${String(bounced).padStart(9)} bounced   addresses that do not exist: no mail goes there`,
    ...deadReasons.map(({ reason, mails }) => `Dead: ${mails} × ${reason}`),
    ...clock,
    ...describeWaiting(queue, now),
    ...queue.stops.map((stop) => describeStop(stop, now)),
    ...(mailbox ? [describeMailbox(mailbox)] : []),
    ...(lastDay.tooMany
      ? [
          `${dead} of ${ended} mails of the last ${operatorTime('refused')} were refused for good. To try again: npm run mail -- retry`,
        ]
      : []),
    ...(account ? [describeAccount(account)] : []),
    ...status.stoppedLetters.map(describeStopped),
  ]
}

function describeAccount(account: AccountReports): string {
  const { title, text } = accountReportsInWords(account)
  return `${title}: ${text}`
}

/** The same as JSON; times are written out (ISO 8601, UTC). */
export const statusAsJson = (status: MailStatus): string =>
  JSON.stringify(status, (key, value: unknown) =>
    /(?:At|[sS]ince|Until)$/.test(key) && typeof value === 'number' ? iso(value) : value,
  )

function describeWaiting(
  { ready, lastLeavesAt, spaced, spacedUntil, retries, lastRetryAt, letters, stops }: QueueFacts,
  now: number,
): string[] {
  const leaves =
    stops.length > 0 || lastLeavesAt <= now
      ? ''
      : ` The last of them leaves in about ${describeSpan(lastLeavesAt - now)}.`
  return [
    ...(ready > 0 ? [`${mails(ready)} ready to leave.${leaves}`] : []),
    ...(spaced > 0
      ? [
          `${mails(spaced)} held back by the budget of a domain or mailbox, the next ones until ${iso(spacedUntil!)}.`,
        ]
      : []),
    ...(retries > 0
      ? [
          `${mails(retries)} tried again later, as the mail server asked, the last at ${iso(lastRetryAt!)}.`,
        ]
      : []),
    ...(letters > 0
      ? [
          `${letters} ${plural(letters, 'mail of a letter waits', 'mails of letters wait')} for the ramp, for the end of a pause, or in a paused letter: npm run letters -- list`,
        ]
      : []),
  ]
}

async function countEnded(db: Db, now: number): Promise<MailStatus['lastDay']> {
  const since = db
    .selectFrom('outbox')
    .where('personId', 'is not', null)
    .where('dueAt', '>=', now - operatorMs('refused'))
  const dead = await countRows(db, since.where('state', '=', 'dead'))
  const ended = dead + (await countRows(db, since.where('state', '=', 'sent')))
  return { dead, ended, tooMany: isTooManyRefused(dead, ended) }
}

/** The first reason of a retried mail: a later one may only be a consequence. */
const readDeadReasons = (db: Db): Promise<MailStatus['deadReasons']> =>
  db
    .selectFrom('outbox')
    .select(({ fn }) => [
      sql<string>`coalesce("firstReason", reason, '')`.as('reason'),
      fn.countAll<number>().as('mails'),
    ])
    .where('personId', 'is not', null)
    .where('state', '=', 'dead')
    .groupBy(sql`coalesce("firstReason", reason, '')`)
    .orderBy('mails', 'desc')
    .orderBy('reason')
    .limit(reasonsShown)
    .execute()

const mails = (count: number) => `${count} ${plural(count, 'mail is', 'mails are')}`

/** A letter that waits for an operator, and the two ways to go on, for `mail -- status`. */
const describeStopped = ({ id, subject, pausedBy, pausedAt }: StoppedLetter): string => {
  const since = pausedAt === null ? '' : ` since ${iso(pausedAt)}`
  if (pausedBy === 'held')
    return `The letter ‘${subject}’ is held${since}: the store was put back to an earlier time, or mail was held, and some people may already have it. npm run letters -- resume ${id} says how many; npm run letters -- stop ${id} ends it`
  return `The letter ‘${subject}’ is paused${since} ${pausedReasons[pausedBy ?? 'late']}. It does not go on by itself. Read it again, then send the mails that wait: npm run letters -- resume ${id}, or end it: npm run letters -- stop ${id}`
}
