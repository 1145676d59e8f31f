import { newId } from '#server/db/new-id.ts'
import type { Insertable, Transaction } from 'kysely'
import type { PerformanceType } from '#contract/quiz.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import type { OutboxTable } from '#server/db/outbox-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import { domainOf } from './budget-domain.ts'
import { providerOf } from './large-providers.ts'
import { priorities } from './outbox.ts'
import { waitsFor } from './turns.ts'

export type Recipient = { id: string; email: string; quizType: PerformanceType | '' }
/** `dueAt`: when the first mail may go. `firstTurn`: of the first of these recipients. */
export type LetterMails = { letterId: string; dueAt: number; firstTurn: number }

/**
 * Queues one mail of a letter for each recipient. A person who has one already gets no second row.
 * Returns the domains of the new rows.
 */
export async function queueLetterMails(
  trx: Transaction<Schema>,
  letter: LetterMails,
  recipients: readonly Recipient[],
  now: number,
): Promise<string[]> {
  const rows = recipients.map((recipient, at) =>
    newRow({ ...letter, firstTurn: letter.firstTurn + at }, recipient, now),
  )
  const inserted = await insertRows(trx, 'queue mails of a letter', rows, (values) =>
    trx
      .insertInto('outbox')
      .values(values as Insertable<OutboxTable>[])
      .onConflict((same) =>
        same.columns(['letterId', 'personId']).where('letterId', 'is not', null).doNothing(),
      )
      .returning('domain'),
  )
  return inserted.map(({ domain }) => domain)
}

/** The other columns have defaults, or are null. */
function newRow(
  { letterId, dueAt, firstTurn: turn }: LetterMails,
  { id, email, quizType }: Recipient,
  now: number,
) {
  const domain = domainOf(email)
  return {
    id: newId(),
    personId: id,
    template: 'letter',
    data: quizType === '' ? '{}' : JSON.stringify({ quizType }),
    email,
    domain,
    state: 'due' as const,
    priority: priorities.letter,
    requester: '',
    waits: waitsFor.letter(letterId, providerOf(domain)),
    turn,
    paid: 0,
    createdAt: now,
    dueAt,
    attempts: 0,
    ambiguous: 0,
    handed: 0,
    letterId,
  }
}
