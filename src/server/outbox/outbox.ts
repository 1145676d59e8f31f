import { randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { PerformanceType } from '#contract/quiz.ts'
import type { MailTemplate } from '#contract/render.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import type { OutboxTable, Schema } from '#server/db/schema.ts'
import { domainOf } from './budget-domain.ts'
import { turnsFor, waitsFor } from './turns.ts'

/** Mails leave in this order: what somebody waits for now, what was asked for, what comes by the calendar. */
export const priorities = { awaited: 0, usual: 1, later: 2 } as const
const awaitedTemplates: readonly MailTemplate[] = ['confirm', 'welcome']

/** `step` and `afterDays` are those of a sequence's step. */
export type MailData = { quizType?: PerformanceType; step?: string; afterDays?: number }
/**
 * `priority` is that of the template, and `dueAt` now, unless they are given. `requester`: the network whose request asked for it, as its keyed hash
 * (limits/client-network.ts); a mail that no request asked for takes a turn of its person's own.
 */
export type MailToQueue = {
  personId: string
  email: string
  template: MailTemplate
  data?: MailData
  priority?: number
  dueAt?: number
  requester?: string
}

/** Queues mails in the caller's transaction, so that a row and its mail are stored together or not at all. Returns the rows' ids in the order of the mails. */
export async function queueMails(
  db: Kysely<Schema>,
  mails: readonly MailToQueue[],
  now: number,
): Promise<string[]> {
  if (mails.length === 0) return []
  const queued = mails.map(
    ({
      personId,
      email,
      template,
      data = {},
      priority = awaitedTemplates.includes(template) ? priorities.awaited : priorities.usual,
      dueAt = now,
      requester = personId,
    }) => ({
      id: randomUUIDv7(),
      person_id: personId,
      template,
      data: JSON.stringify(data),
      email,
      domain: domainOf(email),
      state: 'due' as const,
      priority,
      requester,
      waits: dueAt <= now ? waitsFor.turn : waitsFor.time,
      turn: 0,
      paid: 0,
      created_at: now,
      due_at: dueAt,
      attempts: 0,
      ambiguous: 0,
      handed: 0,
      lease_owner: null,
      lease_until: null,
      message_id: null,
      reason: null,
      first_reason: null,
      sent_at: null,
      rendered: null,
    }),
  )
  const turns = await turnsFor(db, queued)
  const rows = queued.map((row, index) => ({ ...row, turn: turns[index]! }))
  await insertRows(db, 'queue mails', rows, (values) =>
    db.insertInto('outbox').values(values as OutboxTable[]),
  )
  return rows.map(({ id }) => id)
}

/** Ends what is still to be sent to a person. A mail that is on its way is checked again by the worker before it leaves. */
export async function cancelMails(
  db: Kysely<Schema>,
  personId: string,
  reason: string,
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ state: 'cancelled', reason, requester: '' })
    .where('person_id', '=', personId)
    .where('state', 'in', ['due', 'overdue'])
    .execute()
}
