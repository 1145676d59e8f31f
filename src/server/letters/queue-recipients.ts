import { PostgresAdapter, sql, type Transaction } from 'kysely'
import type { Store } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import { smallTransactions, type SmallTransactionsOptions } from '#server/db/small-transactions.ts'
import { countLetterMails } from '#server/outbox/letter-counts.ts'
import { queueLetterMails } from '#server/outbox/letter-mails.ts'
import { originColumn } from '#server/people/filter.ts'
import type { LetterAudience } from '#contract/letters.ts'
import { isRecipient, storedAudience } from './audience.ts'

export type QueueOptions = SmallTransactionsOptions & {
  now: () => number
  /** false when the process stops, or another one has taken over */
  goOn: () => Promise<boolean>
  /** called after each commit that queued mails */
  queued: () => void
}

/** A sign-up may take at most 1.2 times as long meanwhile (LETTER-2). */
const restTimes = 12

/** States in which recipients are queued: a scheduled letter's at once, a paused one's too. */
const queueingStates = ['scheduled', 'sending', 'paused'] as const

/**
 * LETTER-2: queues the mails of letters whose recipients are not all queued, in small transactions,
 * in the order of the people's ids. Each step inserts rows and moves the letter's cursor in one
 * transaction, so that a process that is killed has forgotten nobody and queued nobody twice.
 */
export async function queueRecipients(
  store: Store,
  { now, goOn, queued, ...how }: QueueOptions,
): Promise<void> {
  const steps = smallTransactions(store, { restTimes, ...how })
  for (const id of await lettersToQueue(store)) {
    for (let step: Step = 'more'; step === 'more' && (await goOn());) {
      step = await steps
        .step((trx) => queueStep(trx, id, steps.rows(), now()))
        .catch((error: unknown) => {
          if (error instanceof LetterMoved) return 'more' as const
          throw error
        })
      queued()
    }
  }
}

const lettersToQueue = async ({ db }: Store): Promise<string[]> =>
  (
    await db
      .selectFrom('letters')
      .select('id')
      .where('state', 'in', queueingStates)
      .where('queuedAt', 'is', null)
      .orderBy('plannedAt')
      .execute()
  ).map(({ id }) => id)

type Step = 'more' | 'ended'

/** Looks at the next people after the cursor, and queues the mails of those who are recipients. */
async function queueStep(
  trx: Transaction<Schema>,
  id: string,
  most: number,
  now: number,
): Promise<Step> {
  const letter = await trx
    .selectFrom('letters')
    .select(['audience', 'frozenAt', 'plannedAt', 'cursor', 'queuedAt'])
    .where('id', '=', id)
    .where('state', 'in', queueingStates)
    .executeTakeFirst()
  if (!letter || letter.queuedAt !== null) return 'ended'
  const { frozenAt, plannedAt } = letter
  if (frozenAt === null || plannedAt === null)
    throw new Error(`The letter ${id} is being sent but has no time`)
  const audience = storedAudience(letter.audience)
  const people = await nextPeople(trx, letter.cursor ?? '', audience, most)
  const recipients = people.filter((person) => isRecipient(person, audience, frozenAt, now))
  await insertMails(trx, { letterId: id, dueAt: plannedAt }, recipients, now)
  const isEnd = people.length < most
  const cursor = people.at(-1)?.id ?? letter.cursor
  await moveCursor(trx, id, letter.cursor, { cursor, queuedAt: isEnd ? now : null })
  return isEnd ? 'ended' : 'more'
}

type Person = Awaited<ReturnType<typeof nextPeople>>[number]

/**
 * On Postgres the people are locked against erasure, which would make an insert fail: a person is
 * either erased before the step, or after it together with the mail.
 */
function nextPeople(
  trx: Transaction<Schema>,
  after: string,
  { source }: LetterAudience,
  most: number,
) {
  const people = trx
    .selectFrom('people')
    .select(['id', 'email', 'state', 'confirmedAt', 'quizType'])
    .select(source === '' ? sql<string>`''`.as('origin') : originColumn)
    .where('id', '>', after)
    .orderBy('id')
    .limit(most)
  const isPostgres = trx.getExecutor().adapter instanceof PostgresAdapter
  return (isPostgres ? people.forKeyShare() : people).execute()
}

/** Mails have the turns 1, 2, 3 … in their letter. */
async function insertMails(
  trx: Transaction<Schema>,
  letter: { letterId: string; dueAt: number },
  people: readonly Person[],
  now: number,
): Promise<void> {
  if (people.length === 0) return
  const { before } = await trx
    .selectFrom('letter_counts')
    .select(({ fn }) => fn.sum<number | null>('count').as('before'))
    .where('letterId', '=', letter.letterId)
    .where('outcome', '=', 'queued')
    .executeTakeFirstOrThrow()
  const firstTurn = (before ?? 0) + 1
  const domains = await queueLetterMails(trx, { ...letter, firstTurn }, people, now)
  await countLetterMails(
    trx,
    domains.map((domain) => ({ letterId: letter.letterId, domain, outcome: 'queued' })),
  )
}

/**
 * Fails, so that the step is rolled back, if another process has moved the cursor or the letter was
 * unscheduled or stopped meanwhile.
 */
async function moveCursor(
  trx: Transaction<Schema>,
  id: string,
  from: string | null,
  to: { cursor: string | null; queuedAt: number | null },
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('letters')
    .set(to)
    .where('id', '=', id)
    .where('state', 'in', queueingStates)
    .where(sql<boolean>`coalesce(cursor, '') = ${from ?? ''}`)
    .where('queuedAt', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new LetterMoved()
}

/** The next step begins with what is stored then. */
class LetterMoved extends Error {}
