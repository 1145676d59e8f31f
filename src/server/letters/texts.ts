import type { Transaction } from 'kysely'
import { campaign } from '#campaign'
import type { Language } from '#contract/campaign/languages.ts'
import type { LetterText, LetterTexts } from '#contract/letters/letters.ts'
import type { Db } from '#server/db/store.ts'
import type { Schema } from '#server/db/schema.ts'

/** LETTER-1: the texts of a letter, one in a language (contract/letters/letters.ts). */

export const emptyText: LetterText = { subject: '', preview: '', body: '' }

const isBlank = (text: LetterText) => Object.values(text).every((written) => written.trim() === '')

/**
 * Of texts as they were typed those that somebody has written. A letter with one text goes to
 * everybody in it. Of several, the fallback has one too, if an empty one.
 */
export function writtenTexts({ fallback, texts }: LetterTexts): LetterTexts {
  const written = Object.entries(texts).filter(([, text]) => !isBlank(text))
  const [only] = written
  if (written.length === 1) return { fallback: only![0], texts: Object.fromEntries(written) }
  const ofFallback = texts[fallback] ?? emptyText
  return { fallback, texts: inOrder({ ...Object.fromEntries(written), [fallback]: ofFallback }) }
}

export const isSameText = (one: LetterTexts, other: LetterTexts): boolean =>
  JSON.stringify(writtenTexts(one)) === JSON.stringify(writtenTexts(other))

/** In the order of the campaign's languages; those that it has no more come last. */
function inOrder(texts: LetterTexts['texts']): LetterTexts['texts'] {
  const at = (language: Language) => {
    const index = campaign.languages.indexOf(language)
    return index < 0 ? campaign.languages.length : index
  }
  const sorted = Object.entries(texts).toSorted(
    ([one], [other]) => at(one) - at(other) || (one < other ? -1 : 1),
  )
  return Object.fromEntries(
    sorted.map(([language, { subject, preview, body }]) => [language, { subject, preview, body }]),
  )
}

export async function readTexts(db: Db, letterId: string): Promise<LetterTexts['texts']> {
  const rows = await db
    .selectFrom('letter_texts')
    .selectAll()
    .where('letterId', '=', letterId)
    .execute()
  return inOrder(Object.fromEntries(rows.map(({ language, ...text }) => [language, text])))
}

/** The languages that a letter has a text in. */
export async function readTextLanguages(db: Db, letterId: string): Promise<Language[]> {
  const texts = db.selectFrom('letter_texts').select('language').where('letterId', '=', letterId)
  return (await texts.execute()).map(({ language }) => language)
}

/** Replaces the texts of a letter, whose row the caller has inserted or updated before. */
export async function writeTexts(
  trx: Transaction<Schema>,
  letterId: string,
  texts: LetterTexts['texts'],
): Promise<void> {
  await trx.deleteFrom('letter_texts').where('letterId', '=', letterId).execute()
  await trx
    .insertInto('letter_texts')
    .values(Object.entries(texts).map(([language, text]) => ({ letterId, language, ...text })))
    .execute()
}
