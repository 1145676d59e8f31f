import type { Transaction } from 'kysely'
import type { Store } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import { setDomainOpening } from '#server/outbox/waiting-domains.ts'
import { isQuiet } from '#server/sequence/steps.ts'
import { applyPace, removeIneligibleAtDomains } from './apply-pace.ts'
import { readOpenDomains, type Candidate } from './candidates.ts'
import type { Claim, ClaimTerms } from './claim-terms.ts'
import { removeIneligible, welcomeFirst } from './eligibility.ts'
import { leaseMails } from './leases.ts'
import { promoteDueMails } from './promote.ts'
import { chooseProbes, readProbeMails } from './probe.ts'
import { lockQueue, readQueue, saveQueue, waitsUntil } from './queue-pause.ts'
import { pauseUnchecked, probeAt, withProbe, type Queue } from './queue-state.ts'

/**
 * Claims the next probe of a queue that is paused or checked, if its time has come. Only one program
 * does. Where no other domain waits to be asked, the check ends in a pause.
 */
export async function claimProbe(
  trx: Transaction<Schema>,
  engine: Store['engine'],
  terms: ClaimTerms,
  now: number,
): Promise<Claim> {
  const none = {
    mails: [],
    changed: 0,
    closedUntil: null,
    isEmpty: false,
    isSearching: false,
    stopStarted: null,
  }
  const before = await readQueue(trx)
  const waits = await waitsUntil(trx, before, now)
  if (waits > now) return { ...none, closedUntil: waits }
  const quiet = terms.sequence !== null && isQuiet(now, terms.sequence)
  const { pause } = before
  // Only the first mail to another domain is a probe before its time: it is looked for each second.
  if (pause && pause.by !== 'checking' && probeAt(pause, now) > now) {
    const others = await chooseProbes(trx, pause, quiet, now)
    if (others.length === 0) return { ...none, closedUntil: probeAt(pause, now) }
  }
  const queue = await lockQueue(trx)
  // Another program was faster.
  if (queue.pause === null) return { ...none, changed: 1 }
  const stillWaits = await waitsUntil(trx, queue, now)
  if (stillWaits > now) return { ...none, closedUntil: stillWaits }
  const { promoted } = await promoteDueMails(trx, engine, now)
  const rows = await readProbeMails(trx, engine, queue.pause, quiet, now)
  const { next, released } = await nextProbe(trx, engine, rows, terms, now)
  if (next.go.length > 0) {
    const [mail] = next.go
    await saveQueue(trx, withProbe(queue, mail!, now))
    return { ...none, mails: await leaseMails(trx, next.go, terms, now), changed: 1 }
  }
  const changed = promoted + released + next.changed
  if (changed > 0 || rows.length > 0) return { ...none, changed, closedUntil: next.closedUntil }
  return { ...none, stopStarted: await endCheck(trx, queue, now) }
}

/** Also releases mails that wait for domains which are open now: they can be probes then. */
async function nextProbe(
  trx: Transaction<Schema>,
  engine: Store['engine'],
  rows: readonly Candidate[],
  terms: ClaimTerms,
  now: number,
) {
  const atDomains = await readOpenDomains(trx, engine, terms.mailsPerHour < Infinity, now)
  const eligible = await removeIneligible(trx, rows, terms.sequence, now)
  const checked = await welcomeFirst(trx, eligible, now)
  const { open, domainsToReopen } = await removeIneligibleAtDomains(
    trx,
    atDomains,
    terms.sequence,
    now,
  )
  const first = checked.rows.slice(0, 1)
  const paced = await applyPace(trx, { rows: first, open }, { ...terms, most: 1 }, now)
  for (const name of domainsToReopen) await setDomainOpening(trx, name, now)
  const moved = rows.length - checked.rows.length - checked.leftInTurn
  const parked = first.length - paced.go.length - paced.leftInTurn
  return {
    next: { go: paced.go, closedUntil: paced.closedUntil, changed: moved + parked },
    released: paced.released + domainsToReopen.length,
  }
}

async function endCheck(trx: Transaction<Schema>, queue: Queue, now: number) {
  const paused = pauseUnchecked(queue, now)
  if (paused === queue) return null
  await saveQueue(trx, paused)
  return { paused: paused.pause!.reason }
}
