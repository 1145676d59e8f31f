import type { Kysely } from 'kysely'
import type { Language } from '#contract/campaign/languages.ts'
import type { OperatorNotice } from '#contract/mails/operator-mails.ts'
import { operatorMs } from '#contract/promises/operator-times.ts'
import { dayMs } from '#contract/time.ts'
import type { OutboxTable } from '#server/db/outbox-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import { insertMails, newRow, priorities } from './outbox.ts'
import { waitsFor } from './turns.ts'

/*
 * Mails whose recipients are not on the list: to operators, and those that a closed list sends once.
 * They are rows of the same outbox, without a person (decision 081).
 *
 * This file says what each kind is, and queues one in the caller's transaction.
 * delivery/urgent.ts claims sign-in links and alerts before everything else; the others are claimed
 * with the mails to people (delivery/claim.ts). delivery/operator-mails.ts renders and sends them.
 * dashboard/operator-mail-renderers.ts renders each template.
 * ops/incidents.ts reads what needs an operator, for the overview, and decides each minute which
 * incidents are mailed, at most once an hour.
 */

/**
 * What is stored of each mail to an operator, or to an address that asked for one mail (END-3). It
 * is rendered when it is sent, so that no row holds a token (`sign-in`) or an old text
 * (`letter-test`).
 */
export type OperatorMailData = {
  'sign-in': Record<string, never>
  'letter-test': { letterId: string; language: Language }
  'once-confirm': { requestId: string }
  once: { requestId: string }
  alert: { notices: readonly OperatorNotice[] }
}
export type OperatorMailTemplate = keyof OperatorMailData

/** Connections to the mail server that only urgent mails use. */
export const urgentConnections = 4

/**
 * `urgent` mails wait for no pause, turn or budget, and at most `atOnce` of them are sent at once,
 * beside the connections of all other mails: the last is for sign-in links. The others spend the budgets
 * of mails to people, wait in every pause, and go to no address that gets no mail. `toPeople`: the
 * recipient is no operator. A mail that was not sent within `lifetimeMs` is given up.
 */
type Kind = { priority: number; lifetimeMs: number; toPeople: boolean } & (
  | { urgent: true; atOnce: number }
  | { urgent: false }
)

const onceMs = 14 * dayMs

export const operatorMailKinds: Record<OperatorMailTemplate, Kind> = {
  // Who did not get it has asked again.
  'sign-in': {
    priority: priorities.signIn,
    lifetimeMs: operatorMs('signInLink'),
    toPeople: false,
    urgent: true,
    atOnce: urgentConnections,
  },
  // It outlasts an account that is refused for days.
  alert: {
    priority: priorities.alert,
    lifetimeMs: 14 * dayMs,
    toPeople: false,
    urgent: true,
    atOnce: urgentConnections - 1,
  },
  'letter-test': {
    priority: priorities.letterTest,
    lifetimeMs: operatorMs('letterTest'),
    toPeople: false,
    urgent: false,
  },
  'once-confirm': {
    priority: priorities.onceConfirm,
    lifetimeMs: onceMs,
    toPeople: true,
    urgent: false,
  },
  once: { priority: priorities.once, lifetimeMs: onceMs, toPeople: true, urgent: false },
}

const templates = Object.keys(operatorMailKinds) as OperatorMailTemplate[]

/** The mails to addresses that asked for one mail. */
export const onceTemplates = templates.filter((name) => operatorMailKinds[name].toPeople)

/** The most urgent first. */
export const urgentKinds = Object.values(operatorMailKinds).filter((kind) => kind.urgent)

export const urgentPriorities = urgentKinds.map(({ priority }) => priority)

/** The kind of a mail that has no person. */
export const kindOf = (template: string): Kind =>
  operatorMailKinds[template as OperatorMailTemplate]

/** Whether a mail waits for no pause, turn or budget. */
export const isUrgent = ({ personId, template }: Pick<OutboxTable, 'personId' | 'template'>) =>
  personId === null && kindOf(template).urgent

export type OperatorMail = {
  [T in OperatorMailTemplate]: { email: string; template: T; data: OperatorMailData[T] }
}[OperatorMailTemplate]

/** `network`: the keyed hash of the network that requested it, as of mails to people. */
export type OperatorMailToQueue = OperatorMail & { network?: string }

/** Queues a mail in the caller's transaction; returns its id. */
export async function queueOperatorMail(
  db: Kysely<Schema>,
  { network = '', ...mail }: OperatorMailToQueue,
  now: number,
): Promise<string> {
  const { priority, urgent } = operatorMailKinds[mail.template]
  const row = newRow({ ...mail, personId: null, priority, network }, now)
  const [id] = await insertMails(db, [urgent ? { ...row, waits: waitsFor.time } : row])
  return id!
}
