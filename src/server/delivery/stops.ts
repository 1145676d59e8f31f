import { plural } from '#contract/english.ts'
import { minuteMs } from '#contract/time.ts'
import { countWaitingLetterMails } from '#server/letters/letter.ts'
import type { Db } from '#server/db/store.ts'
import { obstacles, pauseKinds } from './classify.ts'
import { readQueue } from './queue-pause.ts'
import { probeAt } from './queue-state.ts'
import { destinationKind, type DestinationConfig } from '#server/config/destination.ts'
import { openLanes } from '#server/letters/lanes.ts'
import { withoutDomainBudget } from '#server/outbox/large-providers.ts'
import { isToPeople } from '#server/outbox/outbox.ts'
import { isDue, waitsFor, waitsForDomain } from '#server/outbox/turns.ts'
import { countConfirmedByDomain, firstMails, perDomain } from './recipient-budgets.ts'
import { lastOfDomain } from './estimate.ts'

/** Longer waits of a mail or of the queue are reported to the operator. */
const longWaitMs = 15 * minuteMs

export const stopKinds = [
  'no-server',
  'held',
  'checking',
  ...pauseKinds,
  ...obstacles,
  'budget',
  'domains',
  'unattended',
] as const
/**
 * `no-server`: SMTP_URL is not set. `held`: by an operator. `checking` and the next five: what the
 * mail server refuses (queue-state.ts). `budget`: MAILS_PER_HOUR is used up. `unattended`: nothing else
 * explains the wait, so probably no server runs.
 */
export type StopKind = (typeof stopKinds)[number]

/**
 * A reason why mail is not sent or waits for long. Times are in ms. `nextTryAt`: the next probe.
 * `lastLeavesAt`: when the last mail would leave if mail continued then, or now.
 */
export type Stop = {
  kind: StopKind
  since: number | null
  reason: string
  nextTryAt: number | null
  lastLeavesAt: number | null
}

/** A stop that ends by itself. */
export const isDelay = ({ kind }: Stop): boolean => kind === 'budget' || kind === 'domains'

/** Mails to people that could leave now, and since when the first of them is due (ms). */
export type ReadyMails = { ready: number; readySince: number | null }

const noServerReason = 'others than this machine are served, and SMTP_URL is not set'

/** Also logged when the server starts. */
export const noServerStop = (config: DestinationConfig, since: number | null): Stop[] =>
  destinationKind(config) === 'none'
    ? [{ kind: 'no-server', since, reason: noServerReason, nextTryAt: null, lastLeavesAt: null }]
    : []

export async function findNoServer(db: Db, config: DestinationConfig): Promise<Stop[]> {
  if (destinationKind(config) !== 'none') return []
  const first = await db
    .selectFrom('outbox')
    .select(({ fn }) => fn.min('createdAt').as('at'))
    .where('personId', 'is not', null)
    .where('state', '=', 'kept')
    .executeTakeFirst()
  return noServerStop(config, first?.at ?? null)
}

/** Stops that the server has stored: only the server sees the mail server's answers. */
export async function findStoredStops(
  db: Db,
  { ready }: ReadyMails,
  lastAfter: (start: number) => number,
  now: number,
): Promise<Stop[]> {
  const { pause, trouble } = await readQueue(db)
  const stops: Stop[] = []
  if (pause) {
    const hasProbes = pause.by !== 'held' && pause.by !== 'checking'
    const next = hasProbes ? probeAt(pause, now) : now
    stops.push({
      kind: pause.by,
      since: pause.since,
      reason: pause.reason,
      nextTryAt: hasProbes ? next : null,
      lastLeavesAt: ready === 0 ? null : lastAfter(Math.max(now, next)),
    })
  }
  // The last attempt met it. While no mail waits or is sent, it may be gone.
  if (trouble && (ready > 0 || (await isSending(db)) || (await othersWait(db, now))))
    stops.push({
      kind: trouble.obstacle,
      since: trouble.since,
      reason: trouble.reason,
      nextTryAt: null,
      // Nobody knows when a mail server that is away comes back.
      lastLeavesAt: null,
    })
  return stops
}

/** Whether mails of a letter wait that is being sent, or mails without a person: none is `ready`. */
const othersWait = async (db: Db, now: number): Promise<boolean> =>
  (await countWaitingLetterMails(db, ['sending'])) > 0 ||
  (await db
    .selectFrom('outbox')
    .select('id')
    .where('personId', 'is', null)
    .where('state', '=', 'due')
    .where('dueAt', '<=', now + operatorRetryMs)
    // Names the index: by time, all other due mails would be read.
    .orderBy('email')
    .limit(1)
    .executeTakeFirst()) !== undefined

/** A mail to an operator that met no session is tried again after a minute. */
const operatorRetryMs = 60_000

const isSending = async (db: Db): Promise<boolean> =>
  (await db
    .selectFrom('outbox')
    .select('id')
    .where('state', '=', 'sending')
    .orderBy('dueAt')
    .limit(1)
    .executeTakeFirst()) !== undefined

export function findBudgetStop(
  mailsPerHour: number,
  { ready, readySince }: ReadyMails,
  lastLeavesAt: number,
  now: number,
): Stop[] {
  const waits = lastLeavesAt > now && Math.max(lastLeavesAt - now, now - readySince!) > longWaitMs
  return waits
    ? [
        {
          kind: 'budget',
          since: readySince,
          reason: `MAILS_PER_HOUR (${mailsPerHour}) spreads ${ready} ${plural(ready, 'mail')}`,
          nextTryAt: null,
          lastLeavesAt,
        },
      ]
    : []
}

/** `fullAt`: of the hour's budget. `lastLeavesAt`: of the ready mails (ms). */
type UnattendedTerms = { fullAt: number; mailsPerHour: number; lastLeavesAt: number }

/**
 * The stop where mails, also those of letters, could have left for a quarter of an hour and no
 * server takes them. Call it only where nothing else stops mail. Each claim that sends moves the
 * `fullAt` of the hour's budget to its own time at least.
 */
export async function findUnattended(
  db: Db,
  { ready, readySince }: ReadyMails,
  { fullAt, mailsPerHour, lastLeavesAt }: UnattendedTerms,
  now: number,
): Promise<Stop[]> {
  const long = now - longWaitMs
  if (fullAt >= long) return []
  const isReadyLong = ready > 0 && readySince! < long
  const letters = await lettersReadySince(db, mailsPerHour, long)
  const since = [
    ...(isReadyLong ? [readySince!] : []),
    // The last claim may have taken mails of the same letter.
    ...letters.map((at) => Math.max(at, fullAt)),
  ]
  return since.length === 0
    ? []
    : [
        {
          kind: 'unattended',
          since: Math.min(...since),
          reason: 'no server takes the mails that are due',
          nextTryAt: null,
          lastLeavesAt: ready > 0 ? lastLeavesAt : null,
        },
      ]
}

const lettersRead = 20

/**
 * When each letter began of which a mail could have left before `long` (ms): its time has come, and
 * one of its ramps was open then.
 */
async function lettersReadySince(db: Db, mailsPerHour: number, long: number): Promise<number[]> {
  const letters = await db
    .selectFrom('letters')
    .select(['id', 'revision', 'audience', 'frozenAt', 'fallback'])
    .select(['plannedAt', 'sendingMs', 'sendingSince'])
    .where('state', 'in', ['scheduled', 'sending'])
    .where('plannedAt', '<', long)
    .orderBy('plannedAt')
    .limit(lettersRead)
    .execute()
  const since: number[] = []
  for (const letter of letters) {
    const begunAt = Math.max(letter.plannedAt!, letter.sendingSince ?? 0)
    if (begunAt >= long) continue
    if ((await openLanes(db, letter, { mailsPerHour }, long)).length > 0) since.push(begunAt)
  }
  return since
}

/** Fewer mails than this that wait for one domain are normal. */
const manyOfDomain = 10
const domainsShown = 3

/**
 * Reports domains whose mails wait for long, or will once the server has claimed the first of them.
 */
export async function findDomainStops(db: Db, now: number): Promise<Stop[]> {
  const queues = [...(await readParked(db)), ...(await readInTurn(db, now))]
  const long = queues
    .filter(({ last }) => last - now > longWaitMs)
    .toSorted((a, b) => b.mails - a.mails || (a.domain < b.domain ? -1 : 1))
  if (long.length === 0) return []
  const names = long
    .slice(0, domainsShown)
    .map(({ domain, mails }) => `${domain} (${mails} ${plural(mails, 'mail')})`)
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

/** `since` and `last`: when the first was queued and when the last leaves (ms). */
type DomainQueue = { domain: string; mails: number; since: number; last: number }

async function readParked(db: Db): Promise<DomainQueue[]> {
  const byRequester = db
    .selectFrom('outbox')
    .select(({ fn }) => [
      'waits',
      fn.countAll<number>().as('mails'),
      fn.min('createdAt').as('since'),
    ])
    .where(isDue)
    .where(isToPeople)
    .where(waitsForDomain)
    .groupBy(['waits', 'requester'])
  const queues = await db
    .selectFrom(byRequester.as('requesters'))
    .select(({ fn }) => [
      'waits',
      fn.sum<number>('mails').as('mails'),
      fn.max<number>('mails').as('mostOfOne'),
      fn.min('since').as('since'),
    ])
    .groupBy('waits')
    .having(({ fn }) => fn.sum('mails'), '>=', manyOfDomain)
    .execute()
  const domains = queues.map(({ waits }) => waits.slice(1))
  const confirmed = await countConfirmedByDomain(db, domains)
  const opensAt = await readOpening(db, domains)
  return queues.map(({ waits, mails, mostOfOne, since }) => {
    const domain = waits.slice(1)
    const first = firstMails[confirmed.get(domain)!]
    const lastsMs = Math.max(
      (mails - 1) * (first?.fromAll ?? perDomain).everyMs,
      first ? (mostOfOne - 1) * first.fromOne.everyMs : 0,
    )
    return { domain, mails, since, last: (opensAt.get(domain) ?? since) + lastsMs }
  })
}

async function readInTurn(db: Db, now: number): Promise<DomainQueue[]> {
  const queues = await db
    .selectFrom('outbox')
    .select(({ fn }) => [
      'domain',
      fn.countAll<number>().as('mails'),
      fn.min('dueAt').as('firstDueAt'),
      fn.min('createdAt').as('since'),
    ])
    .where(isDue)
    .where(isToPeople)
    .where('waits', '=', waitsFor.turn)
    .where('attempts', '=', 0)
    .where('domain', 'not in', [...withoutDomainBudget])
    .groupBy('domain')
    .having(({ fn }) => fn.countAll(), '>=', manyOfDomain)
    .execute()
  return queues.map((queue) => ({ ...queue, last: lastOfDomain(perDomain, queue, now) }))
}

/** When each of these domains opens (ms). */
async function readOpening(db: Db, domains: readonly string[]): Promise<Map<string, number>> {
  if (domains.length === 0) return new Map()
  const waiting = db.selectFrom('waiting_domains').selectAll().where('domain', 'in', domains)
  return new Map((await waiting.execute()).map((row) => [row.domain, row.opensAt]))
}
