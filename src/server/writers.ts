import type { Campaign } from '#contract/campaign.ts'
import type { Clock } from './clock/clock.ts'
import type { Config } from './config/config.ts'
import type { Secrets } from '#server/config/secrets.ts'
import type { Log } from './config/log.ts'
import type { Store } from './db/store.ts'
import { openCountBatcher } from '#server/events/event-routes.ts'
import type { Metrics } from './http/metrics.ts'
import { serverName } from '#server/imports/import-run.ts'
import { openImportWorker } from './imports/import-job.ts'
import { logLateLetters, openLetterPlanner } from './letters/planner.ts'
import { openPlanner } from './sequence/planner.ts'
import { openJoinBatcher } from '#server/signup/sign-up.ts'

type WriterDeps = {
  store: Store
  config: Pick<Config, 'optIn' | 'dataDir' | 'port'>
  secrets: Secrets
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
 * What queues mails: the planners, and the batchers of sign-ups and page events, whose commits many
 * visitors share. `rowsPerCommit`: the most sign-ups in one commit.
 */
export function openWriters(deps: WriterDeps, rowsPerCommit: number | undefined) {
  const { store, config, now, clock, sequence, metrics, nudges } = deps
  const mailQueued = () => nudges.mail()
  return {
    planner: openPlanner({
      store,
      sequence,
      now,
      isTrusted: clock.isTrusted,
      queued(steps) {
        for (const step of steps) metrics.sequenceSteps.inc({ step })
        mailQueued()
      },
    }),
    imports: openImportWorker({
      ...deps,
      dataDir: config.dataDir,
      server: serverName(config.port),
    }),
    letters: openLetterPlanner({
      store,
      now,
      isTrusted: clock.isTrusted,
      queued: mailQueued,
      late: (ids) => logLateLetters(deps, ids),
    }),
    batchers: {
      joinBatcher: openJoinBatcher({
        store,
        optIn: config.optIn,
        now,
        calendar: clock.calendar,
        rowsPerCommit,
        committed(rows) {
          metrics.commitRows.observe(rows)
          mailQueued()
        },
      }),
      countBatcher: openCountBatcher(store, now),
    },
  }
}
