import { sql, type Transaction } from 'kysely'
import type { LetterOutcome } from '#contract/letters/letters.ts'
import { insertRows } from '#server/db/rows.ts'
import type { LetterCountsTable } from '#server/db/letter-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import { providerOf } from './large-providers.ts'

/** One mail of a letter. Only the provider of `domain` is stored. */
export type LetterEvent = { letterId: string; domain: string; outcome: LetterOutcome }

/** Adds events to `letter_counts`, in the transaction of what they count. */
export const countLetterMails = (
  trx: Transaction<Schema>,
  events: readonly LetterEvent[],
): Promise<void> => addToLetterCounts(trx, sumByProvider(events))

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
          .columns(['letterId', 'provider', 'outcome'])
          .doUpdateSet({ count: sql`letter_counts.count + excluded.count` }),
      ),
  )
}

type MailRow = { letterId: string | null; domain: string }

/** Counts those of these mails that belong to a letter, and will not be sent. */
export const countSkipped = (trx: Transaction<Schema>, mails: readonly MailRow[]): Promise<void> =>
  countOfLetters(trx, mails, 'skipped')

/** Counts those of these mails that belong to a letter. */
export const countOfLetters = (
  trx: Transaction<Schema>,
  mails: readonly MailRow[],
  outcome: LetterOutcome,
): Promise<void> =>
  countLetterMails(
    trx,
    mails.flatMap(({ letterId, domain }) =>
      letterId === null ? [] : [{ letterId, domain, outcome }],
    ),
  )

/** In sorted order, so that two writers cannot deadlock. */
function sumByProvider(events: readonly LetterEvent[]): LetterCountsTable[] {
  const rows = new Map<string, LetterCountsTable>()
  for (const { letterId, domain, outcome } of events) {
    const provider = providerOf(domain)
    const key = `${letterId} ${provider} ${outcome}`
    rows.set(key, {
      letterId,
      provider,
      outcome,
      count: (rows.get(key)?.count ?? 0) + 1,
    })
  }
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}
