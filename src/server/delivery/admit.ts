import type { Transaction } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import type { Store } from '#server/db/store.ts'
import { budgetDomain } from '#server/outbox/budget-domain.ts'
import { priorities } from '#server/outbox/outbox.ts'
import { waitsFor } from '#server/outbox/turns.ts'
import {
  leaveDomains,
  openDomains,
  setDomainOpening,
  waitedForDomains,
  waitForDomains,
  waitingForDomain,
} from '#server/outbox/waiting-domains.ts'
import { candidateColumns, hasWaitingMail, withPeople, type Candidate } from './candidates.ts'
import { removeIneligible, welcomeFirst } from './eligibility.ts'
import type { ClaimTerms } from './leases.ts'
import { setOverdue } from './overdue.ts'
import { isLater, paceMails, type Paced } from './pace.ts'
import { countConfirmedByDomain, domainsToCount } from './recipient-budgets.ts'

/*
 * Which of the mails in turn may leave now, and where the others wait instead. A mail is looked at
 * when it has its turn. One that has to wait leaves the turns, for its time or its domain, and is
 * looked at again when that opens (promote.ts, waiting-domains.ts). So a claim reads no mail twice
 * that cannot go (decision 081).
 */

/** `mailsPerHour`: Infinity where mails have no budgets. */
type Terms = Pick<ClaimTerms, 'secretKey' | 'most' | 'mailsPerHour' | 'sequence' | 'calendar'>

type ByDomain = ReadonlyMap<string, readonly Candidate[]>
/** `rows`: mails in turn. `open`: mails that wait for domains which are open now. */
type Candidates = { rows: readonly Candidate[]; open: ByDomain }
/**
 * `moved` counts the mails in turn that wait elsewhere now, or have ended, and the changes at domains:
 * mails that have a turn now, and domains whose next mails are others.
 */
type Admitted = { go: readonly Candidate[]; moved: number } & Pick<
  Paced,
  'closedUntil' | 'leftInTurn'
>

/**
 * Decides about these mails, at most `most` of which go, and about those that wait for domains which
 * are open now.
 */
export async function admit(
  trx: Transaction<Schema>,
  engine: Store['engine'],
  inTurn: readonly Candidate[],
  terms: Terms,
  now: number,
): Promise<Admitted> {
  const atDomains = await readOpenDomains(trx, engine, terms.mailsPerHour < Infinity, now)
  if (inTurn.length + atDomains.size === 0)
    return { go: [], closedUntil: null, leftInTurn: 0, moved: 0 }
  const eligible = await removeIneligible(trx, inTurn, terms, now)
  const { rows, leftInTurn } = await welcomeFirst(trx, eligible, now)
  const open = new Map<string, readonly Candidate[]>()
  for (const [name, waiting] of atDomains)
    open.set(name, await removeIneligible(trx, waiting, terms, now))
  const paced = await applyPace(trx, { rows, open }, terms, now)
  const shortened = [...open].filter(([name, left]) => left.length < atDomains.get(name)!.length)
  for (const [name] of shortened) await setDomainOpening(trx, name, now)
  const removed = inTurn.length - rows.length - leftInTurn
  return {
    go: paced.go,
    closedUntil: paced.closedUntil,
    leftInTurn: leftInTurn + paced.leftInTurn,
    moved: removed + paced.moved + shortened.length,
  }
}

/** The mails that wait for domains which are open now. `isLimited` false: for any domain. */
async function readOpenDomains(
  trx: Transaction<Schema>,
  engine: Store['engine'],
  isLimited: boolean,
  now: number,
): Promise<ByDomain> {
  const open = new Map<string, Candidate[]>()
  for (const domain of await openDomains(trx, now, isLimited)) {
    const rows = waitingForDomain(trx, engine, domain).select(candidateColumns)
    open.set(domain, await withPeople(trx, engine, await rows.execute()))
  }
  return open
}

/** Spends the budgets, and defers, parks or releases mails as they allow. */
async function applyPace(
  trx: Transaction<Schema>,
  { rows, open }: Candidates,
  { secretKey, most, mailsPerHour }: Terms,
  now: number,
): Promise<Admitted> {
  if (mailsPerHour === Infinity) return withoutPace(trx, { rows, open }, most, now)
  const waiting = [...open.values()].flat()
  const terms = {
    secretKey,
    confirmed: await countConfirmedByDomain(trx, domainsToCount([...rows, ...waiting])),
    most,
    mailsPerHour,
    awaitedMailWaits: rows.some(isLater) && (await hasWaitingMail(trx, priorities.awaited)),
  }
  const unpaid = new Set(rows.filter(({ paid }) => !paid).map(({ domain }) => budgetDomain(domain)))
  const waitedFor = await waitedForDomains(trx, [...unpaid])
  const paced = await paceMails(trx, { inTurn: rows, open, waitedFor }, terms, now)
  await applyPaced(trx, paced, { rows, open }, now)
  const { deferred, parked, overdue, released } = paced
  return {
    ...paced,
    go: pick(rows, paced.go),
    moved: deferred.length + parked.length + overdue.length + released.length,
  }
}

async function applyPaced(
  trx: Transaction<Schema>,
  paced: Paced,
  { rows, open }: Candidates,
  now: number,
): Promise<void> {
  for (const { id, until } of paced.deferred)
    await trx
      .updateTable('outbox')
      .set({ dueAt: until, waits: waitsFor.time, paid: 0 })
      .where('id', '=', id)
      .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const id of paced.overdue) await setOverdue(trx, byId.get(id)!, 'mailbox')
  await waitForDomains(
    trx,
    paced.parked.map(({ id, domain, opensAt }) => {
      const { priority, requester } = byId.get(id)!
      return { id, priority, requester, domain, opensAt }
    }),
  )
  await leaveDomains(trx, pick([...open.values()].flat(), paced.released), now)
  for (const { domain, opensAt } of paced.domains) await setDomainOpening(trx, domain, opensAt)
}

const pick = (rows: readonly Candidate[], ids: readonly string[]) =>
  rows.filter(({ id }) => ids.includes(id))

/** Without budgets no mail waits for its domain. */
async function withoutPace(
  trx: Transaction<Schema>,
  { rows, open }: Candidates,
  most: number,
  now: number,
): Promise<Admitted> {
  await leaveDomains(trx, [...open.values()].flat(), now)
  for (const domain of open.keys()) await setDomainOpening(trx, domain, now)
  return { go: rows.slice(0, most), closedUntil: null, leftInTurn: 0, moved: open.size }
}
