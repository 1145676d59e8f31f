import { sql, type Transaction, type Updateable } from 'kysely'
import { minuteMs } from '#contract/time.ts'
import { lockPeople } from '#server/db/locks.ts'
import type { Store } from '#server/db/store.ts'
import type { OutboxTable } from '#server/db/outbox-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import { openBatcher, type Batcher } from '#server/db/batcher.ts'
import { untell } from '#server/line/news.ts'
import {
  recordLetterMails,
  type EndedLetterMail,
  type LetterStop,
} from '#server/letters/outcomes.ts'
import { countSkipped } from '#server/outbox/letter-counts.ts'
import { largeProviders } from '#server/outbox/large-providers.ts'
import { waitsFor } from '#server/outbox/turns.ts'
import { stepArrived, stepCancelled } from '#server/sequence/progress.ts'
import { hasProvenMailbox } from '#server/signup/policy.ts'
import { isUrgent, kindOf } from '#server/outbox/operator-mails.ts'
import { addOnceReport, addReport } from '#server/signup/mail-reports.ts'
import { deleteOnce } from '#server/signup/once-requests.ts'
import type { Claimed, ClaimedMail } from './leases.ts'
import { decidedRow, type Outcome, type QueueSignal, type RowOutcome } from './classify.ts'
import { applyAnswers, finishChanges } from './queue-pause.ts'
import { countEnded, type EndedMail, type MailEnd } from './outcome-counts.ts'
import { probeEveryMs, type Answered, type Change, type StopStarted } from './queue-state.ts'

type MailOutcome = { mail: Claimed; outcome: Outcome }
/** `row`: what became of the mail. `letterStop`: the outcome stopped the letter of the mail. */
type Recorded = {
  row: RowOutcome
  stopStarted: StopStarted | null
  letterStop: LetterStop | null
}
export type RecordOutcome = Batcher<MailOutcome, Recorded>['add']

/** The connections that end at nearly the same time are recorded, and filled again, together. */
const gatherMs = 20

/**
 * Records outcomes. Those that come within 20 ms share one commit; `sending` counts the mails that
 * are being sent, and when all of these have ended, none waits. `stopped`: this program ends, and another
 * one sends the mails. `add` throws StoreUnavailable.
 */
export const openRecorder = (
  store: Store,
  now: () => number,
  sending: () => number,
  stopped: () => boolean = () => false,
): Batcher<MailOutcome, Recorded> =>
  openBatcher({
    gather: { ms: gatherMs, most: sending },
    enter: (outcomes) =>
      store.transact(async (trx) => {
        await lockPeople(
          trx,
          store.engine,
          outcomes.flatMap(({ mail }) => mail.personId ?? []),
        )
        const decided = await decideRows(trx, outcomes, now())
        const ended = await recordRows(trx, decided, { stopping: stopped(), now: now() })
        await countEnded(trx, ended, now())
        const stops = await recordLetterMails(trx, ended.flatMap(endedOfLetter), now())
        const changes = decided.map(({ change }) => change)
        await finishChanges(trx, changes, now())
        return decided.map(({ mail, row, change }) => ({
          row,
          stopStarted: change.started ?? null,
          letterStop: stops.find(({ letterId }) => letterId === mail.letter?.id) ?? null,
        }))
      }),
  })

type Decided = { mail: Claimed; row: RowOutcome; change: Change; isAccount: boolean }

/** What becomes of each mail, after what its answer and those before it mean for the queue. */
async function decideRows(
  trx: Transaction<Schema>,
  outcomes: readonly MailOutcome[],
  now: number,
): Promise<Decided[]> {
  const answers: Answered[] = []
  for (const { mail, outcome } of outcomes)
    answers.push({
      mail: { id: mail.id, domain: mail.domain },
      counts: await countsTowardsPause(trx, mail, outcome.signal),
      signal: signalOf(mail, outcome.signal),
      reason: 'reason' in outcome.row ? outcome.row.reason : '',
    })
  const changes = await applyAnswers(trx, answers, now)
  return outcomes.map(({ mail, outcome }, index) => {
    const change = changes[index]!
    const row = decidedRow(outcome, change.row, mail.attempts, now)
    return { mail, change, row, isAccount: outcome.signal.says === 'account' }
  })
}

/** A refusal of a mail to an operator ends that mail alone. */
const signalOf = (mail: Claimed, signal: QueueSignal): QueueSignal =>
  signal.says === 'refused' && mail.personId === null && !kindOf(mail.template).toPeople
    ? { says: 'mail refused' }
    : signal

/** Of the mails to people: others are not counted. */
type Ended = EndedMail & { outcome: MailEnd; mail: ClaimedMail }

type EndedMailOf = { mail: ClaimedMail; outcome: EndedLetterMail['outcome'] }

const endedOfLetter = ({ mail, outcome }: EndedMailOf): EndedLetterMail[] => {
  const { id, letter, letterLanguage, domain } = mail
  return letter ? [{ id, letterId: letter.id, letterLanguage, domain, outcome }] : []
}

/** Returns the mails that these outcomes ended. */
async function recordRows(
  trx: Transaction<Schema>,
  decided: readonly Decided[],
  { stopping, now }: { stopping: boolean; now: number },
): Promise<Ended[]> {
  const written = await writeAccepted(
    trx,
    decided.flatMap(({ mail, row }) => (row.state === 'sent' ? [mail] : [])),
    now,
  )
  const ended: Ended[] = []
  for (const { mail, row, change, isAccount } of decided) {
    const refusal = change.series ?? null
    const soon = stopping ? now : now + (isAccount ? probeEveryMs : minuteMs)
    // Before the mail, as whoever deletes an address of a closed list locks its mails last.
    if (row.state === 'dead') await bounce(trx, mail, row, now)
    if (row.state !== 'sent' && (await writeRow(trx, mail, fieldsOf(row, mail, { refusal, soon }))))
      written.add(mail)
    // Also after the lease was lost: the next holder then finds that the sequence has advanced.
    if (row.state === 'sent' && mail.template === 'sequence') await stepArrived(trx, mail, now)
    const end = outcomeOf(row)
    if (end && mail.personId !== null && written.has(mail))
      ended.push({ mail, domain: mail.domain, outcome: end })
  }
  return ended
}

/** Writes the rows that this worker still holds, in one statement. Returns their mails. */
async function writeAccepted(
  trx: Transaction<Schema>,
  mails: readonly Claimed[],
  now: number,
): Promise<Set<Claimed>> {
  if (mails.length === 0) return new Set()
  const owners = mails.map(({ id, owner }) => sql`when ${id} then ${owner}`)
  const rows = await trx
    .updateTable('outbox')
    .set({ state: 'sent', sentAt: now, reason: null, leaseOwner: null, leaseUntil: null })
    .where(
      'id',
      'in',
      mails.map(({ id }) => id),
    )
    .where('state', '=', 'sending')
    .where(sql<boolean>`"leaseOwner" = case id ${sql.join(owners, sql` `)} end`)
    .returning('id')
    .execute()
  const written = new Set(rows.map(({ id }) => id))
  return new Set(mails.filter(({ id }) => written.has(id)))
}

const outcomeOf = (row: RowOutcome): MailEnd | null => {
  if (row.state === 'sent') return 'accepted'
  if (row.state === 'dead') return row.bounce === 'hard' ? 'bounced' : 'refused'
  return null
}

/**
 * BACK-4: a refusal in the SMTP dialogue counts like a report. Each attempt is one event. An operator's
 * address stays what it is.
 */
async function bounce(
  trx: Transaction<Schema>,
  { id: mailId, owner, personId, email, template }: Claimed,
  row: Extract<RowOutcome, { state: 'dead' }>,
  now: number,
): Promise<void> {
  if (row.bounce === null) return
  const kind = row.bounce === 'hard' ? 'hard-bounce' : 'soft-bounce'
  const report = {
    kind,
    via: 'smtp',
    mailId,
    eventKey: `${mailId} ${owner}`,
    reason: row.reason,
  } as const
  if (personId !== null) await addReport(trx, { ...report, personId }, now)
  else if (kind === 'hard-bounce' && kindOf(template).toPeople)
    await addOnceReport(trx, { ...report, kind, email }, now)
}

/**
 * Whether the mail went to a large provider or to an address that has confirmed. Anyone can own a
 * domain that refuses all mail, but cannot be a large provider, nor confirm an address that receives
 * no mail. With single opt-in a sign-up proves nothing. A refusal of a mail that the operator retried
 * was counted before.
 */
async function countsTowardsPause(
  trx: Transaction<Schema>,
  { id, personId, template, domain }: Claimed,
  { says }: QueueSignal,
): Promise<boolean> {
  if (says !== 'account' && says !== 'refused') return false
  if (personId === null) return template === 'once' || largeProviders.has(domain)
  const retried = await trx
    .selectFrom('outbox')
    .select('id')
    .where('id', '=', id)
    .where('firstReason', 'is not', null)
    .executeTakeFirst()
  if (retried && says === 'refused') return false
  if (largeProviders.has(domain)) return true
  const person = await trx
    .selectFrom('people')
    .select(['state', 'placement', 'createdAt', 'confirmedAt'])
    .where('id', '=', personId)
    .executeTakeFirst()
  return person !== undefined && hasProvenMailbox(person)
}

export const cancelClaimed = (store: Store, mail: Claimed, reason: string, now: number) =>
  store.transact(async (trx) => {
    // END-3: the request of an address that gets no mail is deleted with its mails, and before them.
    if (mail.personId === null && kindOf(mail.template).toPeople)
      await deleteOnce(trx, [mail.email])
    const written = await writeRow(trx, mail, { ...unleased, state: 'cancelled', reason })
    if (mail.personId === null) return
    if (written) await countSkipped(trx, [{ ...mail, letterId: mail.letter?.id ?? null }])
    if (written && mail.template === 'sequence') await stepCancelled(trx, mail, now)
    if (written && mail.template === 'friend') await untell(trx, mail.personId, mail.data, now)
  })

/** Stores a mail for /dev/mails. A sequence goes on as if it had arrived. */
export const storeRendered = (store: Store, mail: Claimed, rendered: object, now: number) =>
  store.transact(async (trx) => {
    const state = 'kept'
    const kept = await writeRow(trx, mail, {
      ...unleased,
      state,
      rendered: JSON.stringify(rendered),
    })
    if (mail.personId === null) return
    if (kept) await recordLetterMails(trx, endedOfLetter({ mail, outcome: 'kept' }), now)
    if (mail.template === 'sequence') await stepArrived(trx, mail, now)
  })

/** The turn that the mail had before the claim; a letter may have ended since (`returnToLanes`). */
const turnOf = ({ letter }: Claimed): string => (letter ? waitsFor.time : waitsFor.turn)

/** Returns a mail to the queue: to the turn that it had before the claim, or to its letter. */
export const returnClaimed = (store: Store, mail: Claimed) =>
  store.transact((trx) =>
    writeRow(trx, mail, {
      ...unleased,
      state: 'due',
      waits: turnOf(mail),
      requester: mail.requester,
    }),
  )

type Fields = Updateable<OutboxTable>
const unleased = { handed: 0, leaseOwner: null, leaseUntil: null }
/**
 * `refusal`: the series of a mail that is dead. `soon`: when an urgent mail is tried again that the
 * pauses of others do not hold.
 */
function fieldsOf(
  outcome: Exclude<RowOutcome, { state: 'sent' }>,
  mail: Claimed,
  { refusal, soon }: { refusal: string | null; soon: number },
): Fields {
  switch (outcome.state) {
    case 'dead':
      return { ...unleased, state: 'dead', reason: outcome.reason, refusal }
    case 'due':
      return {
        ...unleased,
        state: 'due',
        requester: mail.requester,
        attempts: outcome.attempts,
        reason: outcome.reason,
        ...(outcome.dueAt !== 'unchanged'
          ? { dueAt: outcome.dueAt, paid: 0 }
          : isUrgent(mail)
            ? { dueAt: soon }
            : { waits: turnOf(mail) }),
      }
    case 'unknown':
      return { reason: outcome.reason }
  }
}

/** Writes the row while this worker still holds its lease. Returns whether it did. */
async function writeRow(trx: Transaction<Schema>, mail: Claimed, fields: Fields): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('outbox')
    .set(fields)
    .where('id', '=', mail.id)
    .where('state', '=', 'sending')
    .where('leaseOwner', '=', mail.owner)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
