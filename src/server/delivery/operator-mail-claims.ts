import { randomUUID } from 'node:crypto'
import { sql, type Selectable, type Transaction, type Updateable } from 'kysely'
import type { Store } from '#server/db/store.ts'
import type { OperatorMailsTable } from '#server/db/outbox-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import { hourMs } from '#server/limits/budgets.ts'
import { domainOf } from '#server/outbox/budget-domain.ts'
import {
  operatorMailKinds,
  type OperatorMailTemplate,
  type OperatorMailToQueue,
} from '#server/outbox/operator-mails.ts'
import { lockQueue, readPause, readQueue, saveQueue, waitsUntil } from './queue-pause.ts'
import { mayProbe, withProbe, type MailRef } from './queue-state.ts'
import { priorities } from '#server/outbox/outbox.ts'
import { hasWaitingMail } from './candidates.ts'
import { paceMails, type PacedMail } from './pace.ts'
import { countConfirmedByDomain, domainsToCount } from './recipient-budgets.ts'

/** A claimed mail belongs to its server for this long. The server renews the lease meanwhile. */
export const operatorLeaseMs = 2 * 60_000

/** No mail is deferred for longer. A later time was written by a server whose clock was ahead. */
const farthestMs = 72 * hourMs

/** Whether the time of a row has come, or is none that a right clock has written. */
export const isPast = (column: 'dueAt' | 'leaseUntil', now: number) =>
  sql<boolean>`(${sql.ref(column)} <= ${now} or ${sql.ref(column)} > ${now + farthestMs})`

/** Rows read beyond those that may be claimed: some of them have to wait for a budget. */
const lookAhead = 20

export type ClaimedOperatorMail = OperatorMailToQueue & {
  id: string
  owner: string
  createdAt: number
  attempts: number
  messageId: string
}

/**
 * `inFlight`: how many mails of this table the program is sending. `pace` is null where nothing
 * leaves this machine: then no mail waits for a pause or a budget. `asOf`: the time by which a mail is
 * too old; `now` by default.
 */
type OperatorClaimTerms = {
  inFlight: number
  host: string
  pace: OperatorPace | null
  asOf?: number
}

/** `changed` counts the rows that the claim has moved: at 0 a second claim would find the same. */
type OperatorClaim = { mails: ClaimedOperatorMail[]; changed: number }

const templates = Object.keys(operatorMailKinds) as OperatorMailTemplate[]

/**
 * Claims mails that are due, each for one server: sign-in links, then alerts, then the others while
 * no pause holds them and as their budgets allow. In a pause one of those may be the probe. Mails of
 * old age are given up.
 */
export async function claimOperatorMails(
  store: Store,
  terms: OperatorClaimTerms,
  now: number,
): Promise<OperatorClaim> {
  const mails: ClaimedOperatorMail[] = []
  let changed = 0
  for (const template of await dueTemplates(store, now)) {
    const most = operatorMailKinds[template].atOnce - terms.inFlight - mails.length
    if (most <= 0) continue
    const claim = await store.transact((trx) =>
      operatorMailKinds[template].urgent || terms.pace === null
        ? claimUnpaced(trx, store.engine, { ...terms, template, most }, now)
        : claimPaced(trx, store.engine, { ...terms, template, most, pace: terms.pace! }, now),
    )
    mails.push(...claim.mails)
    changed += claim.changed
  }
  return { mails, changed }
}

/** Those of which a mail is due, in the order in which they leave. */
async function dueTemplates({ db }: Store, now: number): Promise<OperatorMailTemplate[]> {
  const rows = await db
    .selectFrom('operator_mails')
    .select('template')
    .distinct()
    .where('state', '=', 'due')
    .where(isPast('dueAt', now))
    .execute()
  return templates.filter((name) => rows.some(({ template }) => template === name))
}

type Row = Selectable<OperatorMailsTable>
type Lane = { template: string; most: number } & Pick<OperatorClaimTerms, 'host' | 'asOf'>

async function claimUnpaced(
  trx: Transaction<Schema>,
  engine: Store['engine'],
  lane: Lane,
  now: number,
): Promise<OperatorClaim> {
  const rows = await dueMails(trx, engine, lane.template, lane.most, now)
  return { mails: await claimRows(trx, rows, lane, now), changed: rows.length }
}

async function claimPaced(
  trx: Transaction<Schema>,
  engine: Store['engine'],
  lane: Lane & { pace: OperatorPace },
  now: number,
): Promise<OperatorClaim> {
  const { template, most, pace } = lane
  if ((await readPause(trx)) !== null) return claimProbe(trx, engine, lane, now)
  const rows = await dueMails(trx, engine, template, most + lookAhead, now)
  const { go, moved } = await paceOperatorMails(trx, rows, { ...pace, most }, now)
  const mails = await claimRows(trx, go, lane, now)
  return { mails, changed: go.length + moved }
}

/** The next probe of the queue, if its time has come and a mail is due (probe.ts). */
async function claimProbe(
  trx: Transaction<Schema>,
  engine: Store['engine'],
  lane: Lane & { pace: OperatorPace },
  now: number,
): Promise<OperatorClaim> {
  const none = { mails: [], changed: 0 }
  if ((await waitsUntil(trx, await readQueue(trx), now)) > now) return none
  const queue = await lockQueue(trx)
  if (queue.pause === null || (await waitsUntil(trx, queue, now)) > now) return none
  const rows = await dueMails(trx, engine, lane.template, 50, now)
  const row = rows.find(({ email }) => mayProbe(queue.pause!, domainOf(email), now))
  if (!row) return none
  const { go, moved } = await paceOperatorMails(trx, [row], { ...lane.pace, most: 1 }, now)
  const [mail] = await claimRows(trx, go, lane, now)
  if (!mail) return { mails: [], changed: go.length + moved }
  await saveQueue(trx, withProbe(queue, mailRefOf(mail), now))
  return { mails: [mail], changed: 1 }
}

/** Those of one template, the oldest first. On Postgres they are locked until the claim commits. */
function dueMails(
  trx: Transaction<Schema>,
  engine: Store['engine'],
  template: string,
  most: number,
  now: number,
): Promise<Row[]> {
  const due = trx
    .selectFrom('operator_mails')
    .selectAll()
    .where('state', '=', 'due')
    .where(isPast('dueAt', now))
    .where('template', '=', template)
    .orderBy('dueAt')
    .limit(most)
  return (engine === 'postgres' ? due.forUpdate().skipLocked() : due).execute()
}

/** Leases the rows. Gives up those that are too old. */
async function claimRows(
  trx: Transaction<Schema>,
  rows: readonly Row[],
  { host, asOf }: Pick<Lane, 'host' | 'asOf'>,
  now: number,
): Promise<ClaimedOperatorMail[]> {
  const claimed: ClaimedOperatorMail[] = []
  for (const row of rows) {
    const owner = randomUUID()
    const messageId = row.messageId ?? `<${randomUUID()}@${host}>`
    const { template } = mailOf(row)
    const isOld = (asOf ?? now) > row.createdAt + (operatorMailKinds[template]?.lifetimeMs ?? 0)
    const fields: Updateable<OperatorMailsTable> = isOld
      ? { state: 'dead', reason: row.reason ?? tooLate }
      : {
          state: 'sending',
          leaseOwner: owner,
          leaseUntil: now + operatorLeaseMs,
          messageId,
        }
    await trx
      .updateTable('operator_mails')
      .set({ ...fields, requester: '' })
      .where('id', '=', row.id)
      .execute()
    const { id, attempts, createdAt } = row
    if (!isOld) claimed.push({ ...mailOf(row), id, owner, messageId, attempts, createdAt })
  }
  return claimed
}

const tooLate = 'it was not sent in time'

const mailOf = ({ email, template, data }: Row) =>
  ({ email, template, data: JSON.parse(data) }) as OperatorMailToQueue

export const mailRefOf = ({ id, email }: Pick<ClaimedOperatorMail, 'id' | 'email'>): MailRef => ({
  table: 'operator_mails',
  id,
  domain: domainOf(email),
})

/** `mailsPerHour`: Infinity where mails have no budgets. */
type OperatorPace = { secretKey: string; mailsPerHour: number }

/**
 * Spends the budgets of mails to the list (pace.ts) for mails of `operator_mails`, in the order
 * given. `go`: may be sent now. `moved`: how many wait for a budget from now on, or are given up,
 * because the budget of their mailbox would delay them for too long.
 */
async function paceOperatorMails(
  trx: Transaction<Schema>,
  rows: readonly Row[],
  { most, secretKey, mailsPerHour }: OperatorPace & { most: number },
  now: number,
): Promise<{ go: Row[]; moved: number }> {
  if (rows.length === 0 || mailsPerHour === Infinity) return { go: rows.slice(0, most), moved: 0 }
  const inTurn = rows.map(pacedMailOf)
  const terms = {
    secretKey,
    confirmed: await countConfirmedByDomain(trx, domainsToCount(inTurn)),
    most,
    mailsPerHour,
    awaitedMailWaits:
      inTurn.some(({ priority }) => priority === priorities.later) &&
      (await hasWaitingMail(trx, priorities.awaited)),
  }
  const mails = { inTurn, open: new Map(), waitedFor: new Set<string>() }
  const { go, deferred, parked, overdue } = await paceMails(trx, mails, terms, now)
  for (const { id, until } of deferred) await update(trx, id, { dueAt: until })
  for (const { id, opensAt } of parked) await update(trx, id, { dueAt: opensAt })
  for (const id of overdue) await update(trx, id, { state: 'dead', reason: mailboxFull })
  const moved = deferred.length + parked.length + overdue.length
  return { go: rows.filter(({ id }) => go.includes(id)), moved }
}

const mailboxFull = "its mailbox's budget would delay it for too long"

const update = (
  trx: Transaction<Schema>,
  id: string,
  fields: { dueAt: number } | { state: 'dead'; reason: string },
) => trx.updateTable('operator_mails').set(fields).where('id', '=', id).execute()

/**
 * A confirm mail of END-3 is one to an address that never confirmed. The addresses of the others
 * have: by that mail, or as an operator's.
 */
function pacedMailOf(row: Row): PacedMail {
  const { id, email, template, createdAt, messageId, requester } = row
  const isProven = template !== 'once-confirm'
  return {
    id,
    email,
    domain: domainOf(email),
    template,
    createdAt,
    messageId,
    requester,
    paid: 0,
    priority: priorityOf[template as OperatorMailTemplate],
    everConfirmed: isProven,
    proven: isProven,
  }
}

/** Many mails of a reopened list leave half of the hour to mails that visitors wait for. */
const priorityOf: Record<OperatorMailTemplate, number> = {
  'sign-in': priorities.awaited,
  alert: priorities.awaited,
  'once-confirm': priorities.awaited,
  'letter-test': priorities.usual,
  once: priorities.later,
}
