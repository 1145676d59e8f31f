import { sql, type Transaction } from 'kysely'
import { operatorMs } from '#contract/promises/operator-times.ts'
import { campaign } from '#campaign'
import type { LettersTable } from '#server/db/letter-schema.ts'
import type { Db } from '#server/db/store.ts'
import type { OutboxTable } from '#server/db/outbox-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import { isAheadOfClock, take, waitFor, type Charge } from '#server/limits/budgets.ts'
import { providerOf } from '#server/outbox/large-providers.ts'
import { priorities } from '#server/outbox/outbox.ts'
import { isDue, waitsFor } from '#server/outbox/turns.ts'
import { budgetAt, rampOf, timeOfSending } from './ramp.ts'
import { deleteRuns, feedRun, keepRun, type FedLetter } from './runs.ts'

/** What a claim knows of the letter of a mail. `ramp`: the budgets that the mail spends. */
export type LetterOfMail = { id: string; revision: number; ramp: readonly Charge[] }

/**
 * The ready mails of a letter to one provider, which wait for `waits`. `isOver`: its run feeds no
 * more; then only mails that are tried again are here.
 */
export type Lane = {
  provider: string
  waits: string
  ready: number
  isOver: boolean
  letter: LetterOfMail
}

export type SendingLetter = FedLetter &
  Pick<LettersTable, 'revision' | 'sendingMs' | 'sendingSince'>

/** The most letters that one claim looks at. */
const lettersAtOnce = 20

/** A letter that is late waits for the planner (states.ts), which pauses it. */
export const lettersBeingSent = (db: Db, now: number): Promise<SendingLetter[]> =>
  db
    .selectFrom('letters')
    .select(['id', 'revision', 'audience', 'frozenAt', 'fallback'])
    .select(['sendingMs', 'sendingSince'])
    .where('state', '=', 'sending')
    .where('plannedAt', '<=', now)
    .where(sql<boolean>`not ${isLateLetter(now)}`)
    .orderBy('plannedAt')
    .limit(lettersAtOnce)
    .execute()

/** How long a letter that sends nothing may go on without the operator's approval. */
const patienceMs = operatorMs('lateLetter')

/**
 * LETTER-2: whether a letter is late: nothing of it has left for 72 hours after its planned time or
 * its last resume, as where every server was stopped, and people are left whose mail was never tried.
 * A mail that is tried again has 72 hours of its own (delivery/classify.ts). `letters` is a table of
 * the query.
 */
export function isLateLetter(now: number) {
  return sql<boolean>`(
    letters."movedAt" < ${now - patienceMs}
    and exists (select 1 from letter_runs where letter_runs."letterId" = letters.id and (
      letter_runs."endedAt" is null
      or exists (select 1 from outbox where ${isDue} and outbox.turn > 0
        and outbox.waits = '#' || letter_runs."letterId" || ' ' || letter_runs.provider
        and outbox.priority = ${sql.lit(priorities.letter)}))))`
}

/** `mailsPerHour` is Infinity without limits: then letters have no ramp. */
type LaneTerms = { mailsPerHour: number }

/**
 * LETTER-3: the lanes whose ramps are open, of all letters that are being sent. Where fewer than
 * `most` mails are ready, the next people get theirs. `isSearching`: there were none among the people
 * considered, and others follow. Call it before mails are locked: it locks people.
 */
export async function fedLanes(
  trx: Transaction<Schema>,
  terms: LaneTerms & { most: number },
  now: number,
): Promise<{ lanes: Lane[]; isSearching: boolean }> {
  const lanes: Lane[] = []
  let ready = 0
  let isSearching = false
  for (const letter of await lettersBeingSent(trx, now)) {
    for (const lane of await openLanes(trx, letter, terms, now)) {
      ready += lane.ready
      if (ready < terms.most && !lane.isOver) {
        const fed = await feedRun(trx, letter, lane.provider, now)
        ready += fed.mails
        isSearching ||= fed.mails === 0 && !fed.isOver
      }
      lanes.push(lane)
      if (ready >= terms.most) return { lanes, isSearching: false }
    }
  }
  return { lanes, isSearching }
}

/** Those lanes of a letter that have or may get mails, and whose ramps allow one now. */
export async function openLanes(
  db: Db,
  letter: SendingLetter,
  { mailsPerHour }: LaneTerms,
  now: number,
): Promise<Lane[]> {
  const lanes = (await lanesOf(db, letter)).map((lane) => {
    const ramp =
      mailsPerHour < Infinity ? rampCharges(letter, lane.provider, mailsPerHour, now) : []
    return { ...lane, letter: { ...lane.letter, ramp } }
  })
  const fullAt = await readBudgets(
    db,
    lanes.flatMap(({ letter: { ramp } }) => ramp.map(({ key }) => key)),
  )
  // A ramp that a clock ahead has written is read, so that spending from it corrects it.
  const isOpen = ({ key, budget }: Charge) => {
    const at = fullAt.get(key) ?? 0
    return isAheadOfClock(at, budget, now) || take(at, budget, now).retryAfterMs === 0
  }
  return lanes.filter(({ letter: { ramp } }) => ramp.every(isOpen))
}

/**
 * The lanes of a letter that have or may get mails, without their ramps: those of mails that are
 * tried again first, then those whose next people joined first.
 */
export async function lanesOf(
  db: Db,
  { id, revision }: Pick<SendingLetter, 'id' | 'revision'>,
): Promise<Lane[]> {
  const { rows } = await readyOfRuns(id).execute(db)
  return rows
    .map(({ provider, ready, endedAt }) => ({
      provider,
      waits: waitsFor.letter(id, provider),
      ready,
      isOver: endedAt !== null,
      letter: { id, revision, ramp: [] },
    }))
    .filter(({ ready, isOver }) => ready > 0 || !isOver)
}

/** Ready mails are counted up to this many. */
const mostCounted = 50

/** One lookup of an index for each provider, however many mails are due. */
export const readyOfRuns = (letterId: string) => sql<{
  provider: string
  endedAt: number | null
  ready: number
}>`
  select provider, "endedAt", (
    select count(*) from (
      select 1 from outbox
      where ${isDue} and waits = '#' || letter_runs."letterId" || ' ' || letter_runs.provider
        and priority = ${sql.lit(priorities.letter)}
      limit ${sql.lit(mostCounted)}
    ) as counted
  ) as ready
  from letter_runs where "letterId" = ${letterId}
  order by case when "endedAt" is null then 1 else 0 end, cursor, people desc`

/** For how long the ramps of a letter that is being sent allow no mail to a provider (ms). */
export const rampWait = (
  db: Db,
  letter: Pick<SendingLetter, 'id' | 'sendingMs' | 'sendingSince'>,
  provider: string,
  { mailsPerHour }: LaneTerms,
  now: number,
): Promise<number> => waitFor(db, rampCharges(letter, provider, mailsPerHour, now), now)

function rampCharges(
  { id, sendingMs, sendingSince }: Pick<SendingLetter, 'id' | 'sendingMs' | 'sendingSince'>,
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

type ReturningMail = Pick<OutboxTable, 'id' | 'domain'> & { letterId: string | null }

/**
 * Mails of letters that are to be tried again go to the front of their lane, where the ramp, a pause
 * and a stop apply to them. A letter that was done is sent again until they have ended: the operator
 * retried or released them. Those of a stopped letter are cancelled. Leaves out mails of no letter, and
 * those whose letter another server is just ending: they return with the next claim.
 */
export async function returnToLanes(
  trx: Transaction<Schema>,
  mails: readonly ReturningMail[],
  now: number,
): Promise<void> {
  for (const [letterId, returning] of Map.groupBy(mails, (mail) => mail.letterId)) {
    if (letterId === null) continue
    for (const [provider, same] of Map.groupBy(returning, ({ domain }) => providerOf(domain))) {
      if (!(await keepRun(trx, { letterId, provider }, now))) continue
      const isStopped = await isLetterStopped(trx, letterId, now)
      if (isStopped) await deleteRuns(trx, letterId)
      const waiting = { waits: waitsFor.letter(letterId, provider), turn: 0 }
      await trx
        .updateTable('outbox')
        .set(isStopped ? stoppedMail : waiting)
        .where(
          'id',
          'in',
          same.map(({ id }) => id),
        )
        .execute()
    }
  }
}

/** Sends a letter again that was done. Call it after `keepRun`: a stop is either seen or waits. */
async function isLetterStopped(
  trx: Transaction<Schema>,
  letterId: string,
  now: number,
): Promise<boolean> {
  await trx
    .updateTable('letters')
    .set({ state: 'sending', sendingSince: now, movedAt: now, endedAt: null })
    .where('id', '=', letterId)
    .where('state', '=', 'done')
    .execute()
  const letter = trx.selectFrom('letters').select('state').where('id', '=', letterId)
  return (await letter.executeTakeFirst())?.state === 'stopped'
}

/** The fields of a mail that waited when its letter was stopped. */
export const stoppedMail = {
  state: 'cancelled' as const,
  waits: waitsFor.time,
  reason: 'the letter was stopped',
}
