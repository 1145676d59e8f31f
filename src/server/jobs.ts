import type { SequenceCopy } from '#contract/sequence.ts'
import type { Log } from './config/log.ts'
import { fillBudgetDomains } from './delivery/fill-budget-domains.ts'
import { undoOverdue } from './delivery/overdue.ts'
import { reopenForgotten } from './outbox/waiting-domains.ts'
import { runRetention } from './ops/retention-clock.ts'
import type { Planner } from './sequence/planner.ts'
import { startMissed } from './sequence/start-sequences.ts'
import type { Store } from './db/open.ts'
import { logCapped } from './limits/capped-budgets.ts'

export type JobDeps = {
  store: Store
  secretKey: string
  log: Log
  now: () => number
  sequence: SequenceCopy | null
  planner: Pick<Planner, 'run'>
}
type Job = { name: string; everyMs: number; run: (deps: JobDeps & JobState) => Promise<void> }
/** `capped`: how many capped budgets the log has told of */
type JobState = { stopping: () => boolean; capped: number | null }

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** What the server does by itself, beside the mail worker and the page's next body. */
export const jobs: readonly Job[] = [
  {
    name: 'retention',
    everyMs: hourMs,
    run: async ({ store, secretKey, log, now, stopping }) => {
      await runRetention({ store, secretKey, log, now: now(), stopping })
    },
  },
  {
    name: 'budgets that were capped',
    everyMs: minuteMs,
    run: async (deps) => {
      deps.capped = await logCapped(deps.store.db, deps.log, deps.capped)
    },
  },
  {
    name: 'budget domains of people whom an earlier program entered',
    everyMs: minuteMs,
    run: ({ store, stopping }) => fillBudgetDomains(store, stopping),
  },
  {
    name: 'domains that mails wait for and an earlier program forgot',
    everyMs: hourMs,
    run: async ({ store, now }) => {
      await reopenForgotten(store, now())
    },
  },
  {
    name: 'mails that a clock ahead made overdue',
    everyMs: hourMs,
    run: ({ store, now }) => undoOverdue(store, now()),
  },
  {
    name: 'sequences that nobody asked for',
    everyMs: minuteMs,
    run: ({ store, sequence, now }) => startMissed(store, sequence, now()),
  },
  { name: 'due steps of sequences', everyMs: minuteMs, run: ({ planner }) => planner.run() },
]

/** Runs each job at start and then at its interval; a failure is logged, and the job comes again. */
export function startJobs(deps: JobDeps): { stop(): Promise<void> } {
  const running = new Set<Promise<void>>()
  let stopped = false
  const state = { ...deps, stopping: () => stopped, capped: null }
  const timers = jobs.map((job) => {
    const run = () => {
      const turn = job
        .run(state)
        .catch((error: unknown) =>
          deps.log.warn({ job: job.name, err: error }, 'a job failed and will be tried again'),
        )
      running.add(turn)
      void turn.finally(() => running.delete(turn))
    }
    run()
    return setInterval(run, job.everyMs).unref()
  })
  return {
    async stop() {
      stopped = true
      timers.forEach(clearInterval)
      await Promise.all(running)
    },
  }
}
