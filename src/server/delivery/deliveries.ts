import type { Store } from '#server/db/store.ts'
import { openCurrentReader, openLetterTexts } from './current.ts'
import type { QueueSignal } from './classify.ts'
import { deliverMail, type DeliverDeps } from './deliver.ts'
import { isUrgent } from '#server/outbox/operator-mails.ts'
import type { Claimed } from './leases.ts'
import { openRecorder } from './record.ts'
import { openReportTokens, type ReportConfig } from './message.ts'
import type { DestinationConfig } from '#server/config/destination.ts'
import { stopping, type Destination } from './transport.ts'

/**
 * `ended` gets what a delivery that began at `startedAt` (ms) means for the queue, and whether the mail
 * was urgent.
 */
type DeliveriesDeps = Pick<
  DeliverDeps,
  | 'secrets'
  | 'renderMail'
  | 'renderLetter'
  | 'operatorMails'
  | 'sequence'
  | 'now'
  | 'calendar'
  | 'log'
  | 'metrics'
> &
  Pick<DeliverDeps, 'stopped' | 'stepEnded'> & {
    store: Store
    secretKey: string
    config: DestinationConfig & ReportConfig & { mailFrom: string }
    destination: Destination
    ended: (delivery: { says: QueueSignal['says']; startedAt: number; urgent: boolean }) => void
  }

const stopGraceMs = 5_000

/** The mails that are being sent. */
export function openDeliveries(deps: DeliveriesDeps) {
  const { store, config, destination, now } = deps
  const sending = new Map<Claimed, { abort: AbortController; done: Promise<void> }>()
  const recorder = openRecorder(store, now, () => sending.size, deps.stopped)
  const readCurrent = openCurrentReader(store)
  const carriersOf = openReportTokens(config, deps.secretKey)
  const letterTexts = openLetterTexts(store.db)
  const allDone = () => Promise.all([...sending.values()].map(({ done }) => done))

  async function deliver(to: DeliverDeps, mail: Claimed, abort: AbortSignal) {
    const startedAt = now()
    const says = await deliverMail(to, mail, abort)
    sending.delete(mail)
    deps.ended({ says, startedAt, urgent: isUrgent(mail) })
  }

  return {
    allDone,
    all: () => sending.size,
    urgent: () => [...sending.keys()].filter(isUrgent).length,
    owners: () => [...sending.keys()].map(({ owner }) => owner),
    start(mail: Claimed): void {
      if (destination.kind === 'none') return
      const abort = new AbortController()
      const to = {
        // The settings have no secret where it is in the data folder.
        ...config,
        ...deps,
        destination,
        carriersOf,
        letterTexts,
        readCurrent,
        record: recorder.add,
      }
      sending.set(mail, { abort, done: deliver(to, mail, abort.signal) })
    },
    /** Waits a few seconds for them, and aborts the others. */
    async stop(): Promise<void> {
      const grace = setTimeout(() => {
        for (const { abort } of sending.values()) abort.abort(stopping)
      }, stopGraceMs)
      await allDone()
      clearTimeout(grace)
      await recorder.idle()
      if (destination.kind === 'smtp') destination.transport.close()
    },
  }
}
