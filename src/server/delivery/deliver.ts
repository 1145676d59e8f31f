import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#server/config/log.ts'
import { StoreUnavailable } from '#server/db/open.ts'
import { attemptMail, failedAttempt, type Attempt, type AttemptDeps } from './attempt.ts'
import type { ClaimedMail } from './claim.ts'
import { classify, type QueueSignal } from './classify.ts'
import {
  cancelClaimed,
  returnClaimed,
  storeRendered,
  type RecordOutcome,
  type StopStarted,
} from './record.ts'

export type DeliverDeps = AttemptDeps & {
  log: Log
  /** Records an outcome, together with those of the same moment. Throws StoreUnavailable. */
  record: RecordOutcome
  metrics?: { mails: { inc(labels: { outcome: string }): void } }
  /**
   * True while the program ends: it records each outcome once, and leaves the rest to the lease.
   */
  stopped: () => boolean
  /** Called after the commit that ended the attempt of a sequence's step. */
  stepEnded: () => void
}

const deadlineMs = 5 * 60_000
const storeRetryMs = 500

/**
 * One delivery of a claimed mail: attempt, classify, record. Returns what the answer says about the
 * whole queue. Never throws.
 */
export async function deliverMail(
  deps: DeliverDeps,
  mail: ClaimedMail,
  abort: AbortController,
): Promise<QueueSignal> {
  const deadline = setTimeout(
    () => abort.abort('the mail server took longer than five minutes'),
    deadlineMs,
  )
  const attempt = await attemptMail(deps, mail, abort.signal).catch((error: unknown): Attempt => {
    deps.log.error({ err: error, mail: mail.id }, 'a mail could not be rendered')
    return { did: 'send', result: failedAttempt(error) }
  })
  clearTimeout(deadline)
  const signal = await retryUntilStored(deps, () => recordAttempt(deps, mail, attempt))
  if (mail.template === 'sequence') deps.stepEnded()
  return signal ?? 'none'
}

async function recordAttempt(
  deps: DeliverDeps,
  mail: ClaimedMail,
  attempt: Attempt,
): Promise<QueueSignal> {
  const { store, now } = deps
  switch (attempt.did) {
    case 'nothing':
      return 'none'
    case 'return':
      await returnClaimed(store, mail)
      return 'none'
    case 'cancel':
      await cancelClaimed(store, mail, attempt.reason, now())
      logOutcome(deps, mail, 'cancelled', attempt.reason)
      return 'none'
    case 'render':
      await storeRendered(store, mail, attempt.rendered, now())
      logOutcome(deps, mail, 'kept')
      return 'none'
    case 'send': {
      const outcome = classify(attempt.result, mail.attempts, now())
      const { stopStarted } = await deps.record({ mail, outcome })
      if (stopStarted) logStop(deps.log, stopStarted)
      const { row } = outcome
      logOutcome(deps, mail, row.state, 'reason' in row ? row.reason : undefined)
      return outcome.signal
    }
  }
}

function logStop(log: Log, stop: StopStarted) {
  if ('paused' in stop) log.error({ reason: stop.paused }, 'mail is paused')
  else log.error({ trouble: stop.trouble.obstacle, reason: stop.trouble.reason }, 'no mail is sent')
}

function logOutcome(
  { log, metrics }: DeliverDeps,
  mail: ClaimedMail,
  outcome: string,
  reason?: string,
) {
  metrics?.mails.inc({ outcome })
  if (reason) log.warn({ mail: mail.id, template: mail.template, outcome, reason }, 'mail')
  else log.info({ mail: mail.id, template: mail.template, outcome }, 'mail')
}

/** The mail server answers once, so its answer is recorded as soon as the store is available. */
async function retryUntilStored<T>(
  { log, stopped }: DeliverDeps,
  write: () => Promise<T>,
): Promise<T | undefined> {
  for (let tries = 0; ; tries++) {
    try {
      return await write()
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || (stopped() && tries > 0))
        return void log.error({ err: error }, 'the outcome of a mail could not be stored')
      await sleep(storeRetryMs)
    }
  }
}
