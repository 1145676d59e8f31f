import { sql, type Transaction, type Updateable } from 'kysely'
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
import { addReport } from '#server/signup/mail-reports.ts'
import { hasProvenMailbox } from '#server/signup/policy.ts'
import type { ClaimedMail } from './leases.ts'
import { decidedRow, type Outcome, type QueueSignal, type RowOutcome } from './classify.ts'
import { applyAnswers, finishChanges } from './queue-pause.ts'
import { countEnded, type EndedMail, type MailEnd } from './outcome-counts.ts'
import type { Answered, Change, StopStarted } from './queue-state.ts'

type MailOutcome = { mail: ClaimedMail; outcome: Outcome }
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
 * are being sent, and when all of these have ended, none waits. `add` throws StoreUnavailable.
 */
export const openRecorder = (
  store: Store,
  now: () => number,
  sending: () => number,
): Batcher<MailOutcome, Recorded> =>
  openBatcher({
    gather: { ms: gatherMs, most: sending },
    enter: (outcomes) =>
      store.transact(async (trx) => {
        await lockPeople(
          trx,
          store.engine,
          outcomes.map(({ mail }) => mail.personId),
        )
        const decided = await decideRows(trx, outcomes, now())
        const ended = await recordRows(trx, decided, now())
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

type Decided = { mail: ClaimedMail; row: RowOutcome; change: Change }

/** What becomes of each mail, after what its answer and those before it mean for the queue. */
async function decideRows(
  trx: Transaction<Schema>,
  outcomes: readonly MailOutcome[],
  now: number,
): Promise<Decided[]> {
  const answers: Answered[] = []
  for (const { mail, outcome } of outcomes)
    answers.push({
      mail: { table: 'outbox', id: mail.id, domain: mail.domain },
      counts: await countsTowardsPause(trx, mail, outcome.signal),
      signal: outcome.signal,
      reason: 'reason' in outcome.row ? outcome.row.reason : '',
    })
  const changes = await applyAnswers(trx, answers, now)
  return outcomes.map(({ mail, outcome }, index) => {
    const change = changes[index]!
    return { mail, change, row: decidedRow(outcome, change.row, mail.attempts, now) }
  })
}

type Ended = EndedMail & { outcome: MailEnd; mail: ClaimedMail }

const endedOfLetter = ({ mail: { id, letter, domain }, outcome }: Ended): EndedLetterMail[] =>
  letter ? [{ id, letterId: letter.id, domain, outcome }] : []

/** Returns the mails that these outcomes ended. */
async function recordRows(
  trx: Transaction<Schema>,
  decided: readonly Decided[],
  now: number,
): Promise<Ended[]> {
  const written = await writeAccepted(
    trx,
    decided.flatMap(({ mail, row }) => (row.state === 'sent' ? [mail] : [])),
    now,
  )
  const ended: Ended[] = []
  for (const { mail, row, change } of decided) {
    const { series = null } = change
    if (row.state !== 'sent' && (await writeRow(trx, mail, fieldsOf(row, mail, series))))
      written.add(mail)
    // Also after the lease was lost: the next holder then finds that the sequence has advanced.
    if (row.state === 'sent' && mail.template === 'sequence') await stepArrived(trx, mail, now)
    if (row.state === 'dead') await bounce(trx, mail, row, now)
    const end = outcomeOf(row)
    if (end && written.has(mail)) ended.push({ mail, domain: mail.domain, outcome: end })
  }
  return ended
}

/** Writes the rows that this worker still holds, in one statement. Returns their mails. */
async function writeAccepted(
  trx: Transaction<Schema>,
  mails: readonly ClaimedMail[],
  now: number,
): Promise<Set<ClaimedMail>> {
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

/** BACK-4: a refusal in the SMTP dialogue counts like a report. Each attempt is one event. */
async function bounce(
  trx: Transaction<Schema>,
  { id: mailId, owner, personId }: ClaimedMail,
  row: Extract<RowOutcome, { state: 'dead' }>,
  now: number,
): Promise<void> {
  if (row.bounce === null) return
  const kind = row.bounce === 'hard' ? 'hard-bounce' : 'soft-bounce'
  await addReport(
    trx,
    { kind, via: 'smtp', mailId, personId, eventKey: `${mailId} ${owner}`, reason: row.reason },
    now,
  )
}

/**
 * Whether the mail went to a large provider or to an address that has confirmed. Anyone can own a
 * domain that refuses all mail, but cannot be a large provider, nor confirm an address that receives
 * no mail. With single opt-in a sign-up proves nothing. A refusal of a mail that the operator retried
 * was counted before.
 */
async function countsTowardsPause(
  trx: Transaction<Schema>,
  { id, personId, domain }: ClaimedMail,
  { says }: QueueSignal,
): Promise<boolean> {
  if (says !== 'account' && says !== 'refused') return false
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

export const cancelClaimed = (store: Store, mail: ClaimedMail, reason: string, now: number) =>
  store.transact(async (trx) => {
    const written = await writeRow(trx, mail, { ...unleased, state: 'cancelled', reason })
    if (written)
      await countSkipped(trx, [{ letterId: mail.letter?.id ?? null, domain: mail.domain }])
    if (written && mail.template === 'sequence') await stepCancelled(trx, mail, now)
    if (written && mail.template === 'friend') await untell(trx, mail.personId, mail.data, now)
  })

/** Stores a mail for /dev/mails. It counts as arrived. */
export const storeRendered = (store: Store, mail: ClaimedMail, rendered: object, now: number) =>
  store.transact(async (trx) => {
    const state = 'kept'
    if (await writeRow(trx, mail, { ...unleased, state, rendered: JSON.stringify(rendered) }))
      await recordLetterMails(
        trx,
        endedOfLetter({ mail, domain: mail.domain, outcome: 'accepted' }),
        now,
      )
    if (mail.template === 'sequence') await stepArrived(trx, mail, now)
  })

/** The turn that the mail had before the claim; a letter may have ended since (`returnToLanes`). */
const turnOf = ({ letter }: ClaimedMail): string => (letter ? waitsFor.time : waitsFor.turn)

/** Returns a mail to the queue: to the turn that it had before the claim, or to its letter. */
export const returnClaimed = (store: Store, mail: ClaimedMail) =>
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

/** `series`: of refusals, for a mail that is dead. */
function fieldsOf(
  outcome: Exclude<RowOutcome, { state: 'sent' }>,
  mail: ClaimedMail,
  series: string | null,
): Fields {
  switch (outcome.state) {
    case 'dead':
      return { ...unleased, state: 'dead', reason: outcome.reason, refusal: series }
    case 'due':
      return {
        ...unleased,
        state: 'due',
        requester: mail.requester,
        attempts: outcome.attempts,
        reason: outcome.reason,
        ...(outcome.dueAt === 'unchanged'
          ? { waits: turnOf(mail) }
          : { dueAt: outcome.dueAt, paid: 0 }),
      }
    case 'unknown':
      return { reason: outcome.reason }
  }
}

/** Writes the row while this worker still holds its lease. Returns whether it did. */
async function writeRow(
  trx: Transaction<Schema>,
  mail: ClaimedMail,
  fields: Fields,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('outbox')
    .set(fields)
    .where('id', '=', mail.id)
    .where('state', '=', 'sending')
    .where('leaseOwner', '=', mail.owner)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
