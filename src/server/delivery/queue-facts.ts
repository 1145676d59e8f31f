import { sql, type RawBuilder } from 'kysely'
import type { SequenceCopy } from '#contract/quiz/sequence.ts'
import { dayMs, hourMs, minuteMs } from '#contract/time.ts'
import { countWaitingLetterMails } from '#server/letters/letter.ts'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/store.ts'
import { countEach, countRows } from '#server/db/rows.ts'
import { isDueUsual, isToPeople, priorities, usualPriorities } from '#server/outbox/outbox.ts'
import { isDue, waitsFor, waitsForDomain, waitsForTime } from '#server/outbox/turns.ts'
import { afterQuiet, isQuiet } from '#server/sequence/steps.ts'
import {
  findBudgetStop,
  findDomainStops,
  findNoServer,
  findStoredStops,
  findUnattended,
  stopKinds,
  type ReadyMails,
  type Stop,
} from './stops.ts'
import { lastByBucket } from './estimate.ts'
import { budgetOfHour, hourKey } from './pace.ts'
import { destinationKind, type DestinationConfig } from '#server/config/destination.ts'

/** Times are in ms. */
export type QueueFacts = ReadyMails & {
  /** when the last of the ready mails leaves */
  lastLeavesAt: number
  /** mails that wait for the budget of their domain or mailbox, the last until then */
  spaced: number
  spacedUntil: number | null
  /** mails that the mail server deferred, and the time of the last retry */
  retries: number
  lastRetryAt: number | null
  /** mails of letters: they wait for their ramp, or for the operator while their letter is paused */
  letters: number
  stops: Stop[]
}

/**
 * `mostCounted`: counts end there, so that a reading costs the same however long the queue is.
 * Without it they are exact.
 */
export type QueueTerms = {
  config: DestinationConfig & Pick<Config, 'mailsPerHour' | 'limits' | 'bounceMailbox'>
  sequence: SequenceCopy | null
  mostCounted?: number
}

/**
 * Reads the whole queue, also what waits for single domains. Of more than `mostCounted` due mails
 * it says nothing about those that wait for their time or domain.
 */
export async function readQueueFacts(db: Db, terms: QueueTerms, now: number): Promise<QueueFacts> {
  const { mostCounted } = terms
  const state = await readQueueState(db, terms, now)
  const letters = await countWaitingLetterMails(db)
  if (mostCounted !== undefined && (await countRows(db, dueUsual(db), mostCounted)) >= mostCounted)
    return { ...state, ...nothingDeferred, letters }
  const stops = [...state.stops, ...(isPaced(terms) ? await findDomainStops(db, now) : [])]
  return { ...state, ...(await readDeferred(db, now)), letters, stops }
}

/** The due mails of no letter. */
export const dueUsual = (db: Db) =>
  db.selectFrom('outbox').where(isDueUsual).where('dueAt', '>=', 0)

type QueueState = Pick<QueueFacts, 'ready' | 'readySince' | 'lastLeavesAt' | 'stops'>

/** The part that indexes answer, cheap enough for every minute: without single domains. */
export async function readQueueState(db: Db, terms: QueueTerms, now: number): Promise<QueueState> {
  const { config } = terms
  const waiting = await readReady(db, terms, now)
  const fullAt =
    (await db.selectFrom('budgets').select('tat').where('key', '=', hourKey).executeTakeFirst())
      ?.tat ?? 0
  const lastAfter = (start: number) =>
    isPaced(terms)
      ? lastByBucket({ fullAt, budget: budgetOfHour(config.mailsPerHour) }, waiting.ready, start)
      : start
  const stops = [
    ...(await findNoServer(db, config)),
    ...(await findStoredStops(db, waiting, lastAfter, now)),
  ]
  const { mailsPerHour } = config
  const lastLeavesAt = lastAfter(now)
  if (isPaced(terms)) {
    const budget = findBudgetStop(mailsPerHour, waiting, lastLeavesAt, now)
    const nobody =
      stops.length > 0
        ? []
        : await findUnattended(db, waiting, { fullAt, mailsPerHour, lastLeavesAt }, now)
    stops.push(...budget, ...nobody)
  }
  return { ...waiting, lastLeavesAt, stops }
}

const isPaced = ({ config }: QueueTerms) =>
  destinationKind(config) === 'smtp' && config.limits === 'on'

/**
 * Of mails to people. Steps of sequences are not ready in quiet hours. After them they have waited since their end. Mails
 * of letters are counted apart: they leave by their ramp, and a claim cancels those of a stopped one.
 * `readySince` compares the first mail of each priority, in turn and by time.
 */
async function readReady(
  db: Db,
  { sequence, mostCounted }: QueueTerms,
  now: number,
): Promise<ReadyMails> {
  const due = db.selectFrom('outbox').where(isDue)
  const inTurn = due.where('waits', '=', waitsFor.turn).orderBy('turn')
  const timely = due.where(waitsForTime).where('dueAt', '<=', now).orderBy('dueAt')
  const waiting = usualPriorities
    .map((priority) => ({ priority, quiet: priority === priorities.later ? sequence : null }))
    .filter(({ quiet }) => !quiet || !isQuiet(now, quiet))
    .flatMap(({ priority, quiet }) =>
      [inTurn, timely].map((all) => ({ mails: all.where('priority', '=', priority), quiet })),
    )
  const counts = await countEach(
    db,
    waiting.map(({ mails }) => mails.clearOrderBy()),
    mostCounted,
  )
  const firsts = await db
    .selectNoFrom(
      waiting.map(({ mails }, index) => mails.select('dueAt').limit(1).as(`at${index}`)),
    )
    .executeTakeFirstOrThrow()
  const since = waiting.flatMap(({ quiet }, index) => {
    const at = firsts[`at${index}`] ?? null
    return at === null ? [] : [quiet ? afterQuiet(at, quiet) : at]
  })
  return {
    ready: counts.reduce((sum, count) => sum + count, 0),
    readySince: since.length > 0 ? Math.min(...since) : null,
  }
}

const nothingDeferred = { spaced: 0, spacedUntil: null, retries: 0, lastRetryAt: null }

/** Of mails to people: counts retries and those that wait for a budget, also of their domain. */
async function readDeferred(
  db: Db,
  now: number,
): Promise<Pick<QueueFacts, 'spaced' | 'spacedUntil' | 'retries' | 'lastRetryAt'>> {
  const row = await db
    .selectFrom('outbox')
    .select([
      sql<number | null>`sum(case when attempts = 0 then 1 else 0 end)`.as('spaced'),
      sql<number | null>`sum(case when attempts > 0 then 1 else 0 end)`.as('retries'),
      sql<number | null>`max(case when attempts = 0 then "dueAt" end)`.as('spacedUntil'),
      sql<number | null>`max(case when attempts > 0 then "dueAt" end)`.as('lastRetryAt'),
    ])
    .where(isDue)
    .where(isToPeople)
    .where(waitsForTime)
    .where('dueAt', '>', now)
    .executeTakeFirstOrThrow()
  const atDomains = db.selectFrom('outbox').where(isDue).where(isToPeople).where(waitsForDomain)
  const parked = await countRows(db, atDomains)
  const { opens } = await db
    .selectFrom('waiting_domains')
    .select(({ fn }) => fn.max('opensAt').as('opens'))
    .executeTakeFirstOrThrow()
  const until = [row.spacedUntil, parked > 0 ? opens : null].flatMap((at) => at ?? [])
  return {
    ...row,
    spaced: (row.spaced ?? 0) + parked,
    spacedUntil: until.length > 0 ? Math.max(...until) : null,
    retries: row.retries ?? 0,
  }
}

/** `readQueueState` takes a tenth of a second with a million ready mails. */
const watchEveryMs = 15_000

const readWatched = async (db: Db, terms: QueueTerms, now: number) => ({
  ...(await readQueueState(db, terms, now)),
  letters: await countWaitingLetterMails(db),
})

/** The queue for /metrics, read at most every 15 seconds. */
export function watchQueue(db: Db, terms: QueueTerms, now: () => number) {
  let cached: { at: number; state: ReturnType<typeof readWatched> } | null = null
  return {
    stopKinds: stopKinds.filter((kind) => kind !== 'domains'),
    async read() {
      if (!cached || Math.abs(now() - cached.at) >= watchEveryMs)
        cached = { at: now(), state: readWatched(db, terms, now()) }
      const { ready, letters, lastLeavesAt, stops } = await cached.state
      return {
        ready,
        letters,
        secondsToLast: (lastLeavesAt - cached.at) / 1_000,
        stops: stops.map(({ kind }) => kind),
      }
    },
  }
}

const limits = [0, minuteMs, 5 * minuteMs, hourMs, dayMs]

type AgeTerms = { sequence: SequenceCopy | null; most: number }

/**
 * DASH-6: the due mails by age, of the oldest `most`. Those of letters follow their ramp and are left
 * out. `toMs` is null for the oldest; `awaited`: a visitor waits for them. `quiet`: in quiet hours, the
 * due steps of sequences, which are in no age before those end.
 */
export async function readQueueAges(db: Db, { sequence, most }: AgeTerms, now: number) {
  const until = sequence && isQuiet(now, sequence) ? afterQuiet(now, sequence) : null
  const row = await agesOfOldest(db, { most, quiet: until !== null }, now).executeTakeFirstOrThrow()
  const ages = limits.map((fromMs, index) => ({
    fromMs,
    toMs: limits[index + 1] ?? null,
    mails: row[`mails${index}`] ?? 0,
    awaited: row[`awaited${index}`] ?? 0,
  }))
  const later = usual(db).where('dueAt', '>', now)
  const next = await later.select('dueAt').orderBy('dueAt').limit(1).executeTakeFirst()
  return {
    ages,
    later: { mails: await countRows(db, later, most), nextAt: next?.dueAt ?? null },
    quiet: until === null ? null : { mails: row['quiet'] ?? 0, until },
  }
}

const usual = (db: Db) => db.selectFrom('outbox').where(isDueUsual)

export function agesOfOldest(
  db: Db,
  { most, quiet }: { most: number; quiet: boolean },
  now: number,
) {
  const oldest = usual(db)
    .select(['dueAt', 'priority'])
    .where('dueAt', '<=', now)
    .orderBy('dueAt')
    .limit(most)
  const count = (condition: RawBuilder<unknown>) =>
    sql<number | null>`sum(case when ${condition} then 1 else 0 end)`
  const mayLeave = quiet ? sql`priority <> ${priorities.later}` : sql`priority is not null`
  const counts = limits.flatMap((from, index) => {
    const to = limits[index + 1]
    const isIn = sql`"dueAt" <= ${now - from} ${to === undefined ? sql`` : sql`and "dueAt" > ${now - to}`}`
    return [
      count(sql`${isIn} and ${mayLeave}`).as(`mails${index}`),
      count(sql`${isIn} and priority = ${priorities.awaited}`).as(`awaited${index}`),
    ]
  })
  return db
    .selectFrom(oldest.as('oldest'))
    .select([...counts, count(sql`not (${mayLeave})`).as('quiet')])
}

/** When the mail server last accepted a mail to a person: of the fifty that came due last. */
export async function readLastAccepted(db: Db): Promise<number | null> {
  const latest = db
    .selectFrom('outbox')
    .select('sentAt')
    .where('personId', 'is not', null)
    .where('state', '=', 'sent')
    .orderBy('dueAt', 'desc')
    .limit(50)
  const { at } = await db
    .selectFrom(latest.as('latest'))
    .select(({ fn }) => fn.max('sentAt').as('at'))
    .executeTakeFirstOrThrow()
  return at
}
