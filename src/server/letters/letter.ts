import type { Transaction } from 'kysely'
import {
  letterOutcomes,
  waitingOf,
  type LanguageLetterCounts,
  type LetterAudience,
  type LetterCounts,
  type LetterOutcome,
  type LetterState,
  type LetterTexts,
  type ProviderLetterCounts,
} from '#contract/letters/letters.ts'
import { maskTexts } from '#contract/address/mask-address.ts'
import type { ActToLog } from '#server/acts/action-log.ts'
import type { Db } from '#server/db/store.ts'
import type { LettersTable } from '#server/db/letter-schema.ts'
import { newId } from '#server/db/new-id.ts'
import type { Schema } from '#server/db/schema.ts'
import { audienceText, storedAudience } from './audience.ts'
import { isSameText, readTexts, writeTexts, writtenTexts } from './texts.ts'

export type Letter = LettersTable & LetterTexts

/** A row of `letters` with the texts of the letter. */
export const letterOf = async (db: Db, row: LettersTable): Promise<Letter> => ({
  ...row,
  texts: await readTexts(db, row.id),
})

/** Null if there is no such letter. */
export async function readLetter(db: Db, id: string): Promise<Letter | null> {
  const row = await db.selectFrom('letters').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? letterOf(db, row) : null
}

export type ListedLetter = Awaited<ReturnType<typeof listLetters>>[number]

/** The newest letters first. */
export const listLetters = (db: Db, { most }: { most: number }) =>
  lettersWithSubject(db)
    .select(['id', 'subject', 'state', 'pausedBy', 'counted'])
    .select(['savedAt', 'plannedAt', 'pausedAt', 'endedAt'])
    .orderBy('id', 'desc')
    .limit(most)
    .execute()

export type StoppedLetter = Awaited<ReturnType<typeof listStoppedLetters>>[number]

/** The letters that stopped by themselves or are held: an operator's own pause needs no attention. */
export const listStoppedLetters = (db: Db) =>
  lettersWithSubject(db)
    .select(['id', 'subject', 'pausedBy', 'pausedAt'])
    .where('state', '=', 'paused')
    .where('pausedBy', '<>', 'operator')
    .orderBy('id', 'desc')
    .execute()

const lettersWithSubject = (db: Db) =>
  db
    .selectFrom('letters')
    .innerJoin('letter_texts', (join) =>
      join
        .onRef('letter_texts.letterId', '=', 'letters.id')
        .onRef('letter_texts.language', '=', 'letters.fallback'),
    )

export const isHeld = ({ state, pausedBy }: Pick<LettersTable, 'state' | 'pausedBy'>): boolean =>
  state === 'paused' && pausedBy === 'held'

/**
 * LETTER-4: what became of a letter's mails, in total, by provider and by the language of the text; the
 * one with the most mails first.
 */
export async function readLetterCounts(
  db: Db,
  letterId: string,
): Promise<{
  total: LetterCounts
  providers: ProviderLetterCounts[]
  languages: LanguageLetterCounts[]
}> {
  const rows = await db
    .selectFrom('letter_counts')
    .select(['provider', 'language', 'outcome', 'count'])
    .where('letterId', '=', letterId)
    .execute()
  const providers = sumBy(rows, ({ provider }) => provider).map(([provider, counts]) => ({
    provider,
    ...counts,
  }))
  const ofMails = rows.filter(({ language }) => language !== '')
  const languages = sumBy(ofMails, ({ language }) => language).map(([language, counts]) => ({
    language,
    ...counts,
  }))
  return { total: sumByOutcome(rows), providers, languages }
}

/** The one with the most mails first. */
const sumBy = <Row extends { outcome: string; count: number }>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): [key: string, counts: LetterCounts][] =>
  [...Map.groupBy(rows, keyOf)]
    .map(([key, of]): [string, LetterCounts] => [key, sumByOutcome(of)])
    .sort(([a, { queued: most }], [b, { queued }]) => queued - most || (a < b ? -1 : 1))

function sumByOutcome(rows: readonly { outcome: string; count: number }[]): LetterCounts {
  const sums = Object.fromEntries(letterOutcomes.map((outcome) => [outcome, 0])) as LetterCounts
  for (const { outcome, count } of rows)
    if (outcome in sums) sums[outcome as LetterOutcome] += count
  return sums
}

/**
 * How many people may have a letter although the store does not know it: it was put back to an earlier
 * time since. Null if the letter is not held.
 */
export const mayHaveIt = (
  letter: Pick<LettersTable, 'state' | 'pausedBy' | 'plannedAt'>,
  counts: LetterCounts,
  now: number,
): number | null => (!isHeld(letter) ? null : (letter.plannedAt ?? 0) > now ? 0 : waitingOf(counts))

/** The waiting mails of all letters in these states. */
export async function countWaitingLetterMails(
  db: Db,
  states: readonly LetterState[] = ['scheduled', 'sending', 'paused'],
): Promise<number> {
  const rows = await db
    .selectFrom('letters')
    .innerJoin('letter_counts', 'letter_counts.letterId', 'letters.id')
    .select(({ fn }) => ['outcome', fn.sum<number>('count').as('count')])
    .where('letters.state', 'in', states)
    .groupBy('outcome')
    .execute()
  return waitingOf(sumByOutcome(rows))
}

/** LETTER-3: the mails that ended in each hour of the clock, oldest first. Times are in ms. */
export const readLetterHours = (db: Db, letterId: string) =>
  db
    .selectFrom('letter_hours')
    .select(['hour', 'sent'])
    .where('letterId', '=', letterId)
    .orderBy('hour')
    .execute()

export type Draft = LetterTexts & { audience: LetterAudience }

/** `by`: the operator, or `shell`. Any text can be saved: the checks come before sending. */
export async function createLetter(
  trx: Transaction<Schema>,
  { audience, ...typed }: Draft,
  by: string,
  now: number,
): Promise<Letter> {
  const { fallback, texts } = writtenTexts(typed)
  const row = await trx
    .insertInto('letters')
    .values({
      id: newId(),
      state: 'draft',
      fallback,
      audience: audienceText(audience),
      revision: 1,
      createdAt: now,
      createdBy: by,
      savedAt: now,
      savedBy: by,
      sendingMs: 0,
      ended: 0,
      windowFrom: 0,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await writeTexts(trx, row.id, texts)
  return { ...row, texts }
}

/**
 * `conflict`: somebody saved, sent or scheduled it since `revision` was read; `letter` is as stored
 * now. `unknown`: there is no such letter.
 */
export type Saved =
  | { outcome: 'saved'; letter: Letter }
  | { outcome: 'conflict'; letter: Letter }
  | { outcome: 'unknown' }

/** Saves a draft if it still has the revision that was edited. A changed text is not tested yet. */
export async function saveLetter(
  trx: Transaction<Schema>,
  { id, revision, audience, ...typed }: Draft & { id: string; revision: number },
  by: string,
  now: number,
): Promise<Saved> {
  const before = await readLetter(trx, id)
  if (!before) return { outcome: 'unknown' }
  const { fallback, texts } = writtenTexts(typed)
  const saved = await trx
    .updateTable('letters')
    .set({
      fallback,
      audience: audienceText(audience),
      revision: revision + 1,
      savedAt: now,
      savedBy: by,
      ...(!isSameText(before, { fallback, texts }) && { testedAt: null }),
    })
    .where('id', '=', id)
    .where('state', '=', 'draft')
    .where('revision', '=', revision)
    .returningAll()
    .executeTakeFirst()
  if (saved) {
    await writeTexts(trx, id, texts)
    return { outcome: 'saved', letter: { ...saved, texts } }
  }
  const letter = await readLetter(trx, id)
  return letter ? { outcome: 'conflict', letter } : { outcome: 'unknown' }
}

/** A new draft with the text and the audience of a letter in any state. Null if it is unknown. */
export async function copyLetter(
  trx: Transaction<Schema>,
  id: string,
  by: string,
  now: number,
): Promise<Letter | null> {
  const letter = await readLetter(trx, id)
  if (!letter) return null
  const { fallback, texts, audience } = letter
  return createLetter(trx, { fallback, texts, audience: storedAudience(audience) }, by, now)
}

/** Returns false if it is no draft. */
export async function deleteDraft(trx: Transaction<Schema>, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('letters')
    .where('id', '=', id)
    .where('state', '=', 'draft')
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Notes that a test of this revision was queued. */
export async function noteTest(
  trx: Transaction<Schema>,
  { id, revision }: Pick<Letter, 'id' | 'revision'>,
  now: number,
): Promise<void> {
  await trx
    .updateTable('letters')
    .set({ testedAt: now })
    .where('id', '=', id)
    .where('revision', '=', revision)
    .execute()
}

/** What the log says of the letter of an act. It contains no address. */
export const letterForLog = (subject: string): NonNullable<ActToLog['details']> => ({
  subject: maskTexts(subject.trim().slice(0, 80)),
})
