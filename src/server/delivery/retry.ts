import { sql, type Transaction } from 'kysely'
import type { SequenceCopy } from '#contract/sequence.ts'
import { stepCancelled } from '#server/sequence/progress.ts'
import type { Store } from '#server/db/open.ts'
import type { MailState, Schema } from '#server/db/schema.ts'
import { smallTransactions } from '#server/db/small-transactions.ts'
import type { MailData } from '#server/outbox/outbox.ts'
import { waitsFor } from '#server/outbox/turns.ts'
import { unwanted } from './wanted.ts'

/** `unwanted`: mails that stay as they are, by the reason why they must not leave any more. */
export type Retried = { mails: number; unwanted: Record<string, number> }

const retried = ['uncertain', 'dead'] as const satisfies MailState[]

/** Sends dead and uncertain mails again whose people still want them, in small steps. The reason why they ended is kept as the first. */
export async function retryMails(
  store: Store,
  sequence: SequenceCopy | null,
  now: number,
): Promise<Retried> {
  const done: Retried = { mails: 0, unwanted: {} }
  for (const state of retried) {
    for await (const reason of retryAll(store, { state, sequence }, now)) {
      if (reason === null) done.mails++
      else done.unwanted[reason] = (done.unwanted[reason] ?? 0) + 1
    }
  }
  return done
}

/** For each mail: null where it is tried again, or why not. */
async function* retryAll(
  store: Store,
  which: Pick<Step, 'state' | 'sequence'>,
  now: number,
): AsyncGenerator<string | null> {
  const steps = smallTransactions(store)
  for (let after: Place | undefined = { due_at: -1, id: '' }; after;) {
    const from: Place = after
    const rows = await steps.step((trx) =>
      retrySome(trx, { ...which, after: from, most: steps.rows() }, now),
    )
    for (const { reason } of rows) yield reason
    after = rows.at(-1)
  }
}

type Place = { due_at: number; id: string }
type Step = { state: MailState; after: Place; most: number; sequence: SequenceCopy | null }

/** A mail that a server tries and loses again meanwhile is not met a second time. A sequence that waits for one that is not wanted goes on. */
async function retrySome(
  trx: Transaction<Schema>,
  { state, after, most, sequence }: Step,
  now: number,
): Promise<(Place & { reason: string | null })[]> {
  const rows = await trx
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
  const judged = rows.map((row) => ({
    id: row.id,
    due_at: row.due_at,
    reason: unwanted({ ...row, data: JSON.parse(row.data) as MailData }, row, sequence),
    stepOf: row.stepMail === row.id ? row.person_id : null,
  }))
  const wanted = judged.filter(({ reason }) => reason === null).map(({ id }) => id)
  if (wanted.length > 0) {
    await trx
      .updateTable('outbox')
      .set({
        state: 'due',
        ...anew(now),
        first_reason: sql`coalesce(first_reason, reason)`,
        reason: null,
      })
      .where('id', 'in', wanted)
      .where('state', '=', state)
      .execute()
  }
  for (const { id, reason, stepOf } of judged)
    if (reason !== null && stepOf !== null) {
      await trx
        .updateTable('outbox')
        .set({ state: 'cancelled', reason })
        .where('id', '=', id)
        .execute()
      await stepCancelled(trx, { id, personId: stepOf }, now)
    }
  return judged
}

/** A mail to which the operator says yes begins all its tries anew. */
export const anew = (now: number) => ({
  due_at: now,
  waits: waitsFor.time,
  attempts: 0,
  ambiguous: 0,
  handed: 0 as const,
  rendered: null,
})

export function describeRetried({ mails, unwanted: reasons }: Retried): string[] {
  const stay = Object.entries(reasons)
  const count = stay.reduce((sum, [, number]) => sum + number, 0)
  return [
    `${mails} ${mails === 1 ? 'mail is' : 'mails are'} tried again.`,
    ...(count === 0
      ? []
      : [
          `${count} ${count === 1 ? 'is' : 'are'} not: ${stay.map(([reason, number]) => `${number} × ${reason}`).join(', ')}.`,
        ]),
  ]
}
