import { sql, type Transaction } from 'kysely'
import { insertRows } from '#server/db/insert-rows.ts'
import type { LetterCountsTable, Schema } from '#server/db/schema.ts'
import { domainOf } from './budget-domain.ts'
import { providerOf } from './large-providers.ts'

/**
 * LETTER-4: what became of a letter's mails. `queued`: all of them; `accepted`, `bounced`,
 * `refused`: the mail server's answer; `uncertain`: it may have arrived; `skipped`: its person left,
 * was silenced, suspended or erased before it was sent; `returned`: a hard bounce reported after it
 * was accepted; `complained`; `left`: the person left by a link in it.
 */
export const letterOutcomes = [
  'queued',
  'accepted',
  'bounced',
  'refused',
  'uncertain',
  'skipped',
  'returned',
  'complained',
  'left',
] as const
export type LetterOutcome = (typeof letterOutcomes)[number]
/** One mail of a letter. `email`: its recipient, of which only the provider is stored. */
export type LetterEvent = { letterId: string; email: string; outcome: LetterOutcome }

/** Adds events to `letter_counts`, in the transaction of what they count. */
export async function countLetterMails(
  trx: Transaction<Schema>,
  events: readonly LetterEvent[],
): Promise<void> {
  await insertRows(trx, 'count letter mails', sumByProvider(events), (values) =>
    trx
      .insertInto('letter_counts')
      .values(values as LetterCountsTable[])
      .onConflict((same) =>
        same
          .columns(['letter_id', 'provider', 'outcome'])
          .doUpdateSet({ count: sql`letter_counts.count + excluded.count` }),
      ),
  )
}

/** In sorted order, so that two writers cannot deadlock. */
function sumByProvider(events: readonly LetterEvent[]): LetterCountsTable[] {
  const rows = new Map<string, LetterCountsTable>()
  for (const { letterId, email, outcome } of events) {
    const provider = providerOf(domainOf(email))
    const key = `${letterId} ${provider} ${outcome}`
    rows.set(key, {
      letter_id: letterId,
      provider,
      outcome,
      count: (rows.get(key)?.count ?? 0) + 1,
    })
  }
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}
