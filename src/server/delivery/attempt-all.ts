import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#server/config/log.ts'
import { StoreUnavailable } from '#server/db/open.ts'
import type { ClaimedMail } from './claim.ts'
import { deliver, failureEnd, type DeliverDeps, type Delivery } from './deliver.ts'
import { judge, type QueueNews } from './outcome.ts'
import { cancelClaimed, keepClaimed, returnClaimed, type Settle } from './record.ts'

export type CarryDeps = DeliverDeps & {
  log: Log
  /** writes an outcome down, together with those of the same moment; throws StoreUnavailable */
  settle: Settle
  metrics?: { mails: { inc(labels: { outcome: string }): void } }
  /** true once the program is ending: an outcome that the store does not take is given up, and the lease tells the rest */
  stopped: () => boolean
  /** called after a commit by which a step of a sequence has arrived, or will not leave */
  stepArrived: () => void
}

const deadlineMs = 5 * 60_000
const storeRetryMs = 500

/** Brings one claimed mail to its end and writes the outcome down. Never throws. */
export async function carry(
  deps: CarryDeps,
  mail: ClaimedMail,
  abort: AbortController,
): Promise<QueueNews> {
  const late = setTimeout(
    () => abort.abort('the mail server took longer than five minutes'),
    deadlineMs,
  )
  const delivery = await deliver(deps, mail, abort.signal).catch((error: unknown): Delivery => {
    deps.log.error({ err: error, mail: mail.id }, 'a mail could not be made')
    return { did: 'send', end: failureEnd(error) }
  })
  clearTimeout(late)
  const news = (await untilStored(deps, () => record(deps, mail, delivery))) ?? 'nothing'
  if (mail.template === 'sequence') deps.stepArrived()
  return news
}

async function record(deps: CarryDeps, mail: ClaimedMail, delivery: Delivery): Promise<QueueNews> {
  const { store, now } = deps
  switch (delivery.did) {
    case 'nothing':
      return 'nothing'
    case 'return':
      await returnClaimed(store, mail)
      return 'nothing'
    case 'cancel':
      await cancelClaimed(store, mail, delivery.reason, now())
      return told(deps, mail, 'cancelled', delivery.reason)
    case 'keep':
      await keepClaimed(store, mail, delivery.rendered, now())
      return told(deps, mail, 'kept')
    case 'send': {
      const outcome = judge(delivery.end, mail.attempts, now())
      const { row, queue } = outcome
      const { stopped } = await deps.settle({ mail, outcome })
      if (stopped && 'paused' in stopped)
        deps.log.error({ reason: stopped.paused }, 'mail is paused')
      if (stopped && 'trouble' in stopped)
        deps.log.error(
          { trouble: stopped.trouble.obstacle, reason: stopped.trouble.reason },
          'no mail leaves',
        )
      return told(deps, mail, row.state, 'reason' in row ? row.reason : undefined, queue)
    }
  }
}

function told(
  { log, metrics }: CarryDeps,
  mail: ClaimedMail,
  outcome: string,
  reason?: string,
  news: QueueNews = 'nothing',
): QueueNews {
  metrics?.mails.inc({ outcome })
  if (reason) log.warn({ mail: mail.id, template: mail.template, outcome, reason }, 'mail')
  else log.info({ mail: mail.id, template: mail.template, outcome }, 'mail')
  return news
}

/** What the mail server did is a fact: it is written down as soon as the store can. */
async function untilStored<T>(
  { log, stopped }: CarryDeps,
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
