import { sql, type Transaction } from 'kysely'
import { campaign } from '#campaign/campaign.ts'
import type { Db, Store } from '#server/db/open.ts'
import type { LettersTable } from '#server/db/letter-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import { isLateLetter } from '#server/letters/late.ts'
import { budgetAt, rampOf, timeOfSending } from '#server/letters/ramp.ts'
import { isAheadOfClock, take, type Charge } from '#server/limits/budgets.ts'
import { priorities } from '#server/outbox/outbox.ts'
import { isDue, waitsFor } from '#server/outbox/turns.ts'
import { candidateColumns, withPeople, type Candidate, type LetterOfMail } from './candidates.ts'

/** The most letters that one claim looks at. */
const lettersAtOnce = 20

/** `mailsPerHour` is Infinity without limits: then letters have no ramp. */
export type LetterTerms = { most: number; mailsPerHour: number }

/**
 * LETTER-3: the next mails of letters that are being sent, as far as their ramps are open: in the
 * order of their turns, a provider whose ramp is closed left out. It spends nothing: two servers may
 * read the same allowance.
 */
export async function readLetterMails(
  trx: Transaction<Schema>,
  engine: Store['engine'],
  terms: LetterTerms,
  now: number,
): Promise<Candidate[]> {
  const mails: Candidate[] = []
  for (const letter of terms.most > 0 ? await lettersBeingSent(trx, now) : []) {
    for (const queue of await openQueues(trx, letter, terms, now)) {
      const most = terms.most - mails.length
      if (most <= 0) return mails
      mails.push(...(await mailsOfQueue(trx, engine, queue, most)))
    }
  }
  return mails
}

export type SendingLetter = Pick<LettersTable, 'id' | 'revision' | 'sendingMs' | 'sendingSince'>

/** A letter that is late waits for the planner, which pauses it. */
export const lettersBeingSent = (trx: Transaction<Schema>, now: number): Promise<SendingLetter[]> =>
  trx
    .selectFrom('letters')
    .select(['id', 'revision', 'sendingMs', 'sendingSince'])
    .where('state', '=', 'sending')
    .where('plannedAt', '<=', now)
    .where(sql<boolean>`not ${isLateLetter(now)}`)
    .orderBy('plannedAt')
    .limit(lettersAtOnce)
    .execute()

/** Mails of a letter that wait for the same: a provider's, or those of all other domains. */
type Queue = { waits: string; letter: LetterOfMail }

/** The queues of a letter whose ramps allow a mail now, the one with the lowest turn first. */
export async function openQueues(
  db: Db,
  letter: SendingLetter,
  { mailsPerHour }: Pick<LetterTerms, 'mailsPerHour'>,
  now: number,
): Promise<Queue[]> {
  const { rows } = await waitingProviders(letter.id).execute(db)
  const queues = rows.map(({ provider }) => {
    const waits = waitsFor.letter(letter.id, provider)
    const ramp = mailsPerHour < Infinity ? rampCharges(letter, provider, mailsPerHour, now) : []
    return { waits, letter: { id: letter.id, revision: letter.revision, ramp } }
  })
  const fullAt = await readBudgets(
    db,
    queues.flatMap(({ letter: { ramp } }) => ramp.map(({ key }) => key)),
  )
  // A ramp that a clock ahead has written is read, so that spending from it corrects it.
  const isOpen = ({ key, budget }: Charge) => {
    const at = fullAt.get(key) ?? 0
    return isAheadOfClock(at, budget, now) || take(at, budget, now).retryAfterMs === 0
  }
  return queues.filter(({ letter: { ramp } }) => ramp.every(isOpen))
}

/**
 * The providers that mails of a letter wait for, the one with the lowest turn first: one lookup of
 * an index for each provider of the letter, however many mails wait.
 */
export const waitingProviders = (letterId: string) => sql<{ provider: string }>`
  select provider from (
    select provider, (
      select turn from outbox
      where ${isDue} and waits = '#' || letter_counts."letterId" || ' ' || letter_counts.provider
        and priority = ${sql.lit(priorities.letter)}
      order by turn limit 1
    ) as turn
    from letter_counts where "letterId" = ${letterId} and outcome = 'queued'
  ) as waiting
  where turn is not null order by turn`

function rampCharges(
  { id, sendingMs, sendingSince }: SendingLetter,
  provider: string,
  mailsPerHour: number,
  now: number,
): Charge[] {
  const { plan } = campaign.letters
  const time = timeOfSending({ sendingMs, sendingSince }, now)
  const ofProvider = rampOf(provider, plan)
  return [
    { key: `letter:${id}`, budget: budgetAt(plan, time, mailsPerHour) },
    ...(ofProvider
      ? [{ key: `letter:${id} ${provider}`, budget: budgetAt(ofProvider, time, mailsPerHour) }]
      : []),
  ]
}

async function readBudgets(db: Db, keys: readonly string[]): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map()
  const rows = await db
    .selectFrom('budgets')
    .selectAll()
    .where('key', 'in', [...new Set(keys)])
    .execute()
  return new Map(rows.map(({ key, tat }) => [key, tat]))
}

async function mailsOfQueue(
  trx: Transaction<Schema>,
  engine: Store['engine'],
  { waits, letter }: Queue,
  most: number,
): Promise<Candidate[]> {
  const inTurn = trx
    .selectFrom('outbox')
    .select(candidateColumns)
    .where(isDue)
    .where('waits', '=', waits)
    .where('priority', '=', priorities.letter)
    .orderBy('turn')
    .limit(most)
  const locked = engine === 'postgres' ? inTurn.forUpdate().skipLocked() : inTurn
  return (await withPeople(trx, engine, await locked.execute())).map((mail) => ({
    ...mail,
    letter,
  }))
}
