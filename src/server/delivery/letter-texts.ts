import type { LetterText } from '#contract/letters.ts'
import type { Db } from '#server/db/open.ts'
import { textOfColumns } from '#server/letters/letter.ts'

/** Reads the text of a letter; throws if it does not exist. */
export type LetterTexts = (letter: { id: string; revision: number }) => Promise<LetterText>

const mostKept = 8

/** Keeps the texts of the last letters, so that a mail does not read its letter again. */
export function openLetterTexts(db: Db): LetterTexts {
  const texts = new Map<string, Promise<LetterText>>()
  return async ({ id, revision }) => {
    const key = `${id} ${revision}`
    const kept = texts.get(key)
    if (kept) return kept
    const text = readText(db, id)
    texts.set(key, text)
    text.catch(() => texts.delete(key))
    const [oldest] = texts.keys()
    if (texts.size > mostKept) texts.delete(oldest!)
    return text
  }
}

const readText = async (db: Db, id: string): Promise<LetterText> =>
  textOfColumns(
    await db
      .selectFrom('letters')
      .select(['subject', 'preview', 'body'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  )
