import type { Log } from './log.ts'

export type RecurringJob = { name: string; everyMs: number; run: () => Promise<void> }

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
