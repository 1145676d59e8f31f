import type { Transaction } from 'kysely'
import type { SequenceCopy } from '#contract/sequence.ts'
import type { Store } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import { priorities } from '#server/outbox/outbox.ts'
import { waitsFor } from '#server/outbox/turns.ts'
import {
  setDomainOpening,
  leaveDomains,
  waitedForDomains,
  waitForDomains,
} from '#server/outbox/waiting-domains.ts'
import { isQuiet } from '#server/sequence/quiet-hours.ts'
import { budgetDomain } from '#server/outbox/budget-domain.ts'
import { hasWaitingMail, readInTurn, readOpenDomains, type Candidate } from './candidates.ts'
import { countConfirmedByDomain, domainsToCount } from './recipient-budgets.ts'
import { removeIneligible, welcomeFirst } from './eligibility.ts'
import { readLetterMails } from './letter-candidates.ts'
import { leaseMails, type ClaimedMail } from './leases.ts'
import { setOverdue } from './overdue.ts'
import { paceMails, type Paced } from './pace.ts'
import { probeDomain, takeProbe } from './probe.ts'
import { promoteDueMails } from './promote.ts'
import { probeAt, readPause } from './queue-pause.ts'

/** Rows read beyond `most`: some are unwanted, overdue, or have to wait for their domain. */
const lookAhead = 20

/** `paced`: mails go to a mail server, within budgets. `host`: of the Message-ID. */
export type ClaimTerms = {
  secretKey: string
  most: number
  mailsPerHour: number
  paced: boolean
  host: string
  sequence: SequenceCopy | null
}

/**
 * `changed` counts the rows that the claim has moved: at 0 a second claim would find the same.
 * No mail can be claimed before `closedUntil` (ms).
 */
export type Claim = { mails: ClaimedMail[]; changed: number; closedUntil: number | null }

/**
 * Claims the next mails that may be sent. It commits before anything is sent: the owner, the lease,
 * the Message-ID and the hashes of the links.
 */
export const claimMails = (store: Store, terms: ClaimTerms, now: number): Promise<Claim> =>
  store.transact(async (trx) => {
    const { engine } = store
    const pause = terms.paced ? await readPause(trx) : null
    if (pause && probeAt(pause, now) > now)
      return { mails: [], changed: 0, closedUntil: pause.nextProbeAt }
    const { promoted, inTurn: inTurnOf } = await promoteDueMails(trx, engine, now)
    const quiet = terms.sequence !== null && isQuiet(now, terms.sequence)
    const domain = pause && (await probeDomain(trx, pause, quiet))
    const inTurn = await readInTurn(trx, engine, {
      priorities: inTurnOf,
      quiet,
      domain,
      limit: terms.most + lookAhead,
    })
    const isLimited = terms.paced && terms.mailsPerHour < Infinity
    const atDomains = await readOpenDomains(trx, engine, isLimited, now)
    const ofLetters = pause
      ? []
      : await readLetterMails(trx, engine, lettersTerms(terms, inTurn.length), now)
    if (inTurn.length + atDomains.size + ofLetters.length === 0)
      return { mails: [], changed: promoted, closedUntil: null }

    const eligible = await removeIneligible(trx, inTurn, terms.sequence, now)
    const checked = await welcomeFirst(trx, eligible, now)
    const letters = await removeIneligible(trx, ofLetters, terms.sequence, now)
    const { open, domainsToReopen } = await removeIneligibleAtDomains(
      trx,
      atDomains,
      terms.sequence,
      now,
    )
    const most = pause ? 1 : terms.most
    const candidates = { rows: [...checked.rows, ...letters], open }
    const paced = isLimited
      ? await applyPace(trx, candidates, { ...terms, most }, now)
      : await withoutPace(trx, candidates, most, now)
    const { go, closedUntil } = paced
    for (const name of domainsToReopen) await setDomainOpening(trx, name, now)
    const moved = inTurn.length + ofLetters.length - checked.leftInTurn - paced.leftInTurn
    const changed = promoted + moved + paced.released + domainsToReopen.length
    if (pause && (go.length === 0 || !(await takeProbe(trx, pause, go[0]!.domain, now))))
      return { mails: [], changed, closedUntil }
    return { mails: await leaseMails(trx, go, terms.host, now), changed, closedUntil }
  })

/** Mails of letters follow all others: they are read only where connections stay free. */
const lettersTerms = ({ most, paced, mailsPerHour }: ClaimTerms, usual: number) => ({
  most: usual < most ? most - usual + lookAhead : 0,
  mailsPerHour: paced ? mailsPerHour : Infinity,
})

type ByDomain = ReadonlyMap<string, readonly Candidate[]>
type Candidates = { rows: readonly Candidate[]; open: ByDomain }
type ClaimStep = { go: readonly Candidate[]; released: number } & Pick<
  Paced,
  'closedUntil' | 'leftInTurn'
>

/**
 * `domainsToReopen`: domains at which mails were removed. Others come to the front there, so the
 * next claim reads these domains again.
 */
async function removeIneligibleAtDomains(
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
async function applyPace(
  trx: Transaction<Schema>,
  { rows, open }: Candidates,
  { secretKey, most, mailsPerHour }: ClaimTerms,
  now: number,
): Promise<ClaimStep> {
  const waiting = [...open.values()].flat()
  const terms = {
    secretKey,
    confirmed: await countConfirmedByDomain(trx, domainsToCount([...rows, ...waiting])),
    most,
    mailsPerHour,
    awaitedMailWaits: await hasWaitingMail(trx, priorities.awaited),
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
      .set({ due_at: until, waits: waitsFor.time, paid: 0 })
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
