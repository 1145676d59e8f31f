import type { LetterText } from '#contract/letters.ts'
import type { Db } from '#server/db/open.ts'
import type { LettersTable } from '#server/db/letter-schema.ts'
import { textOfColumns } from './stored-text.ts'

export type Letter = Omit<LettersTable, 'subject' | 'preview' | 'body'> & { text: LetterText }

export const letterOf = ({ subject, preview, body, ...letter }: LettersTable): Letter => ({
  ...letter,
  text: textOfColumns({ subject, preview, body }),
})

/** Null if there is no such letter. */
export async function readLetter(db: Db, id: string): Promise<Letter | null> {
  const row = await db.selectFrom('letters').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? letterOf(row) : null
}

export type ListedLetter = Awaited<ReturnType<typeof listLetters>>[number]

/** The newest letters first. */
export const listLetters = (db: Db, { most }: { most: number }) =>
  db
    .selectFrom('letters')
    .select(['id', 'subject', 'state', 'pausedBy', 'counted'])
    .select(['savedAt', 'plannedAt', 'pausedAt', 'endedAt'])
    .orderBy('id', 'desc')
    .limit(most)
    .execute()

export type StoppedLetter = Awaited<ReturnType<typeof listStoppedLetters>>[number]

/** The letters that stopped by themselves: an operator's own pause needs no attention. */
export const listStoppedLetters = (db: Db) =>
  db
    .selectFrom('letters')
    .select(['id', 'subject', 'pausedBy', 'pausedAt'])
    .where('state', '=', 'paused')
    .where('pausedBy', '<>', 'operator')
    .orderBy('id', 'desc')
    .execute()
