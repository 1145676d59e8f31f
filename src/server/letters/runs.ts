import type { Insertable, Transaction } from 'kysely'
import { languageToRead } from '#contract/letters/letters.ts'
import type { LettersTable } from '#server/db/letter-schema.ts'
import { newId } from '#server/db/new-id.ts'
import { countInserted } from '#server/db/rows.ts'
import { isPostgres } from '#server/db/locks.ts'
import type { OutboxTable } from '#server/db/outbox-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import { budgetDomain, domainOf } from '#server/outbox/budget-domain.ts'
import { addToLetterCounts } from '#server/outbox/letter-counts.ts'
import { priorities } from '#server/outbox/outbox.ts'
import { waitsFor } from '#server/outbox/turns.ts'
import {
  byProvider,
  searchRecipients,
  type AudiencePart,
  type Recipient,
  type Run,
} from './audience.ts'
import { readTextLanguages } from './texts.ts'

/*
 * LETTER-2: a letter is fed to the outbox, not queued at once. When send is pressed it gets a run for
 * each provider of its audience. While few of its mails are ready, a claim takes the next people of a
 * run, inserts their mails and moves the run's cursor in one transaction (lanes.ts), so that a process
 * that is killed has forgotten nobody. The outbox has one row for each letter and person, so nobody
 * gets two. A run ends with its last person, and is deleted with the end of its letter.
 */

/** Begins the runs of a letter, in the transaction that froze its audience. */
export async function beginRuns(
  trx: Transaction<Schema>,
  { id: letterId, fallback }: Pick<LettersTable, 'id' | 'fallback'>,
  parts: readonly AudiencePart[],
): Promise<void> {
  if (parts.length === 0) return
  const runs = byProvider(parts)
  const begun = runs.map((run) => ({ letterId, ...run, fed: 0, cursor: '', endedAt: null }))
  await trx.insertInto('letter_runs').values(begun).execute()
  const languages = await readTextLanguages(trx, letterId)
  const outcome = 'queued'
  for (const { provider, language, people: count } of parts)
    await addToLetterCounts(trx, [
      {
        letterId,
        provider,
        language: languageToRead({ fallback, languages }, language),
        outcome,
        count,
      },
    ])
}

/**
 * Keeps a run from being deleted until the commit, so that a mail can return to it. If the runs of its
 * letter were deleted, it begins one that feeds nobody. Returns false where another server is about to
 * delete it.
 */
export async function keepRun(trx: Transaction<Schema>, key: Run, now: number): Promise<boolean> {
  const run = runAt(trx, key).select('provider')
  const kept = isPostgres(trx) ? run.forKeyShare().skipLocked() : run
  if (await kept.executeTakeFirst()) return true
  if (await run.executeTakeFirst()) return false
  await trx
    .insertInto('letter_runs')
    .values({ ...key, people: 0, fed: 0, cursor: '', endedAt: now })
    .onConflict((same) => same.doNothing())
    .execute()
  return true
}

/** Waits for claims that feed the runs of a letter or return mails to them, and keeps others from it. */
export async function lockRuns(trx: Transaction<Schema>, letterId: string): Promise<void> {
  if (!isPostgres(trx)) return
  const runs = trx.selectFrom('letter_runs').select('provider').where('letterId', '=', letterId)
  await runs.orderBy('provider').forUpdate().execute()
}

/** Returns what the ready mails of the letter wait for. */
export async function deleteRuns(trx: Transaction<Schema>, letterId: string): Promise<string[]> {
  await lockRuns(trx, letterId)
  const runs = trx.deleteFrom('letter_runs').where('letterId', '=', letterId)
  const deleted = await runs.returning('provider').execute()
  return deleted.map(({ provider }) => waitsFor.letter(letterId, provider))
}

const runAt = (trx: Transaction<Schema>, { letterId, provider }: Run) =>
  trx.selectFrom('letter_runs').where('letterId', '=', letterId).where('provider', '=', provider)

export type FedLetter = Pick<LettersTable, 'id' | 'audience' | 'frozenAt' | 'fallback'>
/** People whose mails one step inserts. */
const peopleOfStep = 64

/**
 * Inserts the mails of the next people of a run; returns how many. `isOver`: nobody is left, or
 * another server is at the run. If it is false, a step without mails may be followed by others.
 */
export async function feedRun(
  trx: Transaction<Schema>,
  letter: FedLetter,
  provider: string,
  now: number,
): Promise<{ mails: number; isOver: boolean }> {
  const key = { letterId: letter.id, provider }
  const run = await lockRun(trx, key)
  if (!run) return { mails: 0, isOver: true }
  const search = { run: key, after: run.cursor, most: peopleOfStep }
  const { people, passed } = await searchRecipients(trx, letter, search, now)
  const mails = await insertMails(trx, letter, { provider, people, fed: run.fed }, now)
  const fed = run.fed + mails
  const isOver = passed === null
  await setRun(trx, key, { fed, cursor: passed ?? run.cursor, endedAt: isOver ? now : null })
  if (isOver) await countMissing(trx, key, run.people - fed)
  return { mails, isOver }
}

/**
 * Inserts the mail of one more person, at none of the domains `without`, before their turn: in a
 * pause such a mail asks what an answer meant. The run passes them later without a second mail.
 * Returns whether there is one.
 */
export async function feedAhead(
  trx: Transaction<Schema>,
  letter: FedLetter,
  { provider, without }: { provider: string; without: readonly string[] },
  now: number,
): Promise<boolean> {
  const key = { letterId: letter.id, provider }
  const run = await lockRun(trx, key)
  if (!run) return false
  const ahead = { without: without.map(budgetDomain) }
  const search = { run: key, after: run.cursor, most: 1, ahead }
  const { people } = await searchRecipients(trx, letter, search, now)
  const mails = await insertMails(trx, letter, { provider, people, fed: run.fed }, now)
  if (mails > 0) await setRun(trx, key, { fed: run.fed + mails })
  return mails > 0
}

/** A run that is not over. On Postgres another server that is at it counts as its end for now. */
function lockRun(trx: Transaction<Schema>, key: Run) {
  const run = runAt(trx, key).select(['cursor', 'fed', 'people']).where('endedAt', 'is', null)
  return (isPostgres(trx) ? run.forNoKeyUpdate().skipLocked() : run).executeTakeFirst()
}

const setRun = (
  trx: Transaction<Schema>,
  { letterId, provider }: Run,
  values: Partial<Schema['letter_runs']>,
) =>
  trx
    .updateTable('letter_runs')
    .set(values)
    .where('letterId', '=', letterId)
    .where('provider', '=', provider)
    .execute()

/**
 * At the end of a run: people who left or were erased before their turn are skipped. The few who were
 * counted neither then nor now belong to the letter too: a clock was ahead when they confirmed.
 */
const countMissing = (trx: Transaction<Schema>, key: Run, missing: number) =>
  missing === 0
    ? Promise.resolve()
    : addToLetterCounts(trx, [
        {
          ...key,
          language: '',
          outcome: missing > 0 ? 'skipped' : 'queued',
          count: Math.abs(missing),
        },
      ])

/**
 * One mail for each recipient, in the text of their language now; a person who has one already gets no
 * second row. They have the turns after the mails that the run has fed. Returns how many there are.
 */
async function insertMails(
  trx: Transaction<Schema>,
  { id: letterId, fallback }: FedLetter,
  { provider, people, fed }: { provider: string; people: readonly Recipient[]; fed: number },
  now: number,
): Promise<number> {
  const languages = await readTextLanguages(trx, letterId)
  const rows = people.map((person, index) => ({
    ...newMail(person, now),
    waits: waitsFor.letter(letterId, provider),
    turn: fed + index + 1,
    letterId,
    letterLanguage: languageToRead({ fallback, languages }, person.language),
  }))
  return countInserted(trx, 'mails of a letter', rows, (values) =>
    trx
      .insertInto('outbox')
      .values(values as Insertable<OutboxTable>[])
      .onConflict((same) =>
        same.columns(['letterId', 'personId']).where('letterId', 'is not', null).doNothing(),
      ),
  )
}

/** The other columns have defaults, or are null. */
const newMail = ({ id, email, quizType }: Recipient, now: number) => ({
  id: newId(),
  personId: id,
  template: 'letter',
  data: quizType === '' ? '{}' : JSON.stringify({ quizType }),
  email,
  domain: domainOf(email),
  state: 'due' as const,
  priority: priorities.letter,
  requester: '',
  paid: 0,
  createdAt: now,
  dueAt: now,
  attempts: 0,
  ambiguous: 0,
  handed: 0,
})
