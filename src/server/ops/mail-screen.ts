import { z } from 'zod'
import { operatorMs } from '#contract/promises/operator-times.ts'
import {
  leftInWords,
  mailboxTroubleInWords,
  type MailboxReading,
} from '#server/bounces/bounce-mailbox.ts'
import { readRecentReports } from '#server/bounces/reports.ts'
import type { Config } from '#server/config/config.ts'
import { destinationKind } from '#server/config/destination.ts'
import { mostAheadMs } from '#server/config/recent.ts'
import { countRows } from '#server/db/rows.ts'
import type { Db } from '#server/db/store.ts'
import { stopInWords } from '#server/delivery/describe-stop.ts'
import { groupFailures, listDeferred, listFailed } from '#server/delivery/failures.ts'
import {
  ended,
  outcomesCountedSince,
  readOutcomes,
  type OutcomeRow,
} from '#server/delivery/outcome-counts.ts'
import { readLastAccepted, readQueueAges } from '#server/delivery/queue-facts.ts'
import { readPause, unfinishedHold } from '#server/delivery/queue-pause.ts'
import { isDelay } from '#server/delivery/stops.ts'
import { cursorField, cursorOf, pageOf } from '#server/http/list.ts'
import { loader, type LoaderDeps, type Viewer } from '#server/http/loader.ts'
import { otherProviders } from '#server/outbox/large-providers.ts'
import { mostDoctorMs, readLastRun } from './doctor/doctor.ts'
import { countMails, mostMailsCounted, readMailReport } from './mail-status.ts'

/** Counts end here: a screen costs the same however many mails there are. */
const mostCounted = 10_001
const shownStates = ['due', 'sending', 'overdue', 'dead', 'uncertain', 'kept'] as const
const outcomesMs = operatorMs('outcomes')
const providersShown = 7
const failuresShown = 5
const reportsShown = 5
const failuresOnPage = 50

/** DASH-6: the queue, how mails ended, and what failed. Counts stop at `mostCounted`. */
export async function loadMail(
  { store: { db }, config, campaign: { sequence }, now: clock }: LoaderDeps,
  _: unknown,
  viewer: Viewer,
) {
  const now = clock()
  const { queue, mailbox } = await readMailReport(db, { config, sequence, mostCounted }, now)
  const pause = await readPause(db)
  const stopsAll = queue.stops.some((stop) => !isDelay(stop))
  return {
    screen: 'mail' as const,
    destination: destinationKind(config),
    mostCounted,
    counts: await countMails(db, shownStates, mostCounted),
    stops: queue.stops.map((stop) => ({ ...stop, ...stopInWords(stop) })),
    /** a hold is at work, or was interrupted: nothing else can be done */
    isHolding: pause?.reason === unfinishedHold,
    /** the operator, the mail server or the providers' refusals paused it */
    isPaused: pause !== null,
    ready: queue.ready,
    /** mails of letters, which are in no other count of waiting mails */
    letters: queue.letters,
    /** when the last ready mail leaves; null while nothing can leave, or nothing is ready */
    lastLeavesAt: stopsAll || queue.ready === 0 ? null : queue.lastLeavesAt,
    ...(await readQueueAges(db, { sequence, most: mostCounted }, now)),
    deferred: (await listDeferred(db, failuresShown)).map(linkedFor(viewer)),
    lastAcceptedAt: await readLastAccepted(db),
    mailbox: mailbox && shownMailbox(mailbox),
    outcomes: await shownOutcomes(db, now),
    reportsInAll: await countRows(db, db.selectFrom('mail_reports'), mostCounted),
    reports: (await readRecentReports(db, reportsShown)).map(linkedFor(viewer)),
    failures: await groupFailures(db),
    failed: (await listFailed(db, { before: null, most: failuresShown })).map(linkedFor(viewer)),
    doctor: await readDoctor(db, config, now),
  }
}

/** `left` says how many mails wait in the bounce mailbox for a person; null where none does. */
const shownMailbox = ({ readAt, left, trouble }: MailboxReading) => ({
  readAt,
  left: left > 0 ? leftInWords(left) : null,
  trouble: trouble && { ...trouble, ...mailboxTroubleInWords(trouble) },
})

/**
 * How the mails of the last 7 days ended: the largest providers by name, the domains that are no large
 * provider in one row, and the sum of the other large ones. `since`: where counting began later.
 */
async function shownOutcomes(db: Db, now: number) {
  const all = await readOutcomes(db, now - outcomesMs)
  const named = all.filter(({ provider }) => provider !== otherProviders)
  const [first, rest] = [named.slice(0, providersShown), named.slice(providersShown)]
  const unnamed = all.filter(({ provider }) => provider === otherProviders)
  const since = await outcomesCountedSince(db)
  return {
    since: since !== null && since > now - outcomesMs ? since : null,
    rows: [...first, ...unnamed].sort((a, b) => ended(b) - ended(a)),
    others: rest.length > 0 ? { ...sumOf(rest), providers: rest.length } : null,
    total: sumOf(all),
  }
}

const sumOf = (rows: readonly OutcomeRow[]): OutcomeRow =>
  rows.reduce(
    (sum, row) => ({
      provider: '',
      accepted: sum.accepted + row.accepted,
      bounced: sum.bounced + row.bounced,
      refused: sum.refused + row.refused,
      returned: sum.returned + row.returned,
      complained: sum.complained + row.complained,
    }),
    { provider: '', accepted: 0, bounced: 0, refused: 0, returned: 0, complained: 0 },
  )

/** A reader gets no links to people. */
const linkedFor =
  ({ role }: Viewer) =>
  <Row extends { personId: string }>(row: Row) => ({
    ...row,
    personId: role === 'operator' ? row.personId : null,
  })

const failedFields = z.object({ before: cursorField.catch(undefined) })

/** All mails that failed, 50 on a page. */
export const loadFailed = loader(
  failedFields,
  async ({ store: { db } }, { before = null }, viewer) => {
    const read = await listFailed(db, { before, most: failuresOnPage + 1 })
    const { rows, last } = pageOf(read, failuresOnPage)
    return {
      screen: 'mail-failed' as const,
      failed: rows.map(linkedFor(viewer)),
      older: last && cursorOf({ at: last.dueAt, id: last.id }),
    }
  },
)

/** DOCTOR-1: for the screen; null where there is no mail server to ask about. */
async function readDoctor(db: Db, config: Config, now: number) {
  if (destinationKind(config) !== 'smtp') return null
  return { last: await readLastRun(db), isRunning: await isAsked(db, now) }
}

/** The log has an act before it ends, also one of another server. */
const isAsked = async (db: Db, now: number): Promise<boolean> =>
  (await db
    .selectFrom('action_log')
    .select('id')
    .where('at', '>', now - mostDoctorMs)
    .where('at', '<=', now + mostAheadMs)
    .where('action', '=', 'ask-doctor')
    .where('outcome', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined

/**
 * What operators should know of mail before they send a letter: how the mails of the last 7 days
 * ended, what the mail doctor found wrong (null before its first run), and why mail does not flow,
 * beside delays that end by themselves.
 */
export async function readMailHealth({ store: { db }, config, campaign, now }: LoaderDeps) {
  const terms = { config, sequence: campaign.sequence, mostCounted: mostMailsCounted }
  const { queue } = await readMailReport(db, terms, now())
  const outcomes = await readOutcomes(db, now() - outcomesMs)
  const run = await readLastRun(db)
  const wrong = run?.checks.filter(({ state }) => state === 'wrong') ?? []
  return {
    outcomes: outcomes.map((row) => ({ ...row, mails: ended(row) })),
    doctor: run && { at: run.at, wrong: wrong.map(({ key }) => key) },
    stops: queue.stops.filter((stop) => !isDelay(stop)).map((stop) => stopInWords(stop).effect),
  }
}
