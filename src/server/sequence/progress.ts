import type { Transaction } from 'kysely'
import type { PerformanceType } from '#contract/quiz/quiz.ts'
import type { SequenceCopy } from '#contract/quiz/sequence.ts'
import type { MailData } from '#server/outbox/outbox.ts'
import { insertRows } from '#server/db/rows.ts'
import type { MailState } from '#server/db/outbox-schema.ts'
import type { SequencePlacesTable } from '#server/db/quiz-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import { afterMail, newProgress, restartsSequence, type Progress } from './steps.ts'

/** A quiz result whose sequence becomes the person's active one. */
export type SequenceStart = { personId: string; confirmed: boolean; type: PerformanceType }

/** A step is pending while its mail is in one of these states. */
const pendingStates: readonly MailState[] = ['due', 'sending', 'overdue', 'kept']

/** Starts a person's progress, or continues from the one stored. The caller has locked them. */
export async function startProgress(
  trx: Transaction<Schema>,
  copy: SequenceCopy,
  start: SequenceStart,
  now: number,
): Promise<void> {
  const { personId, confirmed } = start
  const row = await trx
    .selectFrom('sequence_places')
    .leftJoin('outbox', 'outbox.id', 'mailId')
    .selectAll('sequence_places')
    .select(['outbox.state', 'outbox.data', 'outbox.createdAt as queuedAt'])
    .where('sequence_places.personId', '=', personId)
    .executeTakeFirst()
  const progress = row
    ? await continueProgress(trx, copy, start, row, now)
    : { ...newProgress, dueAt: confirmed ? now : null }
  if (progress) await writeProgress(trx, [{ personId, progress, mailId: null }])
}

type StoredProgress = SequencePlacesTable & {
  state: MailState | null
  data: string | null
  queuedAt: number | null
}

/**
 * The progress with a newer result. Null if only the texts of a pending mail change: recording that
 * mail's outcome changes the progress, perhaps at the same time.
 */
async function continueProgress(
  trx: Transaction<Schema>,
  copy: SequenceCopy,
  { confirmed, type }: SequenceStart,
  row: StoredProgress,
  now: number,
): Promise<Progress | null> {
  const { mailId, state, data } = row
  const stored = progressOf(row)
  const progress =
    state === 'cancelled'
      ? { ...stored, firstMailsAt: withoutMailAt(stored.firstMailsAt, row.queuedAt!) }
      : stored
  const isPending = mailId !== null && state !== null && pendingStates.includes(state)
  if (restartsSequence(copy, progress, isPending, now)) {
    if (isPending) await cancelReplacedMail(trx, mailId)
    return {
      ...newProgress,
      firstMailsAt: progress.firstMailsAt,
      dueAt: confirmed ? now : null,
    }
  }
  if (!isPending) return { ...progress, dueAt: confirmed ? (progress.dueAt ?? now) : null }
  // A mail that is being sent is rendered again if its type changes meanwhile.
  await trx
    .updateTable('outbox')
    .set({ data: JSON.stringify({ ...(JSON.parse(data ?? '{}') as MailData), quizType: type }) })
    .where('id', '=', mailId)
    .where('state', 'in', pendingStates)
    .execute()
  return null
}

const cancelReplacedMail = (trx: Transaction<Schema>, mailId: string) =>
  trx
    .updateTable('outbox')
    .set({ state: 'cancelled', reason: 'replaced by a newer result' })
    .where('id', '=', mailId)
    .where('state', '!=', 'sending')
    .execute()

export type StepMail = { id: string; personId: string; data: MailData }

/**
 * Records that a step's mail has arrived, as far as is known. A replaced sequence's mail changes
 * nothing.
 */
export async function stepArrived(
  trx: Transaction<Schema>,
  { id, personId, data: { step = '', afterDays = 0 } }: StepMail,
  now: number,
): Promise<void> {
  const row = await trx
    .selectFrom('sequence_places')
    .selectAll()
    .where('personId', '=', personId)
    .where('mailId', '=', id)
    .executeTakeFirst()
  if (!row) return
  const { personId: _, ...fields } = rowOf({
    personId,
    progress: afterMail(progressOf(row), { name: step, afterDays }, now),
    mailId: null,
  })
  await trx
    .updateTable('sequence_places')
    .set(fields)
    .where('personId', '=', personId)
    .where('mailId', '=', id)
    .execute()
}

/** Records that a step's mail will not leave. The next step is planned again right away. */
export async function stepCancelled(
  trx: Transaction<Schema>,
  { id, personId }: Pick<StepMail, 'id' | 'personId'>,
  now: number,
): Promise<void> {
  const row = await trx
    .selectFrom('sequence_places')
    .innerJoin('outbox', 'outbox.id', 'mailId')
    .select(['firsts', 'createdAt'])
    .where('sequence_places.personId', '=', personId)
    .where('mailId', '=', id)
    .executeTakeFirst()
  if (!row) return
  const firsts = withoutMailAt(JSON.parse(row.firsts) as number[], row.createdAt)
  await trx
    .updateTable('sequence_places')
    .set({ mailId: null, dueAt: now, firsts: JSON.stringify(firsts) })
    .where('personId', '=', personId)
    .where('mailId', '=', id)
    .execute()
}

/** A first mail counts from the time it is queued, unless it is cancelled before it leaves. */
const withoutMailAt = (firstMailsAt: readonly number[], queuedAt: number): number[] =>
  firstMailsAt.filter((at) => at !== queuedAt)

export type ProgressRow = { personId: string; progress: Progress; mailId: string | null }

/** Inserts or updates in few statements. The caller has locked these people. */
export const writeProgress = (trx: Transaction<Schema>, changed: readonly ProgressRow[]) =>
  insertRows(trx, 'write sequence progress', changed.map(rowOf), (rows) =>
    trx
      .insertInto('sequence_places')
      .values(rows as SequencePlacesTable[])
      .onConflict((same) =>
        same.column('personId').doUpdateSet(({ ref }) => ({
          step: ref('excluded.step'),
          stepDays: ref('excluded.stepDays'),
          firstAt: ref('excluded.firstAt'),
          lastAt: ref('excluded.lastAt'),
          dueAt: ref('excluded.dueAt'),
          mailId: ref('excluded.mailId'),
          firsts: ref('excluded.firsts'),
        })),
      ),
  )

export const progressOf = ({
  step,
  stepDays,
  firstAt,
  lastAt,
  dueAt,
  firsts,
}: Omit<SequencePlacesTable, 'personId' | 'mailId'>): Progress => ({
  step,
  stepDays,
  firstAt,
  lastAt,
  dueAt,
  firstMailsAt: JSON.parse(firsts) as number[],
})

const rowOf = ({
  personId,
  progress: { step, stepDays, firstAt, lastAt, dueAt, firstMailsAt },
  mailId,
}: ProgressRow): SequencePlacesTable => ({
  personId,
  step,
  stepDays,
  firstAt,
  lastAt,
  dueAt,
  mailId,
  firsts: JSON.stringify(firstMailsAt),
})
