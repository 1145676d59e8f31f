import { newId } from '#server/db/new-id.ts'
import { sql, type Insertable, type Kysely, type Transaction } from 'kysely'
import type { PerformanceType } from '#contract/quiz/quiz.ts'
import type { MailTemplate } from '#contract/mails/mails.ts'
import { insertRows } from '#server/db/rows.ts'
import type { OutboxTable } from '#server/db/outbox-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import { domainOf } from './budget-domain.ts'
import { countSkipped } from './letter-counts.ts'
import { turnsFor, waitsFor } from './turns.ts'

/**
 * Mails leave in this order. To people on the list: those a visitor waits for now, those that were
 * requested, scheduled ones, letters. The others: `operatorMailKinds` in operator-mails.ts. Anybody can
 * ask a closed list for confirm mails, so those do not delay what people on the list wait for.
 */
export const priorities = {
  signIn: -3,
  alert: -2,
  letterTest: -1,
  awaited: 0,
  onceConfirm: 1,
  usual: 2,
  later: 3,
  letter: 4,
  once: 5,
} as const

const { awaited, usual, later, letter } = priorities
/** Of the mails to people that are of no letter. */
export const usualPriorities = [awaited, usual, later]
const oneOf = (known: readonly number[]) =>
  sql`outbox.priority in (${sql.join(known.map((priority) => sql.lit(priority)))})`

/** Of due mails to people: indexes of due mails have the priority, and not the person. */
export const isToPeople = sql<boolean>`(${oneOf([...usualPriorities, letter])})`

/**
 * Due mails to people, of no letter. The few due mails of letters wait for their letter
 * (letters/runs.ts).
 */
export const isDueUsual = sql<boolean>`(outbox.state = 'due' and ${oneOf(usualPriorities)})`

const awaitedTemplates: readonly MailTemplate[] = ['confirm', 'welcome']

/**
 * `step` and `afterDays` belong to a step of a sequence. `via`: the code of the link by which the
 * reader of a confirm mail came (LINE-3). Of the mails of the line (LINE-10): `more` and `fewer`
 * friends, the `rewards` for so many friends, the id of the `spot`. `result`: the id of the quiz
 * result that the mail asks about (QUIZ-9).
 */
export type MailData = {
  quizType?: PerformanceType
  step?: string
  afterDays?: number
  via?: string
  more?: number
  fewer?: number
  rewards?: readonly number[]
  spot?: string
  result?: string
}
/**
 * By default `priority` follows from the template and `dueAt` is now. `network`: the keyed hash of
 * the network that requested the mail (limits/client-network.ts). Without it the mail takes turns
 * of its person's own.
 */
export type MailToQueue = {
  personId: string
  email: string
  template: MailTemplate
  data?: MailData
  priority?: number
  dueAt?: number
  network?: string
}

/**
 * Queues mails in the caller's transaction: a sign-up and its mail are stored together or not at
 * all. Returns the ids in order.
 */
export async function queueMails(
  db: Kysely<Schema>,
  mails: readonly MailToQueue[],
  now: number,
): Promise<string[]> {
  return insertMails(
    db,
    mails.map((mail) => {
      const { personId, template, network = personId } = mail
      const isAwaited = awaitedTemplates.includes(template)
      return newRow(
        { priority: isAwaited ? priorities.awaited : priorities.usual, ...mail, network },
        now,
      )
    }),
  )
}

type NewRow = ReturnType<typeof newRow>

/** Inserts the rows with their turns. Returns their ids in order. */
export async function insertMails(
  db: Kysely<Schema>,
  queued: readonly NewRow[],
): Promise<string[]> {
  if (queued.length === 0) return []
  const turns = await turnsFor(db, queued)
  const rows = queued.map((row, index) => ({ ...row, turn: turns[index]! }))
  await insertRows(db, 'queue mails', rows, (values) =>
    db.insertInto('outbox').values(values as Insertable<OutboxTable>[]),
  )
  return rows.map(({ id }) => id)
}

type NewMail = Pick<OutboxTable, 'personId' | 'email' | 'template' | 'priority'> & {
  data?: object
  dueAt?: number
  network: string
}

export function newRow(mail: NewMail, now: number) {
  const { personId, email, template, data = {}, priority, dueAt = now, network } = mail
  return {
    id: newId(),
    personId,
    template,
    data: JSON.stringify(data),
    email,
    domain: domainOf(email),
    state: 'due' as const,
    priority,
    requester: network,
    waits: dueAt <= now ? waitsFor.turn : waitsFor.time,
    turn: 0,
    paid: 0,
    createdAt: now,
    dueAt,
    attempts: 0,
    ambiguous: 0,
    handed: 0,
    leaseOwner: null,
    leaseUntil: null,
    messageId: null,
    reason: null,
    firstReason: null,
    sentAt: null,
    rendered: null,
  }
}

/**
 * Cancels what is still to be sent to a person. The worker checks a mail that it has claimed once
 * more before it sends it.
 */
export async function cancelMails(
  trx: Transaction<Schema>,
  personId: string,
  reason: string,
): Promise<void> {
  const cancelled = await trx
    .updateTable('outbox')
    .set({ state: 'cancelled', reason, requester: '' })
    .where('personId', '=', personId)
    .where('state', 'in', ['due', 'overdue'])
    .returning(['letterId', 'letterLanguage', 'domain'])
    .execute()
  await countSkipped(trx, cancelled)
}
