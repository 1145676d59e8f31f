import type { Db } from '#server/db/open.ts'
import { withoutDomainBudget } from '#server/outbox/large-providers.ts'
import { isDue, waitsFor, waitsForDomain } from '#server/outbox/turns.ts'
import { countConfirmedByDomain, firstMails, perDomain } from './recipient-budgets.ts'
import { lastOfDomain } from './estimate.ts'
import { longWaitMs, type Stop } from './stops.ts'

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
