import { sql, type Kysely, type Transaction } from 'kysely'
import type { SequenceCopy } from '#contract/quiz/sequence.ts'
import { plural } from '#contract/english.ts'
import { stepCancelled } from '#server/sequence/progress.ts'
import type { Db, Store } from '#server/db/store.ts'
import type { MailState } from '#server/db/outbox-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import { smallTransactions } from '#server/db/transaction.ts'
import type { MailData } from '#server/outbox/outbox.ts'
import { waitsFor } from '#server/outbox/turns.ts'
import { whyUnwanted } from './eligibility.ts'
import { failureKind, hasFailed, type FailureKind } from './failures.ts'

/** `skipped`: the number of mails that must not be sent any more, by reason. */
export type Retried = { mails: number; skipped: Record<string, number> }
/** One mail, or all that failed in the same way; without either all. */
export type WhichFailed = { mail?: string | undefined; kind?: FailureKind | undefined }

const failedStates = ['uncertain', 'dead'] as const satisfies MailState[]

/**
 * Retries dead and uncertain mails that are still wanted, in small steps. `firstReason` keeps why
 * they failed before.
 */
export async function retryMails(
  store: Store,
  sequence: SequenceCopy | null,
  now: number,
  which: WhichFailed = {},
): Promise<Retried> {
  const steps = smallTransactions(store)
  return countChecked((page) => {
    const step = { ...page, which, sequence, most: steps.rows() }
    return steps.step((trx) => retrySome(trx, step, now))
  })
}

/** What `retryMails` would do now. */
export const previewRetry = (
  db: Db,
  sequence: SequenceCopy | null,
  now: number,
  which: WhichFailed = {},
): Promise<Retried> =>
  countChecked((page) => checkSome(db, { ...page, which, sequence, most: 500 }, now))

/** Goes through the pages of all failed mails. */
async function countChecked(
  checkPage: (page: Pick<Step, 'state' | 'after'>) => Promise<Checked>,
): Promise<Retried> {
  const done: Retried = { mails: 0, skipped: {} }
  for (const state of failedStates)
    for (let after: Cursor | undefined = { dueAt: -1, id: '' }; after;) {
      const { checked, last }: Checked = await checkPage({ state, after })
      addTo(done, checked)
      after = last
    }
  return done
}

function addTo(done: Retried, checked: Checked['checked']): void {
  for (const { reason } of checked) {
    if (reason === null) done.mails++
    else done.skipped[reason] = (done.skipped[reason] ?? 0) + 1
  }
}

type Cursor = { dueAt: number; id: string }
type Step = {
  state: MailState
  after: Cursor
  most: number
  which: WhichFailed
  sequence: SequenceCopy | null
}
/** `reason`: why a mail is not retried; null where it is. `last`: the end of the page. */
type Checked = {
  checked: { id: string; reason: string | null; stepOf: string | null }[]
  last: Cursor | undefined
}

async function checkSome(db: Kysely<Schema>, step: Step, now: number): Promise<Checked> {
  const { which, sequence } = step
  const rows = await readFailed(db, step, now)
  const checked = rows
    .filter((row) => which.kind === undefined || failureKind(row) === which.kind)
    .map((row) => ({
      id: row.id,
      reason: whyUnwanted(
        { ...row, data: JSON.parse(row.data) as MailData },
        { ...row, state: row.personState },
        sequence,
        now,
      ),
      stepOf: row.stepMail === row.id ? row.personId : null,
    }))
  return { checked, last: rows.at(-1) }
}

/**
 * Does not retry a mail twice that a server tries and fails again meanwhile. A sequence that waits
 * for an unwanted mail continues.
 */
async function retrySome(trx: Transaction<Schema>, step: Step, now: number): Promise<Checked> {
  const page = await checkSome(trx, step, now)
  const wanted = page.checked.filter(({ reason }) => reason === null).map(({ id }) => id)
  if (wanted.length > 0) {
    await trx
      .updateTable('outbox')
      .set({
        state: 'due',
        ...startOver(now),
        firstReason: sql`coalesce("firstReason", reason)`,
        reason: null,
      })
      .where('id', 'in', wanted)
      .where('state', '=', step.state)
      .execute()
  }
  for (const { id, reason, stepOf } of page.checked)
    if (reason !== null && stepOf !== null)
      await cancelStep(trx, { id, personId: stepOf }, reason, now)
  return page
}

/** Mails in this state, with their people, after a position. */
const readFailed = (
  db: Kysely<Schema>,
  { state, after, most, which }: Omit<Step, 'sequence'>,
  now: number,
) =>
  db
    .selectFrom('outbox')
    .innerJoin('people', 'people.id', 'outbox.personId')
    .leftJoin('sequence_places', 'sequence_places.personId', 'people.id')
    .select([
      'outbox.id',
      'outbox.personId',
      'outbox.template',
      'outbox.createdAt',
      'outbox.dueAt',
      'outbox.data',
      'outbox.state',
      'outbox.reason',
      'outbox.firstReason',
      'people.state as personState',
      'people.leftAt',
      'people.mailSuspendedUntil',
      'sequence_places.mailId as stepMail',
    ])
    .where(hasFailed)
    .where('outbox.state', '=', state)
    .$if(which.mail !== undefined, (mails) => mails.where('outbox.id', '=', which.mail!))
    .where('outbox.dueAt', '>=', after.dueAt)
    .where(({ or, and, eb }) =>
      or([
        eb('outbox.dueAt', '>', after.dueAt),
        and([eb('outbox.dueAt', '=', after.dueAt), eb('outbox.id', '>', after.id)]),
      ]),
    )
    .where(({ or, eb }) => or([eb('outbox.dueAt', '<', now), eb('outbox.firstReason', 'is', null)]))
    .orderBy('outbox.dueAt')
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
  dueAt: now,
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
    `${mails} ${plural(mails, 'mail is', 'mails are')} tried again.`,
    ...(count === 0
      ? []
      : [
          `${count} ${plural(count, 'is', 'are')} not: ${reasons.map(([reason, number]) => `${number} × ${reason}`).join(', ')}.`,
        ]),
  ]
}
