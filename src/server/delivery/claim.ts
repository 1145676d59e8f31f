import type { Store } from '#server/db/open.ts'
import { setDomainOpening } from '#server/outbox/waiting-domains.ts'
import { isQuiet } from '#server/sequence/steps.ts'
import { applyPace, removeIneligibleAtDomains } from './apply-pace.ts'
import { readInTurn, readOpenDomains } from './candidates.ts'
import { claimProbe } from './claim-probe.ts'
import type { Claim, ClaimTerms } from './claim-terms.ts'
import { removeIneligible, welcomeFirst } from './eligibility.ts'
import { readLetterMails } from './letter-candidates.ts'
import { leaseMails } from './leases.ts'
import { promoteDueMails } from './promote.ts'
import { readPause } from './queue-pause.ts'

/** Rows read beyond `most`: some are unwanted, overdue, or have to wait for their domain. */
const lookAhead = 20

/**
 * Claims the next mails that may be sent. It commits before anything is sent: the owner, the lease,
 * the Message-ID and the hashes of the links.
 */
export const claimMails = (store: Store, terms: ClaimTerms, now: number): Promise<Claim> =>
  store.transact(async (trx) => {
    const { engine } = store
    if (terms.paced && (await readPause(trx)) !== null) return claimProbe(trx, engine, terms, now)
    const { promoted, inTurn: inTurnOf } = await promoteDueMails(trx, engine, now)
    const quiet = terms.sequence !== null && isQuiet(now, terms.sequence)
    const inTurn = await readInTurn(trx, engine, {
      priorities: inTurnOf,
      quiet,
      limit: terms.most + lookAhead,
    })
    const mailsPerHour = terms.paced ? terms.mailsPerHour : Infinity
    const atDomains = await readOpenDomains(trx, engine, mailsPerHour < Infinity, now)
    const ofLetters = await readLetterMails(trx, engine, lettersTerms(terms, inTurn.length), now)
    if (inTurn.length + atDomains.size + ofLetters.length === 0)
      return { mails: [], changed: promoted, closedUntil: null, stopStarted: null }

    const eligible = await removeIneligible(trx, inTurn, terms.sequence, now)
    const checked = await welcomeFirst(trx, eligible, now)
    const letters = await removeIneligible(trx, ofLetters, terms.sequence, now)
    const { open, domainsToReopen } = await removeIneligibleAtDomains(
      trx,
      atDomains,
      terms.sequence,
      now,
    )
    const candidates = { rows: [...checked.rows, ...letters], open }
    const paced = await applyPace(trx, candidates, { ...terms, mailsPerHour }, now)
    const { go, closedUntil } = paced
    for (const name of domainsToReopen) await setDomainOpening(trx, name, now)
    const moved = inTurn.length + ofLetters.length - checked.leftInTurn - paced.leftInTurn
    const changed = promoted + moved + paced.released + domainsToReopen.length
    const mails = await leaseMails(trx, go, terms, now)
    return { mails, changed, closedUntil, stopStarted: null }
  })

/** Mails of letters follow all others: they are read only where connections stay free. */
const lettersTerms = ({ most, paced, mailsPerHour }: ClaimTerms, usual: number) => ({
  most: usual < most ? most - usual + lookAhead : 0,
  mailsPerHour: paced ? mailsPerHour : Infinity,
})
