import type { Campaign } from '#contract/campaign.ts'
import type { Clock } from './clock/clock.ts'
import type { Config } from './config/config.ts'
import type { Log } from './config/log.ts'
import type { Store } from './db/open.ts'
import { openCountBatcher } from './events/counts.ts'
import type { Metrics } from './http/metrics.ts'
import { logLateLetters } from './letters/log-stop.ts'
import { openLetterPlanner } from './letters/planner.ts'
import { openSaveBatcher } from './quiz/save-batch.ts'
import { openPlanner } from './sequence/planner.ts'
import { openSequenceBatcher } from './sequence/start-sequences.ts'
import { openConfirmBatcher } from './signup/confirm-batch.ts'
import { openJoinBatcher } from './signup/join.ts'

type WriterDeps = {
  store: Store
  config: Pick<Config, 'optIn'>
  sequence: Campaign['sequence']
  now: () => number
  clock: Pick<Clock, 'isTrusted' | 'calendar'>
  metrics: Metrics
  log: Log
  /** `mail` is called after a commit that queued one */
  nudges: { mail: () => void }
}

export type Writers = ReturnType<typeof openWriters>

/**
 * What queues mails: the planners, and the batchers of the five requests that visitors make most.
 * `rowsPerCommit`: the most sign-ups in one commit.
 */
export function openWriters(deps: WriterDeps, rowsPerCommit: number | undefined) {
  const { store, now, clock, sequence, metrics, nudges } = deps
  const mailQueued = () => nudges.mail()
  const planner = openPlanner({
    store,
    sequence,
    now,
    isTrusted: clock.isTrusted,
    queued(steps) {
      for (const step of steps) metrics.sequenceSteps.inc({ step })
      mailQueued()
    },
  })
  return {
    planner,
    letters: openLetterPlanner({
      store,
      now,
      isTrusted: clock.isTrusted,
      queued: mailQueued,
      late: (ids) => logLateLetters(deps, ids),
    }),
    batchers: openBatchers({ ...deps, rowsPerCommit, mailQueued, stepsDue: planner.nudge }),
  }
}

type BatcherDeps = Omit<WriterDeps, 'nudges'> & {
  rowsPerCommit: number | undefined
  mailQueued: () => void
  stepsDue: () => void
}

function openBatchers(deps: BatcherDeps) {
  const { store, config, sequence, now, metrics, rowsPerCommit, mailQueued, stepsDue } = deps
  const { optIn } = config
  const { calendar } = deps.clock
  return {
    joinBatcher: openJoinBatcher({
      store,
      optIn,
      now,
      calendar,
      rowsPerCommit,
      committed(rows) {
        metrics.commitRows.observe(rows)
        mailQueued()
      },
    }),
    confirmBatcher: openConfirmBatcher({
      store,
      now,
      calendar,
      confirmed() {
        stepsDue()
        mailQueued()
      },
    }),
    countBatcher: openCountBatcher(store, now),
    saveBatcher: openSaveBatcher({ store, optIn, now, calendar, committed: mailQueued }),
    sequenceBatcher: openSequenceBatcher({ store, sequence, now, calendar, committed: stepsDue }),
  }
}
