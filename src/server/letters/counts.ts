import {
  letterOutcomes,
  type LetterCounts,
  type LetterOutcome,
  type LetterState,
  type ProviderLetterCounts,
} from '#contract/letters.ts'
import type { LettersTable } from '#server/db/letter-schema.ts'
import type { Db } from '#server/db/store.ts'
import { isHeld } from './states.ts'

/**
 * LETTER-4: what became of a letter's mails, in total and by provider, the one with the most mails
 * first.
 */
export async function readLetterCounts(
  db: Db,
  letterId: string,
): Promise<{ total: LetterCounts; providers: ProviderLetterCounts[] }> {
  const rows = await db
    .selectFrom('letter_counts')
    .select(['provider', 'outcome', 'count'])
    .where('letterId', '=', letterId)
    .execute()
  const providers = [...Map.groupBy(rows, ({ provider }) => provider)].map(([provider, of]) => ({
    provider,
    ...sumByOutcome(of),
  }))
  providers.sort((a, b) => b.queued - a.queued || (a.provider < b.provider ? -1 : 1))
  return { total: sumByOutcome(rows), providers }
}

function sumByOutcome(rows: readonly { outcome: string; count: number }[]): LetterCounts {
  const sums = Object.fromEntries(letterOutcomes.map((outcome) => [outcome, 0])) as LetterCounts
  for (const { outcome, count } of rows)
    if (outcome in sums) sums[outcome as LetterOutcome] += count
  return sums
}

/** The mails that the mail server has not answered: they wait, or are being sent. */
export const waitingOf = ({
  queued,
  accepted,
  bounced,
  refused,
  uncertain,
  skipped,
}: LetterCounts): number => Math.max(0, queued - accepted - bounced - refused - uncertain - skipped)

/**
 * How many people may have a letter although the store does not know it: it was put back to an earlier
 * time since. Null if the letter is not held.
 */
export const mayHaveIt = (
  { state, pausedBy, plannedAt }: Pick<LettersTable, 'state' | 'pausedBy' | 'plannedAt'>,
  counts: LetterCounts,
  now: number,
): number | null =>
  !isHeld({ state, pausedBy }) ? null : (plannedAt ?? 0) > now ? 0 : waitingOf(counts)

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
