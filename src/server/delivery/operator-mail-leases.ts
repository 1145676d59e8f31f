import { randomUUID } from 'node:crypto'
import type { Kysely, Selectable, Transaction, Updateable } from 'kysely'
import type { Store } from '#server/db/open.ts'
import type { OperatorMailsTable } from '#server/db/outbox-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import { domainOf } from '#server/outbox/budget-domain.ts'
import { largeProviders } from '#server/outbox/large-providers.ts'
import type { OperatorMailTemplate, OperatorMailToQueue } from '#server/outbox/operator-mails.ts'
import {
  classify,
  decidedRow,
  type Outcome,
  type QueueSignal,
  type RowOutcome,
  type SendResult,
} from './classify.ts'
import { finishChanges } from './finish-changes.ts'
import { applyAnswers, lockQueue, readPause, saveQueue, waitsUntil } from './queue-pause.ts'
import {
  mayProbe,
  probeEveryMs,
  withProbe,
  type Answered,
  type MailRef,
  type StopStarted,
} from './queue-state.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** A claimed mail belongs to its server for this long. The server renews the lease meanwhile. */
export const operatorLeaseMs = 2 * minuteMs
/**
 * A mail that was not sent in this time (ms) is given up. A sign-in was asked for again. The others
 * are to outlast an account that is refused for days.
 */
const lifetimes: Record<OperatorMailTemplate, number> = {
  'sign-in': 15 * minuteMs,
  'letter-test': dayMs,
  alert: 14 * dayMs,
  'once-confirm': 14 * dayMs,
  once: 14 * dayMs,
}
/** To people who asked for one mail (END-3), not to operators. */
const toPeople: readonly OperatorMailTemplate[] = ['once-confirm', 'once']
/** So many copies (with one Message-ID) may arrive of a mail whose outcome stays unknown. */
const mostUnknown = 3

export type ClaimedOperatorMail = OperatorMailToQueue & {
  id: string
  owner: string
  createdAt: number
  attempts: number
  messageId: string
}

/**
 * Claims mails that are due, the oldest first, each for one server. Gives up those of old age. While
 * the mail server refuses our mail, those to people wait for a probe, and one of them may be it.
 */
export async function claimOperatorMails(
  store: Store,
  { most, host }: { most: number; host: string },
  now: number,
): Promise<ClaimedOperatorMail[]> {
  const pause = await readPause(store.db)
  const isRefused = pause !== null && pause.by !== 'held'
  const due = await dueMails(store.db, now)
    .$if(isRefused, (mails) => mails.where('template', 'not in', toPeople))
    .limit(most)
    .execute()
  const claimed: ClaimedOperatorMail[] = []
  for (const row of due) {
    const mail = await store.transact((trx) => claimRow(trx, row, host, now))
    if (mail) claimed.push(mail)
  }
  const probe = isRefused && (await store.transact((trx) => claimProbe(trx, host, now)))
  return probe ? [...claimed, probe] : claimed
}

const dueMails = (db: Kysely<Schema>, now: number) =>
  db
    .selectFrom('operator_mails')
    .selectAll()
    .where('state', '=', 'due')
    .where('due_at', '<=', now)
    .orderBy('due_at')

/** Null where another server was faster, or the mail is too old. */
async function claimRow(
  trx: Transaction<Schema>,
  row: Row,
  host: string,
  now: number,
): Promise<ClaimedOperatorMail | null> {
  const owner = randomUUID()
  const messageId = row.message_id ?? `<${randomUUID()}@${host}>`
  const isOld = now > row.created_at + lifetimeOf(row)
  const fields: Updateable<OperatorMailsTable> = isOld
    ? { state: 'dead', reason: row.reason ?? tooLate }
    : {
        state: 'sending',
        lease_owner: owner,
        lease_until: now + operatorLeaseMs,
        message_id: messageId,
      }
  const { numUpdatedRows } = await trx
    .updateTable('operator_mails')
    .set(fields)
    .where('id', '=', row.id)
    .where('state', '=', 'due')
    .executeTakeFirst()
  const { id, attempts, created_at: createdAt } = row
  return numUpdatedRows > 0n && !isOld
    ? { ...mailOf(row), id, owner, messageId, attempts, createdAt }
    : null
}

/** The next probe of the queue, if its time has come and a mail to people is due (claim-probe.ts). */
async function claimProbe(
  trx: Transaction<Schema>,
  host: string,
  now: number,
): Promise<ClaimedOperatorMail | null> {
  const toAll = await dueMails(trx, now).where('template', 'in', toPeople).limit(50).execute()
  if (toAll.length === 0) return null
  const queue = await lockQueue(trx)
  if (queue.pause === null || (await waitsUntil(trx, queue, now)) > now) return null
  const row = toAll.find(({ email }) => mayProbe(queue.pause!, domainOf(email), now))
  const mail = row ? await claimRow(trx, row, host, now) : null
  if (mail) await saveQueue(trx, withProbe(queue, refOf(mail), now))
  return mail
}

const tooLate = 'it was not sent in time'

type Row = Selectable<OperatorMailsTable>
const lifetimeOf = ({ template }: Pick<Row, 'template'>) =>
  lifetimes[template as OperatorMailTemplate] ?? 0
const mailOf = ({ email, template, data }: Row) =>
  ({ email, template, data: JSON.parse(data) }) as OperatorMailToQueue

const refOf = ({ id, email }: Pick<ClaimedOperatorMail, 'id' | 'email'>): MailRef => ({
  table: 'operator_mails',
  id,
  domain: domainOf(email),
})

/**
 * Records what became of an attempt, with what its answer means for the queue. `stopping`: this
 * program ends, and another one sends the mail. Returns the written row.
 */
export const recordAttempt = (
  store: Store,
  mail: ClaimedOperatorMail,
  result: SendResult,
  { stopping, now }: { stopping: boolean; now: number },
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
      { stopping, isAccount: outcome.signal.says === 'account' },
      now,
    )
    await writeRow(trx, mail, { ...fields, refusal: change!.series ?? null })
    await finishChanges(trx, [change!], now)
    return { fields, signal: outcome.signal, stopStarted: change!.started ?? null }
  })

/** A refusal of a mail to an operator ends that mail alone. */
function answeredOf(mail: ClaimedOperatorMail, { row, signal }: Outcome): Answered {
  const isToPeople = toPeople.includes(mail.template)
  const isConfirmed = mail.template === 'once' || largeProviders.has(domainOf(mail.email))
  return {
    mail: refOf(mail),
    counts: isConfirmed,
    signal: signal.says === 'refused' && !isToPeople ? { says: 'mail refused' } : signal,
    reason: 'reason' in row ? row.reason : '',
  }
}

/** A mail that was refused with our account leaves with the first probe that is accepted. */
function rowAfter(
  row: RowOutcome,
  { template, attempts, createdAt }: ClaimedOperatorMail,
  { stopping, isAccount }: { stopping: boolean; isAccount: boolean },
  now: number,
): Updateable<OperatorMailsTable> {
  switch (row.state) {
    case 'sent':
      return { state: 'sent', sent_at: now, reason: null }
    case 'dead':
      return { state: 'dead', reason: row.reason }
    case 'unknown':
      return afterUnknown(attempts, row.reason, now)
    case 'due': {
      const soon = stopping ? now : now + (isAccount ? probeEveryMs : minuteMs)
      const dueAt = row.dueAt === 'unchanged' ? soon : row.dueAt
      return dueAt > createdAt + lifetimes[template]
        ? { state: 'dead', reason: row.reason }
        : { state: 'due', due_at: dueAt, attempts: row.attempts, reason: row.reason }
    }
  }
}

const afterUnknown = (attempts: number, reason: string, now: number) =>
  attempts + 1 >= mostUnknown
    ? { state: 'dead' as const, reason }
    : { state: 'due' as const, due_at: now + minuteMs, attempts: attempts + 1, reason }

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
    .set({ ...fields, lease_owner: null, lease_until: null })
    .where('id', '=', id)
    .where('lease_owner', '=', owner)
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
      .set({ lease_until: now + operatorLeaseMs })
      .where('state', '=', 'sending')
      .where('lease_owner', 'in', owners)
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
    .select(['id', 'attempts', 'lease_owner as owner'])
    .where('state', '=', 'sending')
    .where('lease_until', '<=', all ? Number.MAX_SAFE_INTEGER : now)
    .execute()
  for (const { id, owner, attempts } of ended)
    await recordOperatorMail(
      store,
      { id, owner: owner! },
      { ...afterUnknown(attempts, 'it is unknown whether it arrived', now), due_at: now },
    )
}
