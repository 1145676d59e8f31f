import type { Selectable, Transaction } from 'kysely'
import type { OperatorMailsTable } from '#server/db/outbox-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import { domainOf } from '#server/outbox/budget-domain.ts'
import type { OperatorMailTemplate } from '#server/outbox/operator-mails.ts'
import { priorities } from '#server/outbox/outbox.ts'
import { hasWaitingMail } from './candidates.ts'
import { paceMails, type PacedMail } from './pace.ts'
import { countConfirmedByDomain, domainsToCount } from './recipient-budgets.ts'

/** `mailsPerHour`: Infinity where mails have no budgets. */
export type OperatorPace = { secretKey: string; mailsPerHour: number }

type Row = Selectable<OperatorMailsTable>

/**
 * Spends the budgets of mails to the list (pace.ts) for mails of `operator_mails`, in the order
 * given. `go`: may be sent now. `moved`: how many wait for a budget from now on, or are given up,
 * because the budget of their mailbox would delay them for too long.
 */
export async function paceOperatorMails(
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
    awaitedMailWaits: await hasWaitingMail(trx, priorities.awaited),
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
