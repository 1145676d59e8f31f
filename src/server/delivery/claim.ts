import type { Store } from '#server/db/store.ts'
import { fedLanes } from '#server/letters/lanes.ts'
import { isQuiet } from '#server/sequence/steps.ts'
import { admit } from './admit.ts'
import { readInLanes, readInTurn } from './candidates.ts'
import { claimProbe } from './probe.ts'
import { leaseMails, type Claim, type ClaimTerms } from './leases.ts'
import { promoteDueMails } from './promote.ts'
import { readPause } from './queue-pause.ts'

/*
 * Why a mail does not leave, in the order in which it is asked, each with its decision in
 * docs/decisions. mail-waits.ts names the first that holds one mail, and failed sessions last, because
 * they end by themselves.
 *
 *  1. It is set aside: `overdue` (012) or `kept`, until an operator releases it.
 *     Sign-in links and alerts wait for none of the rest but 2 and their own time (081, urgent.ts).
 *  2. The worker claims nothing: no mail server is configured; this server's clock is in doubt
 *     (071); the last sessions failed (012, breaker.ts).
 *  3. Mail is paused: by an operator, by a check, or by what the mail server says of our account. Only
 *     probes leave (065, probe.ts).
 *  4. Its time has not come: a retry, a step's day, a full mailbox or domain (012, promote.ts).
 *  5. Its domain is closed: first mails wait there in turns (025, waiting-domains.ts).
 *  6. Its letter is paused, held or planned, or the ramp is closed (043, 080, letters/lanes.ts).
 *  7. It is a step of a sequence in quiet hours (019), or its person's welcome mail has not left (027).
 *  8. Other mails have earlier turns (025, outbox/turns.ts); mails of letters follow all others.
 *  9. It is no longer wanted, or too late: cancelled or overdue (012, eligibility.ts).
 * 10. MAILS_PER_HOUR is used up (004), or steps leave the hour's rest to mail that is awaited.
 * 11. Its mailbox or its domain has no budget left: it waits as in 4 or 5 (025, pace.ts).
 */

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
    const mailsPerHour = terms.paced ? terms.mailsPerHour : Infinity
    const limit = terms.most + lookAhead
    const { lanes, isSearching } = await fedLanes(trx, { most: limit, mailsPerHour }, now)
    const { promoted, inTurn: inTurnOf } = await promoteDueMails(trx, engine, now)
    const quiet = terms.sequence !== null && isQuiet(now, terms.sequence)
    const inTurn = await readInTurn(trx, engine, { priorities: inTurnOf, quiet, limit })
    // Mails of letters follow all others: they are read only where connections stay free.
    const free = inTurn.length < terms.most ? limit - inTurn.length : 0
    const ofLetters = await readInLanes(trx, engine, lanes, free)
    const admitting = { ...terms, mailsPerHour }
    const admitted = await admit(trx, engine, [...inTurn, ...ofLetters], admitting, now)
    const { go, closedUntil, leftInTurn } = admitted
    const mails = await leaseMails(trx, go, terms, now)
    // Where fewer rows were read than asked for, those that go leave no others behind.
    const isAll = ofLetters.length < free && go.length < terms.most
    const changed = promoted + admitted.moved + (isAll ? 0 : go.length)
    const isEmpty = changed + leftInTurn === 0 && closedUntil === null
    return { mails, changed, closedUntil, isEmpty, isSearching, stopStarted: null }
  })
