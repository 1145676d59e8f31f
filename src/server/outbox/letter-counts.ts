import { sql, type Transaction } from 'kysely'
import type { Language } from '#contract/campaign/languages.ts'
import type { LetterOutcome } from '#contract/letters/letters.ts'
import { insertRows } from '#server/db/rows.ts'
import type { LetterCountsTable } from '#server/db/letter-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import { providerOf } from './large-providers.ts'

/**
 * One mail of a letter, and the language of its text. Only the provider of `domain` is stored.
 */
export type LetterEvent = {
  letterId: string
  letterLanguage: Language | null
  domain: string
  outcome: LetterOutcome
}

/** Adds events to `letter_counts`, in the transaction of what they count; with -1 it takes them back. */
export const countLetterMails = (
  trx: Transaction<Schema>,
  events: readonly LetterEvent[],
  by: 1 | -1 = 1,
): Promise<void> => addToLetterCounts(trx, sumOf(events, by))

export async function addToLetterCounts(
  trx: Transaction<Schema>,
  rows: readonly LetterCountsTable[],
): Promise<void> {
  await insertRows(trx, 'count letter mails', rows, (values) =>
    trx
      .insertInto('letter_counts')
      .values(values as LetterCountsTable[])
      .onConflict((same) =>
        same
          .columns(['letterId', 'provider', 'language', 'outcome'])
          .doUpdateSet({ count: sql`letter_counts.count + excluded.count` }),
      ),
  )
}

export type LetterMailRow = Omit<LetterEvent, 'letterId' | 'outcome'> & { letterId: string | null }

/** Counts those of these mails that belong to a letter, and will not be sent. */
export const countSkipped = (
  trx: Transaction<Schema>,
  mails: readonly LetterMailRow[],
): Promise<void> => countOfLetters(trx, mails, 'skipped')

/** Counts those of these mails that belong to a letter. */
export const countOfLetters = (
  trx: Transaction<Schema>,
  mails: readonly LetterMailRow[],
  outcome: LetterOutcome,
  by: 1 | -1 = 1,
): Promise<void> =>
  countLetterMails(
    trx,
    mails.flatMap(({ letterId, letterLanguage, domain }) =>
      letterId === null ? [] : [{ letterId, letterLanguage, domain, outcome }],
    ),
    by,
  )

/** Counts a person who left by the link in a mail of a letter. Old mails are deleted. */
export async function countLeft(
  trx: Transaction<Schema>,
  { letterId, personId, domain }: { letterId: string; personId: string; domain: string },
): Promise<void> {
  const mail = await trx
    .selectFrom('outbox')
    .select('letterLanguage')
    .where('letterId', '=', letterId)
    .where('personId', '=', personId)
    .executeTakeFirst()
  const letterLanguage = mail?.letterLanguage ?? null
  await countLetterMails(trx, [{ letterId, letterLanguage, domain, outcome: 'left' }])
}

/** In sorted order, so that two writers cannot deadlock. */
function sumOf(events: readonly LetterEvent[], by: 1 | -1): LetterCountsTable[] {
  const rows = new Map<string, LetterCountsTable>()
  for (const { letterId, letterLanguage, domain, outcome } of events) {
    const provider = providerOf(domain)
    const language = letterLanguage ?? ''
    const key = `${letterId} ${provider} ${language} ${outcome}`
    const count = (rows.get(key)?.count ?? 0) + by
    rows.set(key, { letterId, provider, language, outcome, count })
  }
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}
