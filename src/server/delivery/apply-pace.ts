import type { Transaction } from 'kysely'
import type { SequenceCopy } from '#contract/sequence.ts'
import type { Schema } from '#server/db/schema.ts'
import { budgetDomain } from '#server/outbox/budget-domain.ts'
import { priorities } from '#server/outbox/outbox.ts'
import { waitsFor } from '#server/outbox/turns.ts'
import {
  leaveDomains,
  setDomainOpening,
  waitedForDomains,
  waitForDomains,
} from '#server/outbox/waiting-domains.ts'
import { hasWaitingMail, type Candidate } from './candidates.ts'
import { removeIneligible } from './eligibility.ts'
import { setOverdue } from './overdue.ts'
import { paceMails, type Paced } from './pace.ts'
import { countConfirmedByDomain, domainsToCount } from './recipient-budgets.ts'

/** `mailsPerHour`: Infinity where mails have no budgets. */
type PaceTerms = { secretKey: string; most: number; mailsPerHour: number }

type ByDomain = ReadonlyMap<string, readonly Candidate[]>
/** `rows`: mails in turn. `open`: mails that wait for domains which are open now. */
type Candidates = { rows: readonly Candidate[]; open: ByDomain }
type ClaimStep = { go: readonly Candidate[]; released: number } & Pick<
  Paced,
  'closedUntil' | 'leftInTurn'
>

/**
 * `domainsToReopen`: domains at which mails were removed. Others come to the front there, so the
 * next claim reads these domains again.
 */
export async function removeIneligibleAtDomains(
  trx: Transaction<Schema>,
  domains: ByDomain,
  sequence: SequenceCopy | null,
  now: number,
): Promise<{ open: ByDomain; domainsToReopen: string[] }> {
  const open = new Map<string, readonly Candidate[]>()
  const domainsToReopen: string[] = []
  for (const [name, rows] of domains) {
    const eligible = await removeIneligible(trx, rows, sequence, now)
    open.set(name, eligible)
    if (eligible.length < rows.length) domainsToReopen.push(name)
  }
  return { open, domainsToReopen }
}

/** Spends the budgets, and defers, parks or releases mails as they allow. */
export async function applyPace(
  trx: Transaction<Schema>,
  { rows, open }: Candidates,
  { secretKey, most, mailsPerHour }: PaceTerms,
  now: number,
): Promise<ClaimStep> {
  if (mailsPerHour === Infinity) return withoutPace(trx, { rows, open }, most, now)
  const waiting = [...open.values()].flat()
  const terms = {
    secretKey,
    confirmed: await countConfirmedByDomain(trx, domainsToCount([...rows, ...waiting])),
    most,
    mailsPerHour,
    awaitedMailWaits:
      rows.some(({ priority }) => priority === priorities.later) &&
      (await hasWaitingMail(trx, priorities.awaited)),
  }
  const unpaid = new Set(rows.filter(({ paid }) => !paid).map(({ domain }) => budgetDomain(domain)))
  const waitedFor = await waitedForDomains(trx, [...unpaid])
  const paced = await paceMails(trx, { inTurn: rows, open, waitedFor }, terms, now)
  await applyPaced(trx, paced, { rows, open }, now)
  return { ...paced, go: pick(rows, paced.go), released: paced.released.length }
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
  for (const id of paced.overdue) await setOverdue(trx, id, 'mailbox')
  const byId = new Map(rows.map((row) => [row.id, row]))
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
): Promise<ClaimStep> {
  await leaveDomains(trx, [...open.values()].flat(), now)
  for (const domain of open.keys()) await setDomainOpening(trx, domain, now)
  return { go: rows.slice(0, most), closedUntil: null, leftInTurn: 0, released: open.size }
}
