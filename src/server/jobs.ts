import type { SequenceCopy } from '#contract/sequence.ts'
import type { Log } from './log.ts'
import { forget } from './operator/retention.ts'
import type { Planner } from './quiz/planner.ts'
import { startMissed } from './quiz/sequences.ts'
import type { Store } from './store/open.ts'

export type JobDeps = { store: Store; secretKey: string; log: Log; now: () => number; sequence: SequenceCopy | null; planner: Pick<Planner, 'run'> }
type Job = { name: string; everyMs: number; run: (deps: JobDeps & { stopping: () => boolean }) => Promise<void> }

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** What the server does by itself, beside the mail worker and the page's next body. */
export const jobs: readonly Job[] = [
  { name: 'retention', everyMs: hourMs, run: ({ store, secretKey, now, stopping }) => forget({ store, secretKey, now: now(), stopping }) },
  { name: 'sequences that nobody asked for', everyMs: minuteMs, run: ({ store, sequence, now }) => startMissed(store, sequence, now()) },
  { name: 'due steps of sequences', everyMs: minuteMs, run: ({ planner }) => planner.run() },
]

/** Runs each job at start and then at its interval; a failure is logged, and the job comes again. */
export function startJobs(deps: JobDeps): { stop(): Promise<void> } {
  const running = new Set<Promise<void>>()
  let stopped = false
  const timers = jobs.map((job) => {
    const run = () => {
      const turn = job.run({ ...deps, stopping: () => stopped }).catch((error: unknown) => deps.log.warn({ job: job.name, err: error }, 'a job failed and will be tried again'))
      running.add(turn)
      void turn.finally(() => running.delete(turn))
    }
    run()
    return setInterval(run, job.everyMs).unref()
  })
  return { async stop() { stopped = true; timers.forEach(clearInterval); await Promise.all(running) } }
}
