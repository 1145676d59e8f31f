import { sql, type Transaction } from 'kysely'
import type { SequenceCopy } from '#contract/sequence.ts'
import { stepCancelled } from '#server/sequence/progress.ts'
import type { Store } from '#server/db/open.ts'
import type { MailState, Schema } from '#server/db/schema.ts'
import { smallTransactions } from '#server/db/small-transactions.ts'
import type { MailData } from '#server/outbox/outbox.ts'
import { waitsFor } from '#server/outbox/turns.ts'
import { whyUnwanted } from './eligibility.ts'

/** `skipped`: the number of mails that must not be sent any more, by reason. */
export type Retried = { mails: number; skipped: Record<string, number> }

const retriedStates = ['uncertain', 'dead'] as const satisfies MailState[]

/**
 * Retries dead and uncertain mails that are still wanted, in small steps. `first_reason` keeps why
 * they failed before.
 */
export async function retryMails(
  store: Store,
  sequence: SequenceCopy | null,
  now: number,
): Promise<Retried> {
  const done: Retried = { mails: 0, skipped: {} }
  for (const state of retriedStates) {
    for await (const reason of retryAll(store, { state, sequence }, now)) {
      if (reason === null) done.mails++
      else done.skipped[reason] = (done.skipped[reason] ?? 0) + 1
    }
  }
  return done
}

/** Yields for each mail null where it is retried, or why it is not. */
async function* retryAll(
  store: Store,
  which: Pick<Step, 'state' | 'sequence'>,
  now: number,
): AsyncGenerator<string | null> {
  const steps = smallTransactions(store)
  for (let after: Cursor | undefined = { due_at: -1, id: '' }; after;) {
    const from: Cursor = after
    const rows = await steps.step((trx) =>
      retrySome(trx, { ...which, after: from, most: steps.rows() }, now),
    )
    for (const { reason } of rows) yield reason
    after = rows.at(-1)
  }
}

type Cursor = { due_at: number; id: string }
type Step = { state: MailState; after: Cursor; most: number; sequence: SequenceCopy | null }

/**
 * Does not retry a mail twice that a server tries and fails again meanwhile. A sequence that waits
 * for an unwanted mail continues.
 */
async function retrySome(
  trx: Transaction<Schema>,
  { state, after, most, sequence }: Step,
  now: number,
): Promise<(Cursor & { reason: string | null })[]> {
  const rows = await readFailed(trx, { state, after, most }, now)
  const checked = rows.map((row) => ({
    id: row.id,
    due_at: row.due_at,
    reason: whyUnwanted({ ...row, data: JSON.parse(row.data) as MailData }, row, sequence),
    stepOf: row.stepMail === row.id ? row.person_id : null,
  }))
  const wanted = checked.filter(({ reason }) => reason === null).map(({ id }) => id)
  if (wanted.length > 0) {
    await trx
      .updateTable('outbox')
      .set({
        state: 'due',
        ...startOver(now),
        first_reason: sql`coalesce(first_reason, reason)`,
        reason: null,
      })
      .where('id', 'in', wanted)
      .where('state', '=', state)
      .execute()
  }
  for (const { id, reason, stepOf } of checked)
    if (reason !== null && stepOf !== null)
      await cancelStep(trx, { id, personId: stepOf }, reason, now)
  return checked
}

/** Mails in this state, with their people, after a position. */
const readFailed = (
  trx: Transaction<Schema>,
  { state, after, most }: Omit<Step, 'sequence'>,
  now: number,
) =>
  trx
    .selectFrom('outbox')
    .innerJoin('people', 'people.id', 'outbox.person_id')
    .leftJoin('sequence_places', 'sequence_places.person_id', 'people.id')
    .select([
      'outbox.id',
      'outbox.person_id',
      'outbox.template',
      'outbox.created_at',
      'outbox.due_at',
      'outbox.data',
      'people.state',
      'people.left_at',
      'sequence_places.mail_id as stepMail',
    ])
    .where('outbox.state', '=', state)
    .where('outbox.due_at', '>=', after.due_at)
    .where(({ or, and, eb }) =>
      or([
        eb('outbox.due_at', '>', after.due_at),
        and([eb('outbox.due_at', '=', after.due_at), eb('outbox.id', '>', after.id)]),
      ]),
    )
    .where(({ or, eb }) =>
      or([eb('outbox.due_at', '<', now), eb('outbox.first_reason', 'is', null)]),
    )
    .orderBy('outbox.due_at')
    .orderBy('outbox.id')
    .limit(most)
    .execute()

/** Its sequence waits for this mail, and continues without it. */
async function cancelStep(
  trx: Transaction<Schema>,
  mail: { id: string; personId: string },
  reason: string,
  now: number,
): Promise<void> {
  await trx
    .updateTable('outbox')
    .set({ state: 'cancelled', reason })
    .where('id', '=', mail.id)
    .execute()
  await stepCancelled(trx, mail, now)
}

/** The fields of a mail that the operator approves: it starts over. */
export const startOver = (now: number) => ({
  due_at: now,
  waits: waitsFor.time,
  attempts: 0,
  ambiguous: 0,
  handed: 0 as const,
  rendered: null,
})

export function describeRetried({ mails, skipped }: Retried): string[] {
  const reasons = Object.entries(skipped)
  const count = reasons.reduce((sum, [, number]) => sum + number, 0)
  return [
    `${mails} ${mails === 1 ? 'mail is' : 'mails are'} tried again.`,
    ...(count === 0
      ? []
      : [
          `${count} ${count === 1 ? 'is' : 'are'} not: ${reasons.map(([reason, number]) => `${number} × ${reason}`).join(', ')}.`,
        ]),
  ]
}
