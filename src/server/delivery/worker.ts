import { setTimeout as sleep } from 'node:timers/promises'
import type { SequenceCopy } from '#contract/quiz/sequence.ts'
import { StoreUnavailable, type Store } from '#server/db/store.ts'
import { openBreaker } from './breaker.ts'
import { claimMails } from './claim.ts'
import type { DeliverDeps, RenderMailIn } from './deliver.ts'
import { openDeliveries } from './deliveries.ts'
import { keepDueMails } from './kept-mails.ts'
import { logStop } from './describe-stop.ts'
import { endAllLeases, hasExpiredLease, leaseMs, recoverExpired, renewLeases } from './leases.ts'
import type { ReportConfig } from './message.ts'
import type { SmtpLimits } from './smtp-limits.ts'
import { claimUrgentMails } from './urgent.ts'
import type { DestinationConfig } from '#server/config/destination.ts'
import { connections, openDestination } from './transport.ts'

/*
 * A mail is a row of `outbox`. Its states, and the functions that change them:
 *
 *   queueMails ──> due ──claim──> sending ──accepted──────────────────> sent
 *                  ^ │              │ ├──refused (5xx), 72 h of tries─> dead
 *                  │ │              │ ├──no longer wanted─────────────> cancelled
 *                  │ │              │ ├──rendered for /dev/mails──────> kept
 *                  │ │              │ └──no outcome of any copy───────> uncertain
 *                  │ │              │
 *                  │ └──────────────┼── 4xx, no session, cut before the end, lease ended:
 *                  │                └─> due again
 *                  │
 *                  ├── due ──no longer wanted, left, suppressed───────> cancelled
 *                  ├── due ──too late, mailbox full, held─────────────> overdue
 *                  ├── due ──no mail server is configured─────────────> kept
 *                  └── overdue, kept (mail -- release), dead, uncertain (mail -- retry)
 *
 * promote.ts gives a turn to rows whose time has come. admit.ts decides which of those in turn go and
 * where the others wait. claim.ts claims due rows: due -> sending, cancelled, overdue; urgent.ts those
 * that wait for nothing. Within `due`, `waits` names what a row waits for (outbox/turns.ts): its turn,
 * its time, its recipient's domain, or its letter.
 * A mail of a letter waits in its letter's lane, and returns there (letters/lanes.ts); claims feed the
 * lanes with the next people of the letter (letters/runs.ts).
 * leases.ts writes the claim, and recovers rows whose lease ended without an outcome: sending ->
 * due, uncertain.
 * deliveries.ts holds the mails that are being sent. deliver.ts renders one, checks it again
 * (current.ts) and sends it. classify.ts decides what the answer means, and record.ts stores it:
 * sending -> sent, dead, cancelled, kept, due. queue-state.ts says what it means for all other mails:
 * a pause, or dead mails that are due again (`finishChanges` of queue-pause.ts).
 * hold.ts and overdue.ts make rows wait for the operator; retry.ts and `mail -- release` make them
 * due again.
 */

export type MailWorkerDeps = Pick<
  DeliverDeps,
  'log' | 'metrics' | 'stepEnded' | 'secrets' | 'operatorMails'
> & {
  store: Store
  secretKey: string
  sequence: SequenceCopy | null
  config: DestinationConfig &
    ReportConfig & { mailFrom: string; mailsPerHour: number; limits: 'on' | 'off' }
  renderMail: RenderMailIn
  renderLetter: DeliverDeps['renderLetter']
  now: () => number
  /** the time by which spots end; `now` by default */
  calendar?: () => number
  /** see clock/clock.ts; always by default */
  mayDeliver?: () => boolean
  random: () => number
  smtpLimits?: SmtpLimits
}

type MailWorker = {
  /** Call it after a commit that queued mails. */
  nudge(): void
  /** Waits a few seconds for mails that are being sent; the others return to the queue. */
  stop(): Promise<void>
}

const busyPollMs = 1_000
/** Between two looks for the next people of a letter, visitors have their turn. */
const searchRestMs = 20
const idlePollMs = 4_500

/** Delivers queued mails for as long as the program runs. */
export function startMailWorker(deps: MailWorkerDeps): MailWorker {
  const worker = openMailWorker(deps)
  let timer: NodeJS.Timeout | undefined
  let begun = false
  let stopped = false
  const renewing = setInterval(() => void worker.renew(), leaseMs / 3)
  const poll = async () => {
    const busy = await worker.poll()
    // The random part keeps several servers on one store from polling at the same moment.
    const waitMs = (busy ? busyPollMs : idlePollMs) * (0.9 + deps.random() / 10)
    if (!stopped)
      timer = setTimeout(() => {
        polling = poll()
      }, waitMs)
  }
  let polling: Promise<void> = worker.begin().then(() => {
    begun = true
    return poll()
  })
  return {
    nudge() {
      if (begun) worker.nudge()
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      clearInterval(renewing)
      await worker.stop()
      await polling
    },
  }
}

/** The worker without its timers: tests control the clock. */
export function openMailWorker(deps: MailWorkerDeps) {
  const { store, secretKey, log, config, now, calendar = now, mayDeliver = () => true } = deps
  const destination = openDestination(config, deps.smtpLimits)
  const terms = {
    secretKey,
    paced: destination.kind === 'smtp',
    mailsPerHour: config.limits === 'off' ? Infinity : config.mailsPerHour,
    host: new URL(config.publicUrl).hostname,
    sequence: deps.sequence,
  }
  const breaker = openBreaker(connections, now)
  const whenStored = openStoreGuard(log)
  let filling: Promise<boolean> | null = null
  let nudged = false
  let isEmpty = false
  let stopped = false
  const deliveries = openDeliveries({
    ...deps,
    calendar,
    destination,
    stopped: () => stopped,
    ended({ says, startedAt, urgent }) {
      if (!urgent) breaker.apply(says, startedAt)
      // An accepted mail makes no other one due.
      if (urgent || !isEmpty || says !== 'accepted') setImmediate(nudge)
    },
  })

  /** Recovers what another program has left, then claims and sends what it can. Never throws. */
  async function poll(): Promise<boolean> {
    if (stopped || !mayDeliver()) return false
    const isAvailable = await whenStored(async () => {
      if (await hasExpiredLease(store, calendar())) await recover()
      return true
    })
    return isAvailable ? claimAndSend() : true
  }

  /** Claims and sends what it can. True where more may follow soon. Never throws. */
  async function claimAndSend(): Promise<boolean> {
    const more = await whenStored(
      () =>
        (filling ??= fillConnections().finally(() => {
          filling = null
        })),
    )
    return more ?? true
  }

  async function recover() {
    await renew()
    const recovered = await recoverExpired(store, now(), calendar())
    if (recovered.again + recovered.uncertain > 0)
      log.warn(recovered, 'leases of mails ended without an outcome')
  }

  async function fillConnections(): Promise<boolean> {
    if (destination.kind === 'none') return !stopped && (await keepDueMails(store, now())) > 0
    for (let found = false; ; found = true) {
      nudged = false
      isEmpty = false
      if (stopped || !mayDeliver()) return found || deliveries.all() > 0
      const claiming = { ...terms, calendar: calendar() }
      const inFlight = deliveries.urgent()
      const urgent = await claimUrgentMails(store, { ...claiming, inFlight }, now())
      for (const mail of urgent.mails) deliveries.start(mail)
      if (urgent.changed > 0) continue
      const most = breaker.mostToClaim(deliveries.all() - deliveries.urgent())
      // An urgent mail that was queued meanwhile needs no free connection.
      if (most === 0 && nudged) continue
      if (stopped || most === 0) return found || deliveries.all() > 0
      const answers = breaker.answers()
      const claim = await claimMails(store, { ...claiming, most }, now())
      isEmpty = claim.isEmpty
      if (claim.stopStarted) logStop(log, claim.stopStarted)
      if (claim.closedUntil !== null) breaker.closeUntil(claim.closedUntil, answers)
      for (const mail of claim.mails) deliveries.start(mail)
      if (claim.changed > 0 || nudged) continue
      if (!claim.isSearching) return found || deliveries.all() > 0
      await sleep(searchRestMs)
    }
  }

  function nudge() {
    nudged = true
    if (!filling && !stopped && mayDeliver()) void claimAndSend()
  }

  const renew = () => whenStored(() => renewLeases(store, deliveries.owners(), now(), calendar()))

  return {
    poll,
    nudge,
    renew,
    begin: () =>
      whenStored(async () => {
        if (store.engine === 'sqlite') await endAllLeases(store)
      }),
    /** Resolves when every mail that can be sent now was sent, or failed. */
    async drain() {
      // A poll that began before this call may have missed a mail that is queued by now.
      await filling?.catch(() => undefined)
      await poll()
      while (deliveries.all() > 0) {
        await deliveries.allDone()
        await poll()
      }
    },
    async stop() {
      stopped = true
      await filling?.catch(() => undefined)
      await deliveries.stop()
    },
  }
}

/** Runs work on the store. Logs a failure, an unavailable store once until it is back. */
function openStoreGuard(log: MailWorkerDeps['log']) {
  let unavailable = false
  return async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      const result = await work()
      unavailable = false
      return result
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) log.warn({ err: error }, 'mail failed')
      else if (!unavailable) log.warn({ reason: error.message }, 'mail waits for the store')
      unavailable = error instanceof StoreUnavailable
      return undefined
    }
  }
}
