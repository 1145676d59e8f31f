import type { SequenceCopy } from '#contract/sequence.ts'
import type { Store } from '#server/db/open.ts'
import { batchSize, queueDue } from './due-steps.ts'

export type PlannerDeps = {
  store: Store
  sequence: SequenceCopy | null
  now: () => number
  /** while false nothing is planned: the clock is doubtful */
  isTrusted?: () => boolean
  /** called after a commit that queued mails, with the names of their steps */
  queued: (steps: readonly string[]) => void
}
export type Planner = {
  run(): Promise<void>
  /** Runs soon. Call it after a commit that may have made a step due. */
  nudge(): void
  idle(): Promise<void>
}

/**
 * Queues the mails of due steps, one run at a time: each minute, and right after a start, a
 * confirmation and a mail that arrived.
 */
export function openPlanner({
  store,
  sequence,
  now,
  isTrusted = () => true,
  queued,
}: PlannerDeps): Planner {
  let running: Promise<void> | null = null
  let again = false
  async function runAll(copy: SequenceCopy) {
    try {
      for (again = true; again;) {
        again = false
        const { planned, steps } = await queueDue(store, copy, now())
        if (steps.length > 0) queued(steps)
        again ||= planned === batchSize
      }
    } finally {
      running = null
    }
  }
  const run = async () => {
    if (sequence && isTrusted()) await (running ??= runAll(sequence))
  }
  return {
    run,
    // A failure is not handled here: the job of the next minute runs again and logs.
    nudge() {
      again = true
      run().catch(() => undefined)
    },
    async idle() {
      await running?.catch(() => undefined)
    },
  }
}
