import { newId } from '#server/db/new-id.ts'
import type { Kysely } from 'kysely'
import type { OperatorNotice } from '#contract/operator-mails.ts'
import { operatorMs } from '#contract/operator-times.ts'
import type { Schema } from '#server/db/schema.ts'

/*
 * Mails to operators, and those that a closed list sends once:
 *
 * This file queues one in the caller's transaction. delivery/operator-mails.ts sends it:
 * operator-mail-claims.ts there claims sign-in links and alerts first, the others as pauses and
 * budgets allow; operator-mail-leases.ts has the states (decision 048).
 * dashboard/operator-mail-renderers.ts renders each template.
 * ops/incidents.ts reads what needs an operator, and the overview shows it. ops/incidents.ts
 * decides each minute which incidents are mailed, at most once an hour.
 */

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

/**
 * `urgent` mails wait for no pause and spend no budget. The others spend the budgets of mails to the
 * list, wait in every pause, and go to no address that gets no mail. `toPeople`: the recipient is no
 * operator. A mail that was not sent within `lifetimeMs` is given up. It is begun only while fewer
 * than `atOnce` mails of this table are being sent: the last connections are for sign-in links.
 */
type Kind = { urgent: boolean; toPeople: boolean; lifetimeMs: number; atOnce: number }

const dayMs = 24 * 3_600_000
const urgent = { urgent: true, toPeople: false }
const toPeople = { urgent: false, toPeople: true, lifetimeMs: 14 * dayMs, atOnce: 6 }

/** In the order in which they leave. */
export const operatorMailKinds: Record<OperatorMailTemplate, Kind> = {
  // Who did not get it has asked again.
  'sign-in': { ...urgent, lifetimeMs: operatorMs('signInLink'), atOnce: 10 },
  // It outlasts an account that is refused for days.
  alert: { ...urgent, lifetimeMs: 14 * dayMs, atOnce: 8 },
  'once-confirm': toPeople,
  'letter-test': {
    urgent: false,
    toPeople: false,
    lifetimeMs: operatorMs('letterTest'),
    atOnce: 6,
  },
  once: toPeople,
}

/** `network`: the keyed hash of the network that requested it, as of mails to the list. */
export type OperatorMailToQueue = {
  [T in OperatorMailTemplate]: {
    email: string
    template: T
    data: OperatorMailData[T]
    network?: string
  }
}[OperatorMailTemplate]

/** Queues a mail in the caller's transaction; returns its id. */
export async function queueOperatorMail(
  db: Kysely<Schema>,
  { email, template, data, network = '' }: OperatorMailToQueue,
  now: number,
): Promise<string> {
  const id = newId()
  await db
    .insertInto('operator_mails')
    .values({
      id,
      email,
      template,
      data: JSON.stringify(data),
      state: 'due',
      createdAt: now,
      dueAt: now,
      attempts: 0,
      requester: network,
      leaseOwner: null,
      leaseUntil: null,
      messageId: null,
      reason: null,
      sentAt: null,
      rendered: null,
    })
    .execute()
  return id
}
