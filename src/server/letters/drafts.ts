import { newId } from '#server/db/new-id.ts'
import { sql, type Transaction } from 'kysely'
import type { LetterText } from '#contract/letters.ts'
import type { LettersTable } from '#server/db/letter-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import type { LetterAudience } from '#contract/letters.ts'
import { audienceText } from './audience.ts'
import { letterOf, readLetter, type Letter } from './letter.ts'
import { columnsOfText } from './stored-text.ts'

export type Draft = { text: LetterText; audience: LetterAudience }

/** `by`: the operator, or `shell`. Any text can be saved: the checks come before sending. */
export async function createLetter(
  trx: Transaction<Schema>,
  { text, audience }: Draft,
  by: string,
  now: number,
): Promise<Letter> {
  return insertDraft(trx, { text, audience: audienceText(audience) }, by, now)
}

async function insertDraft(
  trx: Transaction<Schema>,
  { text, audience }: { text: LetterText } & Pick<LettersTable, 'audience'>,
  by: string,
  now: number,
): Promise<Letter> {
  const row = await trx
    .insertInto('letters')
    .values({
      id: newId(),
      state: 'draft',
      ...columnsOfText(text),
      audience,
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
  return letterOf(row)
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
  { id, revision, text, audience }: Draft & { id: string; revision: number },
  by: string,
  now: number,
): Promise<Saved> {
  const { subject, preview, body } = columnsOfText(text)
  const saved = await trx
    .updateTable('letters')
    .set({
      subject,
      preview,
      body,
      audience: audienceText(audience),
      revision: revision + 1,
      savedAt: now,
      savedBy: by,
      testedAt: sql`case when subject = ${subject} and preview = ${preview} and body = ${body} then "testedAt" end`,
    })
    .where('id', '=', id)
    .where('state', '=', 'draft')
    .where('revision', '=', revision)
    .returningAll()
    .executeTakeFirst()
  if (saved) return { outcome: 'saved', letter: letterOf(saved) }
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
  return letter && insertDraft(trx, letter, by, now)
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
