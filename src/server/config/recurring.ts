import type { Log } from './log.ts'

type RecurringJob = { name: string; everyMs: number; run: () => Promise<void> }

/**
 * Runs each job at once and then at its interval, unless its last run is still going: a second run
 * would do the same work beside it. A failure is logged, and the job runs again later. `stop` waits
 * for the runs that are going.
 */
export function startRecurring(
  jobs: readonly RecurringJob[],
  log: Pick<Log, 'warn'>,
): { stop(): Promise<void> } {
  const running = new Map<RecurringJob, Promise<void>>()
  const timers = jobs.map((job) => {
    const run = () => {
      if (running.has(job)) return
      const execution = job
        .run()
        .catch((error: unknown) =>
          log.warn({ job: job.name, err: error }, 'a job failed and will be tried again'),
        )
        .finally(() => running.delete(job))
      running.set(job, execution)
    }
    run()
    return setInterval(run, job.everyMs).unref()
  })
  return {
    async stop() {
      timers.forEach(clearInterval)
      await Promise.all(running.values())
    },
  }
}

/** Work of which one run is going at a time. */
export type Nudged = {
  /** Runs, or waits for the run that is going. */
  run(): Promise<void>
  /**
   * Runs soon, once more where a run is going. A failure is not handled here: the job of the next
   * minute runs again and logs.
   */
  nudge(): void
  /** Begins no more runs, and waits for the one that is going. */
  stop(): Promise<void>
}

/** `work` returns true where more is left to do. It is also repeated after a nudge meanwhile. */
export function openNudged(work: (isStopping: () => boolean) => Promise<boolean | void>): Nudged {
  let running: Promise<void> | null = null
  let again = false
  let stopping = false

  async function runAll() {
    for (again = true; again;) {
      again = false
      if (stopping) return
      again = Boolean(await work(() => stopping)) || again
    }
  }
  async function run() {
    if (stopping) return
    await (running ??= runAll().finally(() => (running = null)))
  }
  return {
    run,
    nudge() {
      again = true
      run().catch(() => undefined)
    },
    async stop() {
      stopping = true
      await running?.catch(() => undefined)
    },
  }
}
