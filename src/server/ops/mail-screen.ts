import type { FastifyReply, FastifyRequest } from 'fastify'
import { addressFor } from '#contract/mask-address.ts'
import { operatorMs } from '#contract/operator-times.ts'
import {
  leftInWords,
  mailboxTroubleInWords,
  type MailboxReading,
} from '#server/bounces/bounce-mailbox.ts'
import { readRecentReports } from '#server/bounces/reports.ts'
import type { Config } from '#server/config/config.ts'
import { mostAheadMs } from '#server/config/recent.ts'
import { countRows } from '#server/db/rows.ts'
import type { Db } from '#server/db/store.ts'
import { stopInWords } from '#server/delivery/describe-stop.ts'
import { groupFailures, listDeferred, listFailed } from '#server/delivery/failures.ts'
import {
  findKeptMail,
  headersIn,
  listKeptMails,
  pageNumber,
  sendMailBody,
  viewIn,
} from '#server/delivery/kept-mails.ts'
import {
  ended,
  outcomesCountedSince,
  readOutcomes,
  type OutcomeRow,
} from '#server/delivery/outcome-counts.ts'
import { readLastAccepted, readQueueAges } from '#server/delivery/queue-facts.ts'
import { readPause, unfinishedHold } from '#server/delivery/queue-pause.ts'
import { destinationKind } from '#server/delivery/transport.ts'
import { mostDoctorMs, readLastRun } from '#server/ops/doctor/doctor.ts'
import { countMails, readMailReport } from './mail-status.ts'
import { otherProviders } from '#server/outbox/large-providers.ts'
import { cursorOf, readCursor } from '#server/people/filter.ts'
import type { DashboardDeps } from '#server/dashboard/deps.ts'
import type { SignedIn } from '#server/dashboard/sessions.ts'

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
  { store: { db }, config, campaign: { sequence }, now: clock }: DashboardDeps,
  _: FastifyRequest,
  who: SignedIn,
) {
  const now = clock()
  const { queue, mailbox } = await readMailReport(db, { config, sequence, mostCounted }, now)
  const pause = await readPause(db)
  const stopsAll = queue.stops.some(({ kind }) => kind !== 'budget' && kind !== 'domains')
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
    deferred: (await listDeferred(db, failuresShown)).map(shownTo(who)),
    lastAcceptedAt: await readLastAccepted(db),
    mailbox: mailbox && shownMailbox(mailbox),
    outcomes: await shownOutcomes(db, now),
    reportsInAll: await countRows(db, db.selectFrom('mail_reports'), mostCounted),
    reports: (await readRecentReports(db, reportsShown)).map(shownTo(who)),
    failures: await groupFailures(db),
    failed: (await listFailed(db, { before: null, most: failuresShown })).map(shownTo(who)),
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

/** A reader gets masked addresses, and no links to people. */
const shownTo =
  ({ role }: SignedIn) =>
  <Row extends { personId: string; email: string }>(row: Row) => ({
    ...row,
    personId: role === 'operator' ? row.personId : null,
    email: addressFor(role, row.email),
  })

/** All mails that failed, 50 on a page. */
export async function loadFailed({ store }: DashboardDeps, request: FastifyRequest, who: SignedIn) {
  const { before } = request.query as { before?: unknown }
  const from = readCursor(before)
  const rows = await listFailed(store.db, {
    before: from && { dueAt: from.createdAt, id: from.id },
    most: failuresOnPage + 1,
  })
  const shown = rows.slice(0, failuresOnPage)
  const last = shown.at(-1)
  return {
    screen: 'mail-failed' as const,
    failed: shown.map(shownTo(who)),
    older: rows.length > failuresOnPage ? cursorOf({ createdAt: last!.dueAt, id: last!.id }) : null,
  }
}

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
 * DASH-6: mails that are stored with their text, as no mail server is configured. Their links work,
 * so only operators see them, and only where no other machine is served.
 */
export async function loadKeptMails({ config, store }: DashboardDeps, request: FastifyRequest) {
  if (destinationKind(config) !== 'dev mails') return nothing
  const { page } = request.query as { page?: unknown }
  return { screen: 'mail-kept' as const, ...(await listKeptMails(store.db, pageNumber(page))) }
}

export async function loadKeptMail(deps: DashboardDeps, request: FastifyRequest) {
  const kept = await findShown(request, deps)
  if (!kept) return nothing
  return {
    screen: 'mail-kept-one' as const,
    mail: kept.mail,
    view: viewIn((request.query as { view?: unknown }).view),
    headers: headersIn(kept.rendered.raw),
    text: kept.rendered.text,
  }
}

const nothing = { screen: 'not-found' } as const

/** The mail's HTML for the frame of its screen, with a content policy of its own. */
export async function keptMailBody(deps: DashboardDeps, request: FastifyRequest) {
  const kept = await findShown(request, deps)
  if (!kept) return nothing
  const { scheme } = request.query as { scheme?: unknown }
  return (reply: FastifyReply) => sendMailBody(reply, kept.rendered.html, scheme, deps.publicUrl)
}

const findShown = async (request: FastifyRequest, { config, store }: DashboardDeps) =>
  destinationKind(config) === 'dev mails'
    ? findKeptMail(store.db, (request.params as { id: string }).id)
    : null
