import { sql, type SelectQueryBuilder } from 'kysely'
import type { SequenceCopy } from '#contract/sequence.ts'
import type { Config } from '#server/config/config.ts'
import { afterQuiet, isQuiet } from '#server/sequence/quiet-hours.ts'
import type { Db } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import { noServer } from './describe-stop.ts'
import { lastByBucket, lastOfDomain } from './estimate.ts'
import { countConfirmed, firstMails, perDomain } from './domain-budgets.ts'
import { largeProviders } from '#server/outbox/large-providers.ts'
import { obstacles } from './outcome.ts'
import { outletKind, type OutletConfig } from './outlet.ts'
import { budgetOfHour, hourKey } from './pace.ts'
import { priorities } from '#server/outbox/outbox.ts'
import { waitsForTime } from './timely.ts'
import { isDue, waitsFor, waitsForDomain } from '#server/outbox/turns.ts'
import { pauseKind, pauseOf, probeAt, readQueue, troubleOf } from './queue-pause.ts'

/** A queue whose last mail leaves later than this is worth a word to the operator, and so is one in which a mail has waited for longer. */
export const longWaitMs = 15 * 60_000
/** So many mails of one domain must wait for its budget to be worth one; a few are what the budget is for. */
const manyOfDomain = 10
const domainsShown = 3

const stopKinds = [
  'no-server',
  'held',
  'login',
  'sender',
  'policy',
  ...obstacles,
  'budget',
  'domains',
  'unattended',
] as const
/** `no-server`: SMTP_URL is not set. `budget`: MAILS_PER_HOUR. `unattended`: nothing else explains it, so probably no server runs. */
export type StopKind = (typeof stopKinds)[number]

/** Why mail does not leave, or waits for long. `nextTryAt`: when one mail is tried; `lastLeavesAt`: when the last would leave if mail went on then, or now. */
export type Stop = {
  kind: StopKind
  since: number | null
  reason: string
  nextTryAt: number | null
  lastLeavesAt: number | null
}

export type QueueFacts = {
  /** mails that nothing but the hour's budget, or a stop, keeps from leaving; when the first of them was due, and when the last leaves */
  ready: number
  readySince: number | null
  lastLeavesAt: number
  /** mails that wait for the budget of their domain or mailbox, the last until */
  spaced: number
  spacedUntil: number | null
  /** mails that the mail server did not take yet, the last try at */
  retries: number
  lastRetryAt: number | null
  stops: Stop[]
}

export type QueueTerms = {
  config: OutletConfig & Pick<Config, 'mailsPerHour' | 'limits'>
  sequence: SequenceCopy | null
}

/** How the queue stands, with every mail that waits looked at. */
export async function readQueueFacts(db: Db, terms: QueueTerms, now: number): Promise<QueueFacts> {
  const state = await readQueueState(db, terms, now)
  const stops = [...state.stops, ...(isPaced(terms) ? await byDomain(db, now) : [])]
  return { ...state, ...(await readLater(db, now)), stops }
}

export type QueueState = Pick<QueueFacts, 'ready' | 'readySince' | 'lastLeavesAt' | 'stops'>

/** The same as far as an index tells it, cheap enough to be asked for every minute: without what waits for single domains. */
export async function readQueueState(db: Db, terms: QueueTerms, now: number): Promise<QueueState> {
  const { config, sequence } = terms
  const waiting = await readReady(db, sequence, now)
  const tat =
    (await db.selectFrom('budgets').select('tat').where('key', '=', hourKey).executeTakeFirst())
      ?.tat ?? 0
  const lastAfter = (start: number) =>
    isPaced(terms)
      ? lastByBucket({ tat, budget: budgetOfHour(config.mailsPerHour) }, waiting.ready, start)
      : start
  const stops = [
    ...(await withoutServer(db, config)),
    ...(await recorded(db, waiting, lastAfter, now)),
  ]
  if (isPaced(terms))
    stops.push(
      ...byBudget(config.mailsPerHour, waiting, lastAfter(now), now),
      ...unattended(waiting, { tat, stopped: stops.length > 0 }, lastAfter(now), now),
    )
  return { ...waiting, lastLeavesAt: lastAfter(now), stops }
}

const isPaced = ({ config }: QueueTerms) =>
  outletKind(config) === 'server' && config.limits === 'on'

type Ready = Pick<QueueFacts, 'ready' | 'readySince'>

/**
 * In quiet hours the later steps of sequences are where they should be; after them they have waited since their end. Since when: of each priority the first in
 * turn stands for those behind it.
 */
async function readReady(db: Db, sequence: SequenceCopy | null, now: number): Promise<Ready> {
  const due = db.selectFrom('outbox').where(isDue)
  const [inTurn, timely] = [
    due.where('waits', '=', waitsFor.turn),
    due.where(waitsForTime).where('due_at', '<=', now),
  ]
  let ready = 0
  const since: number[] = []
  for (const priority of Object.values(priorities)) {
    const isLater = priority === priorities.later
    if (isLater && sequence && isQuiet(now, sequence)) continue
    for (const mails of [inTurn.orderBy('turn'), timely.orderBy('due_at')].map((all) =>
      all.where('priority', '=', priority),
    )) {
      ready += await countOf(mails.clearOrderBy())
      const first = await mails.select('due_at').limit(1).executeTakeFirst()
      if (first) since.push(isLater && sequence ? afterQuiet(first.due_at, sequence) : first.due_at)
    }
  }
  return { ready, readySince: since.length > 0 ? Math.min(...since) : null }
}

const countOf = async (mails: SelectQueryBuilder<Schema, 'outbox', object>): Promise<number> =>
  Number(
    (
      await mails
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .executeTakeFirstOrThrow()
    ).count,
  )

/** Those that wait for their domain among them: the last of the domains opens then. */
async function readLater(
  db: Db,
  now: number,
): Promise<Pick<QueueFacts, 'spaced' | 'spacedUntil' | 'retries' | 'lastRetryAt'>> {
  const row = await db
    .selectFrom('outbox')
    .select([
      sql<number | string | null>`sum(case when attempts = 0 then 1 else 0 end)`.as('spaced'),
      sql<number | string | null>`sum(case when attempts > 0 then 1 else 0 end)`.as('retries'),
      sql<number | null>`max(case when attempts = 0 then due_at end)`.as('spacedUntil'),
      sql<number | null>`max(case when attempts > 0 then due_at end)`.as('lastRetryAt'),
    ])
    .where(isDue)
    .where(waitsForTime)
    .where('due_at', '>', now)
    .executeTakeFirstOrThrow()
  const parked = await countOf(db.selectFrom('outbox').where(isDue).where(waitsForDomain))
  const { opens } = await db
    .selectFrom('waiting_domains')
    .select(({ fn }) => fn.max('opens_at').as('opens'))
    .executeTakeFirstOrThrow()
  const until = [row.spacedUntil, parked > 0 ? opens : null].flatMap((at) => at ?? [])
  return {
    ...row,
    spaced: Number(row.spaced ?? 0) + parked,
    spacedUntil: until.length > 0 ? Math.max(...until) : null,
    retries: Number(row.retries ?? 0),
  }
}

async function withoutServer(db: Db, config: OutletConfig): Promise<Stop[]> {
  if (outletKind(config) !== 'kept') return []
  const first = await db
    .selectFrom('outbox')
    .select(({ fn }) => fn.min('created_at').as('at'))
    .where('state', '=', 'kept')
    .executeTakeFirst()
  return noServer(config, first?.at ?? null)
}

/** What the server wrote down: only it sees the mail server's answers. */
async function recorded(
  db: Db,
  { ready }: Ready,
  lastAfter: (start: number) => number,
  now: number,
): Promise<Stop[]> {
  const queue = await readQueue(db)
  const [pause, trouble] = [pauseOf(queue), troubleOf(queue)]
  const stops: Stop[] = []
  if (pause) {
    const next = probeAt(pause, now)
    const isHeld = next === Infinity
    stops.push({
      kind: pauseKind(pause),
      since: pause.since,
      reason: pause.reason,
      nextTryAt: isHeld ? null : next,
      lastLeavesAt: ready === 0 ? null : lastAfter(isHeld ? now : Math.max(now, next)),
    })
  }
  // It was met by the last mail that was tried: while none waits or is tried, nobody knows whether it still stands.
  if (trouble && (ready > 0 || (await isSending(db))))
    stops.push({
      kind: trouble.obstacle,
      since: trouble.since,
      reason: trouble.reason,
      nextTryAt: null,
      lastLeavesAt: lastAfter(now),
    })
  return stops
}

const isSending = async (db: Db): Promise<boolean> =>
  (await db
    .selectFrom('outbox')
    .select('id')
    .where('state', '=', 'sending')
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()) !== undefined

function byBudget(
  mailsPerHour: number,
  { ready, readySince }: Ready,
  lastLeavesAt: number,
  now: number,
): Stop[] {
  const waits = lastLeavesAt > now && Math.max(lastLeavesAt - now, now - readySince!) > longWaitMs
  return waits
    ? [
        {
          kind: 'budget',
          since: readySince,
          reason: `MAILS_PER_HOUR (${mailsPerHour}) spreads ${ready} mails`,
          nextTryAt: null,
          lastLeavesAt,
        },
      ]
    : []
}

/** Mails that wait for one domain, and those that will have to, once the server has looked at them. */
async function byDomain(db: Db, now: number): Promise<Stop[]> {
  const queues = [...(await parkedByDomain(db)), ...(await unparkedByDomain(db, now))]
  const long = queues
    .filter(({ last }) => last - now > longWaitMs)
    .toSorted((a, b) => b.mails - a.mails || (a.domain < b.domain ? -1 : 1))
  if (long.length === 0) return []
  const names = long.slice(0, domainsShown).map(({ domain, mails }) => `${domain} (${mails} mails)`)
  return [
    {
      kind: 'domains',
      since: Math.min(...long.map(({ since }) => since)),
      nextTryAt: null,
      lastLeavesAt: Math.max(...long.map(({ last }) => last)),
      reason: `one domain gets ${perDomain.atOnce} mails at once, ${firstMails[0]!.fromAll.atOnce} where nobody has confirmed: ${names.join(', ')}${long.length > domainsShown ? ` and ${long.length - domainsShown} more` : ''}`,
    },
  ]
}

type Queue = { domain: string; mails: number; since: number; last: number }

async function parkedByDomain(db: Db): Promise<Queue[]> {
  const byRequester = db
    .selectFrom('outbox')
    .select(({ fn }) => [
      'waits',
      fn.countAll<number | string>().as('mails'),
      fn.min('created_at').as('since'),
    ])
    .where(isDue)
    .where(waitsForDomain)
    .groupBy(['waits', 'requester'])
  const queues = await db
    .selectFrom(byRequester.as('requesters'))
    .select(({ fn }) => [
      'waits',
      fn.sum<number | string>('mails').as('mails'),
      fn.max<number | string>('mails').as('mostOfOne'),
      fn.min('since').as('since'),
    ])
    .groupBy('waits')
    .having(({ fn }) => fn.sum('mails'), '>=', manyOfDomain)
    .execute()
  const domains = queues.map(({ waits }) => waits.slice(1))
  const confirmed = await countConfirmed(db, domains)
  const opensAt = new Map(
    domains.length === 0
      ? []
      : (
          await db
            .selectFrom('waiting_domains')
            .selectAll()
            .where('domain', 'in', domains)
            .execute()
        ).map((row) => [row.domain, row.opens_at]),
  )
  return queues.map(({ waits, mails, mostOfOne, since }) => {
    const domain = waits.slice(1)
    const first = firstMails[confirmed.get(domain)!]
    const lastsMs = Math.max(
      (Number(mails) - 1) * (first?.fromAll ?? perDomain).everyMs,
      first ? (Number(mostOfOne) - 1) * first.fromOne.everyMs : 0,
    )
    return { domain, mails: Number(mails), since, last: (opensAt.get(domain) ?? since) + lastsMs }
  })
}

async function unparkedByDomain(db: Db, now: number): Promise<Queue[]> {
  const queues = await db
    .selectFrom('outbox')
    .select(({ fn }) => [
      'domain',
      fn.countAll<number | string>().as('mails'),
      fn.min('due_at').as('firstDueAt'),
      fn.min('created_at').as('since'),
    ])
    .where(isDue)
    .where('waits', '=', waitsFor.turn)
    .where('attempts', '=', 0)
    .where('domain', 'not in', [...largeProviders])
    .groupBy('domain')
    .having(({ fn }) => fn.countAll(), '>=', manyOfDomain)
    .execute()
  return queues
    .map((queue) => ({ ...queue, mails: Number(queue.mails) }))
    .map((queue) => ({ ...queue, last: lastOfDomain(perDomain, queue, now) }))
}

/** Each claim moves the hour's bucket to its own time at least. */
function unattended(
  { ready, readySince }: Ready,
  { tat, stopped }: { tat: number; stopped: boolean },
  lastLeavesAt: number,
  now: number,
): Stop[] {
  const isIdle = ready > 0 && !stopped && now - readySince! > longWaitMs && tat < now - longWaitMs
  return isIdle
    ? [
        {
          kind: 'unattended',
          since: readySince,
          reason: 'no server takes them: is one running?',
          nextTryAt: null,
          lastLeavesAt,
        },
      ]
    : []
}

/** What `readQueueState` tells is good for so long: on a million mails that are ready it takes a tenth of a second. */
const watchEveryMs = 15_000

/** For /metrics: read at most every 15 seconds, however many ask. */
export function watchQueue(db: Db, terms: QueueTerms, now: () => number) {
  let known: { at: number; state: Promise<QueueState> } | null = null
  return {
    stopKinds: stopKinds.filter((kind) => kind !== 'domains'),
    async read() {
      if (!known || Math.abs(now() - known.at) >= watchEveryMs)
        known = { at: now(), state: readQueueState(db, terms, now()) }
      const { ready, lastLeavesAt, stops } = await known.state
      return {
        ready,
        secondsToLast: (lastLeavesAt - known.at) / 1_000,
        stops: stops.map(({ kind }) => kind),
      }
    },
  }
}
