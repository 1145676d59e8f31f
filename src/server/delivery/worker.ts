import { leaseMs } from './claim.ts'
import { openMailWorker, type MailWorkerDeps } from './open-worker.ts'

export type MailWorker = {
  /** Call it after a commit that queued mails. */
  nudge(): void
  /** Lets what is on its way arrive for a few seconds; the rest goes back to the queue. */
  stop(): Promise<void>
}

const busyPollMs = 1_000
const idlePollMs = 4_500

/** Takes queued mails from the store to the mail server, as long as the program runs. */
export function startMailWorker(deps: MailWorkerDeps): MailWorker {
  const worker = openMailWorker(deps)
  let timer: NodeJS.Timeout | undefined
  let begun = false
  let stopped = false
  const renewing = setInterval(() => void worker.renew(), leaseMs / 3)
  const poll = async () => {
    const busy = await worker.pass()
    // Several servers on one store do not look at the same moment.
    const wait = (busy ? busyPollMs : idlePollMs) * (0.9 + deps.random() / 10)
    if (!stopped)
      timer = setTimeout(() => {
        looking = poll()
      }, wait)
  }
  let looking: Promise<void> = worker.begin().then(() => {
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
      await looking
    },
  }
}
