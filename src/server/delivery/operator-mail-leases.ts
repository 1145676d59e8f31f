import type { Transaction, Updateable } from 'kysely'
import type { Store } from '#server/db/store.ts'
import type { OperatorMailsTable } from '#server/db/outbox-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import { domainOf } from '#server/outbox/budget-domain.ts'
import { largeProviders } from '#server/outbox/large-providers.ts'
import { operatorMailKinds } from '#server/outbox/operator-mails.ts'
import { addOnceReport } from '#server/signup/mail-reports.ts'
import {
  classify,
  decidedRow,
  type Outcome,
  type QueueSignal,
  type RowOutcome,
  type SendResult,
} from './classify.ts'
import { applyAnswers, finishChanges } from './queue-pause.ts'
import {
  isPast,
  mailRefOf,
  operatorLeaseMs,
  type ClaimedOperatorMail,
} from './operator-mail-claims.ts'
import { probeEveryMs, type Answered, type StopStarted } from './queue-state.ts'

const minuteMs = 60_000

/** So many copies (with one Message-ID) may arrive of a mail whose outcome stays unknown. */
const mostUnknown = 3

/**
 * Records what became of an attempt, with what its answer means for the queue. `stopping`: this
 * program ends, and another one sends the mail. `asOf`: the time by which the mail is too old. Returns
 * the written row.
 */
export const recordAttempt = (
  store: Store,
  mail: ClaimedOperatorMail,
  result: SendResult,
  { stopping, now, asOf }: { stopping: boolean; now: number; asOf: number },
): Promise<{
  fields: Updateable<OperatorMailsTable>
  signal: QueueSignal
  stopStarted: StopStarted | null
}> =>
  store.transact(async (trx) => {
    const outcome = classify(result, mail.attempts, now, mail.email)
    const [change] = await applyAnswers(trx, [answeredOf(mail, outcome)], now)
    const row = decidedRow(outcome, change!.row, mail.attempts, now)
    const fields = rowAfter(
      row,
      mail,
      { stopping, isAccount: outcome.signal.says === 'account', aheadMs: now - asOf },
      now,
    )
    await writeRow(trx, mail, { ...fields, refusal: change!.series ?? null })
    if (row.state === 'dead' && row.bounce === 'hard') await bounce(trx, mail, row.reason, now)
    await finishChanges(trx, [change!], now)
    return { fields, signal: outcome.signal, stopStarted: change!.started ?? null }
  })

/** BACK-4: as of a mail to the list. An operator's address stays what it is. */
async function bounce(
  trx: Transaction<Schema>,
  { id: mailId, owner, email, template }: ClaimedOperatorMail,
  reason: string,
  now: number,
): Promise<void> {
  if (!operatorMailKinds[template].toPeople) return
  const event = { via: 'smtp', eventKey: `${mailId} ${owner}` }
  await addOnceReport(trx, { kind: 'hard-bounce', mailId, email, ...event, reason }, now)
}

/** A refusal of a mail to an operator ends that mail alone. */
function answeredOf(mail: ClaimedOperatorMail, { row, signal }: Outcome): Answered {
  const { toPeople } = operatorMailKinds[mail.template]
  const isConfirmed = mail.template === 'once' || largeProviders.has(domainOf(mail.email))
  return {
    mail: mailRefOf(mail),
    counts: isConfirmed,
    signal: signal.says === 'refused' && !toPeople ? { says: 'mail refused' } : signal,
    reason: 'reason' in row ? row.reason : '',
  }
}

/** A mail that was refused with our account leaves with the first probe that is accepted. */
function rowAfter(
  row: RowOutcome,
  { template, attempts, createdAt }: ClaimedOperatorMail,
  { stopping, isAccount, aheadMs }: { stopping: boolean; isAccount: boolean; aheadMs: number },
  now: number,
): Updateable<OperatorMailsTable> {
  switch (row.state) {
    case 'sent':
      return { state: 'sent', sentAt: now, reason: null }
    case 'dead':
      return { state: 'dead', reason: row.reason }
    case 'unknown':
      return afterUnknown(attempts, row.reason, now)
    case 'due': {
      const soon = stopping ? now : now + (isAccount ? probeEveryMs : minuteMs)
      const dueAt = row.dueAt === 'unchanged' ? soon : row.dueAt
      return dueAt - aheadMs > createdAt + operatorMailKinds[template].lifetimeMs
        ? { state: 'dead', reason: row.reason }
        : { state: 'due', dueAt, attempts: row.attempts, reason: row.reason }
    }
  }
}

const afterUnknown = (attempts: number, reason: string, now: number) =>
  attempts + 1 >= mostUnknown
    ? { state: 'dead' as const, reason }
    : { state: 'due' as const, dueAt: now + minuteMs, attempts: attempts + 1, reason }

/** Writes the row while this server still holds its lease. */
export const recordOperatorMail = (
  store: Store,
  { id, owner }: Pick<ClaimedOperatorMail, 'id' | 'owner'>,
  fields: Updateable<OperatorMailsTable>,
) => store.transact((trx) => writeRow(trx, { id, owner }, fields))

const writeRow = (
  trx: Transaction<Schema>,
  { id, owner }: Pick<ClaimedOperatorMail, 'id' | 'owner'>,
  fields: Updateable<OperatorMailsTable>,
) =>
  trx
    .updateTable('operator_mails')
    .set({ ...fields, leaseOwner: null, leaseUntil: null })
    .where('id', '=', id)
    .where('leaseOwner', '=', owner)
    .execute()

/** `owners` are the leases of the mails that this server is sending. */
export async function renewOperatorMails(
  store: Store,
  owners: readonly string[],
  now: number,
): Promise<void> {
  if (owners.length === 0) return
  await store.transact((trx) =>
    trx
      .updateTable('operator_mails')
      .set({ leaseUntil: now + operatorLeaseMs })
      .where('state', '=', 'sending')
      .where('leaseOwner', 'in', owners)
      .execute(),
  )
}

/** Mails of servers that ended during an attempt; on SQLite those of the server before this one. */
export async function recoverOperatorMails(
  store: Store,
  now: number,
  { all }: { all: boolean },
): Promise<void> {
  const ended = await store.db
    .selectFrom('operator_mails')
    .select(['id', 'attempts', 'leaseOwner'])
    .where('state', '=', 'sending')
    .where((row) => (all ? row.lit(true) : isPast('leaseUntil', now)))
    .execute()
  for (const { id, leaseOwner, attempts } of ended)
    await recordOperatorMail(
      store,
      { id, owner: leaseOwner! },
      { ...afterUnknown(attempts, 'it is unknown whether it arrived', now), dueAt: now },
    )
}
