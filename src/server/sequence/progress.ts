import type { Transaction } from 'kysely'
import type { PerformanceType } from '#contract/quiz.ts'
import type { SequenceCopy } from '#contract/sequence.ts'
import type { MailData } from '#server/outbox/outbox.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import type { MailState, Schema, SequencePlacesTable } from '#server/db/schema.ts'
import { afterMail, restartsSequence, newProgress, type Progress } from './steps.ts'

/** A result whose sequence is active from now on. */
export type SequenceStart = { personId: string; confirmed: boolean; type: PerformanceType }

/** While its mail is in one of these states, a step is under way. */
const underWay: readonly MailState[] = ['due', 'sending', 'overdue', 'kept']

/** Gives each person a progress, or goes on from the one that they have. The caller holds these people, and names each once. */
export async function startProgress(
  trx: Transaction<Schema>,
  copy: SequenceCopy,
  starts: readonly SequenceStart[],
  now: number,
): Promise<void> {
  if (starts.length === 0) return
  const known = new Map(
    (
      await trx
        .selectFrom('sequence_places')
        .leftJoin('outbox', 'outbox.id', 'mail_id')
        .selectAll('sequence_places')
        .select(['outbox.state', 'outbox.data', 'outbox.created_at as queuedAt'])
        .where(
          'sequence_places.person_id',
          'in',
          starts.map(({ personId }) => personId),
        )
        .execute()
    ).map((row) => [row.person_id, row]),
  )
  const kept: ProgressRow[] = []
  for (const start of starts) {
    const row = known.get(start.personId)
    const progress = row
      ? await goOn(trx, copy, start, row, now)
      : { ...newProgress, dueAt: start.confirmed ? now : null }
    if (progress) kept.push({ personId: start.personId, progress, mailId: null })
  }
  await writeProgress(trx, kept)
}

type Known = SequencePlacesTable & {
  state: MailState | null
  data: string | null
  queuedAt: number | null
}

/** The progress from now on; null where only the texts of a mail that is queued change: its outcome moves the progress, maybe at this moment. */
async function goOn(
  trx: Transaction<Schema>,
  copy: SequenceCopy,
  { confirmed, type }: SequenceStart,
  row: Known,
  now: number,
): Promise<Progress | null> {
  const { mail_id: mailId, state, data } = row
  const known = progressOf(row)
  const progress =
    state === 'cancelled' ? { ...known, firsts: withoutUnsent(known.firsts, row.queuedAt!) } : known
  const waiting = mailId !== null && state !== null && underWay.includes(state)
  if (restartsSequence(copy, progress, waiting, now)) {
    if (waiting)
      await trx
        .updateTable('outbox')
        .set({ state: 'cancelled', reason: 'replaced by a newer result' })
        .where('id', '=', mailId)
        .where('state', '!=', 'sending')
        .execute()
    return { ...newProgress, firsts: progress.firsts, dueAt: confirmed ? now : null }
  }
  if (!waiting) return { ...progress, dueAt: confirmed ? (progress.dueAt ?? now) : null }
  // A mail that is being sent is rendered anew: see delivery/deliver.ts.
  await trx
    .updateTable('outbox')
    .set({ data: JSON.stringify({ ...(JSON.parse(data ?? '{}') as MailData), quizType: type }) })
    .where('id', '=', mailId)
    .where('state', 'in', underWay)
    .execute()
  return null
}

export type StepMail = { id: string; personId: string; data: MailData }

/** The mail of a step has arrived, as far as anybody can know. One that is no longer the person's own moves nobody. */
export async function stepArrived(
  trx: Transaction<Schema>,
  { id, personId, data: { step = '', afterDays = 0 } }: StepMail,
  now: number,
): Promise<void> {
  const row = await trx
    .selectFrom('sequence_places')
    .selectAll()
    .where('person_id', '=', personId)
    .where('mail_id', '=', id)
    .executeTakeFirst()
  if (!row) return
  const { person_id: _, ...fields } = rowOf({
    personId,
    progress: afterMail(progressOf(row), { name: step, afterDays }, now),
    mailId: null,
  })
  await trx
    .updateTable('sequence_places')
    .set(fields)
    .where('person_id', '=', personId)
    .where('mail_id', '=', id)
    .execute()
}

/** The mail of a step will not leave: what comes instead is asked anew. */
export async function stepCancelled(
  trx: Transaction<Schema>,
  { id, personId }: Pick<StepMail, 'id' | 'personId'>,
  now: number,
): Promise<void> {
  const row = await trx
    .selectFrom('sequence_places')
    .innerJoin('outbox', 'outbox.id', 'mail_id')
    .select(['firsts', 'created_at'])
    .where('sequence_places.person_id', '=', personId)
    .where('mail_id', '=', id)
    .executeTakeFirst()
  if (!row) return
  const firsts = withoutUnsent(JSON.parse(row.firsts) as number[], row.created_at)
  await trx
    .updateTable('sequence_places')
    .set({ mail_id: null, due_at: now, firsts: JSON.stringify(firsts) })
    .where('person_id', '=', personId)
    .where('mail_id', '=', id)
    .execute()
}

/** A first mail is counted when it is queued; one that is cancelled before it leaves counts no more. */
const withoutUnsent = (firsts: readonly number[], queuedAt: number): number[] =>
  firsts.filter((at) => at !== queuedAt)

export type ProgressRow = { personId: string; progress: Progress; mailId: string | null }

/** New places and known ones, in few statements. The caller holds these people. */
export const writeProgress = (trx: Transaction<Schema>, kept: readonly ProgressRow[]) =>
  insertRows(trx, 'write places', kept.map(rowOf), (rows) =>
    trx
      .insertInto('sequence_places')
      .values(rows as SequencePlacesTable[])
      .onConflict((same) =>
        same.column('person_id').doUpdateSet(({ ref }) => ({
          step: ref('excluded.step'),
          step_days: ref('excluded.step_days'),
          first_at: ref('excluded.first_at'),
          last_at: ref('excluded.last_at'),
          due_at: ref('excluded.due_at'),
          mail_id: ref('excluded.mail_id'),
          firsts: ref('excluded.firsts'),
        })),
      ),
  )

export const progressOf = ({
  step,
  step_days: stepDays,
  first_at: firstAt,
  last_at: lastAt,
  due_at: dueAt,
  firsts,
}: Omit<SequencePlacesTable, 'person_id' | 'mail_id'>): Progress => ({
  step,
  stepDays,
  firstAt,
  lastAt,
  dueAt,
  firsts: JSON.parse(firsts) as number[],
})

const rowOf = ({
  personId,
  progress: { step, stepDays, firstAt, lastAt, dueAt, firsts },
  mailId,
}: ProgressRow): SequencePlacesTable => ({
  person_id: personId,
  step,
  step_days: stepDays,
  first_at: firstAt,
  last_at: lastAt,
  due_at: dueAt,
  mail_id: mailId,
  firsts: JSON.stringify(firsts),
})
