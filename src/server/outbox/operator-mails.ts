import { randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { OperatorNotice } from '#contract/operator-mails.ts'
import type { Schema } from '#server/db/schema.ts'

/**
 * What is stored of each mail to an operator, or to an address that asked for one mail (END-3). It
 * is rendered when it is sent, so that no row holds a token (`sign-in`) or an old text
 * (`letter-test`).
 */
export type OperatorMailData = {
  'sign-in': Record<string, never>
  'letter-test': { letterId: string }
  'once-confirm': { requestId: string }
  once: { requestId: string }
  alert: { notices: readonly OperatorNotice[] }
}
export type OperatorMailTemplate = keyof OperatorMailData
export type OperatorMailToQueue = {
  [T in OperatorMailTemplate]: { email: string; template: T; data: OperatorMailData[T] }
}[OperatorMailTemplate]

/**
 * Queues a mail to an operator in the caller's transaction; returns its id. It waits for no pause
 * and spends no budget (delivery/operator-mails.ts), so the caller limits how many there are.
 */
export async function queueOperatorMail(
  db: Kysely<Schema>,
  { email, template, data }: OperatorMailToQueue,
  now: number,
): Promise<string> {
  const id = randomUUIDv7()
  await db
    .insertInto('operator_mails')
    .values({
      id,
      email,
      template,
      data: JSON.stringify(data),
      state: 'due',
      created_at: now,
      due_at: now,
      attempts: 0,
      lease_owner: null,
      lease_until: null,
      message_id: null,
      reason: null,
      sent_at: null,
      rendered: null,
    })
    .execute()
  return id
}
