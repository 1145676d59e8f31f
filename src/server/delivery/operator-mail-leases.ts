import { randomUUID } from 'node:crypto'
import type { Selectable, Updateable } from 'kysely'
import type { Store } from '#server/db/open.ts'
import type { OperatorMailsTable } from '#server/db/outbox-schema.ts'
import type { OperatorMailTemplate, OperatorMailToQueue } from '#server/outbox/operator-mails.ts'
import { classify, type SendResult } from './classify.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** A claimed mail belongs to its server for this long. The server renews the lease meanwhile. */
export const operatorLeaseMs = 2 * minuteMs
/** A mail that was not sent in this time (ms) is given up. A sign-in was asked for again. */
const lifetimes: Record<OperatorMailTemplate, number> = {
  'sign-in': 15 * minuteMs,
  'letter-test': 24 * hourMs,
  alert: 72 * hourMs,
  'once-confirm': 72 * hourMs,
  once: 14 * 24 * hourMs,
}
/** So many copies (with one Message-ID) may arrive of a mail whose outcome stays unknown. */
const mostUnknown = 3

export type ClaimedOperatorMail = OperatorMailToQueue & {
  id: string
  owner: string
  createdAt: number
  attempts: number
  messageId: string
}

/** Claims mails that are due, the oldest first, each for one server. Gives up those of old age. */
export async function claimOperatorMails(
  store: Store,
  { most, host }: { most: number; host: string },
  now: number,
): Promise<ClaimedOperatorMail[]> {
  const due = await store.db
    .selectFrom('operator_mails')
    .selectAll()
    .where('state', '=', 'due')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(most)
    .execute()
  const claimed: ClaimedOperatorMail[] = []
  for (const row of due) {
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
    if ((await moveDue(store, row.id, fields)) && !isOld)
      claimed.push({ ...mailOf(row), id: row.id, owner, messageId, ...countsOf(row) })
  }
  return claimed
}

const tooLate = 'it was not sent in time'

type Row = Selectable<OperatorMailsTable>
const lifetimeOf = ({ template }: Pick<Row, 'template'>) =>
  lifetimes[template as OperatorMailTemplate] ?? 0
const countsOf = (row: Row) => ({ attempts: row.attempts, createdAt: row.created_at })
const mailOf = ({ email, template, data }: Row) =>
  ({ email, template, data: JSON.parse(data) }) as OperatorMailToQueue

/** Another server may have claimed the mail since it was read. */
async function moveDue(
  store: Store,
  id: string,
  fields: Updateable<OperatorMailsTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await store.transact((trx) =>
    trx
      .updateTable('operator_mails')
      .set(fields)
      .where('id', '=', id)
      .where('state', '=', 'due')
      .executeTakeFirst(),
  )
  return numUpdatedRows > 0n
}

/** The row after an attempt. `stopping`: this program ends, and another one sends the mail. */
export function rowAfter(
  result: SendResult,
  {
    template,
    attempts,
    createdAt,
  }: Pick<ClaimedOperatorMail, 'template' | 'attempts' | 'createdAt'>,
  stopping: boolean,
  now: number,
): Updateable<OperatorMailsTable> {
  const { row } = classify(result, attempts, now)
  switch (row.state) {
    case 'sent':
      return { state: 'sent', sent_at: now, reason: null }
    case 'dead':
      return { state: 'dead', reason: row.reason }
    case 'unknown':
      return afterUnknown(attempts, row.reason, now)
    case 'due': {
      const soon = stopping ? now : now + minuteMs
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
) =>
  store.transact((trx) =>
    trx
      .updateTable('operator_mails')
      .set({ ...fields, lease_owner: null, lease_until: null })
      .where('id', '=', id)
      .where('lease_owner', '=', owner)
      .execute(),
  )

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
