import { campaign } from '#campaign'
import { partsOf, withTheirPart, type CampaignPart } from '#contract/campaign/campaign-parts.ts'
import type { SequenceCopy } from '#contract/quiz/sequence.ts'
import { hourMs, minuteMs } from '#contract/time.ts'
import type { MailboxReader } from '#server/bounces/read-mailbox.ts'
import type { Clock } from '#server/clock/clock.ts'
import type { Config } from '#server/config/config.ts'
import type { Log } from '#server/config/log.ts'
import { startRecurring, type Nudged } from '#server/config/recurring.ts'
import type { Store } from '#server/db/store.ts'
import { undoOverdue } from '#server/delivery/overdue.ts'
import type { LaunchCache } from '#server/launch/launch-cache.ts'
import { beginLaunches } from '#server/launch/periods.ts'
import { logCapped } from '#server/limits/budgets.ts'
import { recountDaily } from '#server/line/check.ts'
import { countOverdueCredits } from '#server/line/credits.ts'
import { campaignLine, forgetWhoStayedAway } from '#server/line/enter.ts'
import { queueNews } from '#server/line/news.ts'
import { settleRewards } from '#server/line/rewards.ts'
import { runWaves } from '#server/line/waves.ts'
import { grantOthersEarlier, grantPiecesEarlier } from '#server/offers/grants.ts'
import { doctorJob } from '#server/ops/doctor/doctor.ts'
import { alertOperators } from '#server/ops/incidents.ts'
import { runRetention } from '#server/ops/retention.ts'
import { startMissed } from '#server/sequence/start-sequences.ts'
import { runOnceMails } from '#server/signup/once-requests.ts'

export type JobDeps = {
  config: Config
  /** called after a commit that queued a mail */
  mailQueued: () => void
  launch: Pick<LaunchCache, 'current'>
  store: Store
  secretKey: string
  log: Log
  now: () => number
  clock: Clock
  sequence: SequenceCopy | null
  planner: Pick<Nudged, 'run'>
  letters: Pick<Nudged, 'run'>
  imports: Pick<Nudged, 'run'>
  /** null where BOUNCE_MAILBOX is not set */
  mailbox: MailboxReader | null
  startLine: () => Promise<void>
  compareJournal: () => Promise<void>
}
/**
 * A `calendar` job does what a date decides, which can often not be undone: it does not begin while
 * the clock is doubtful, and its `now` is the calendar's time. A `continuous` one works by any clock.
 * `needs`: the part of the campaign without which it never begins.
 */
export type Job = {
  name: string
  needs?: CampaignPart
  kind: 'calendar' | 'continuous'
  everyMs: number
  run: (deps: JobDeps & JobState) => Promise<unknown>
}
/**
 * `capped`: the number of capped budgets that were logged; null before the first run. `hasBegun`:
 * whether the doctor's job ran before.
 */
type JobState = {
  stopping: () => boolean
  capped: number | null
  hasBegun: boolean
}

/** The server's recurring jobs, beside the mail worker and the rendering of the landing page. */
export const jobs: readonly Job[] = [
  {
    name: 'check the clock',
    kind: 'continuous',
    everyMs: minuteMs,
    run: ({ clock }) => clock.check(),
  },
  {
    name: 'retention',
    kind: 'calendar',
    everyMs: hourMs,
    run: async ({ store, secretKey, now, stopping }) => {
      await runRetention({ store, secretKey, now: now(), stopping })
    },
  },
  {
    name: 'log capped budgets',
    kind: 'continuous',
    everyMs: minuteMs,
    run: async (deps) => {
      deps.capped = await logCapped(deps.store.db, deps.log, deps.capped)
    },
  },
  {
    name: 'compare the journal with the store after a crash, where the start could not',
    kind: 'continuous',
    everyMs: minuteMs,
    run: ({ compareJournal }) => compareJournal(),
  },
  {
    name: 'begin the line where the start could not',
    kind: 'continuous',
    everyMs: minuteMs,
    run: ({ startLine }) => startLine(),
  },
  {
    needs: 'line',
    name: 'count credits that nobody ruled on for a week, and forget who stayed away',
    kind: 'calendar',
    everyMs: hourMs,
    async run({ store, now, stopping }) {
      await countOverdueCredits(store, { terms: campaignLine!, now: now(), stopping })
      await forgetWhoStayedAway(store, { now: now(), stopping })
    },
  },
  {
    needs: 'line',
    name: 'recount the line once a day',
    kind: 'calendar',
    everyMs: hourMs,
    run: ({ store, log, now, stopping }) => recountDaily(store, { log, now: now(), stopping }),
  },
  {
    needs: 'line',
    name: 'give rewards whose hold has ended',
    kind: 'calendar',
    everyMs: minuteMs,
    run: ({ store, now, stopping }) => settleRewards(store, now(), stopping),
  },
  {
    needs: 'line',
    name: 'queue mails about friends',
    kind: 'calendar',
    everyMs: minuteMs,
    run: ({ store, now, stopping }) => queueNews(store, now(), stopping),
  },
  {
    needs: 'offers',
    name: 'grant pieces of offers that the start could not grant',
    kind: 'calendar',
    everyMs: minuteMs,
    run: ({ store, now }) => grantPiecesEarlier(store, now()),
  },
  {
    needs: 'offers',
    name: 'grant offers without pieces to people who confirmed before',
    kind: 'calendar',
    everyMs: hourMs,
    run: ({ store, now, stopping }) => grantOthersEarlier(store, now(), stopping),
  },
  {
    needs: 'line',
    name: 'end spots of waves, pass free ones on',
    kind: 'calendar',
    everyMs: minuteMs,
    run: ({ store, secretKey, now, stopping }) => runWaves(store, secretKey, now, stopping),
  },
  {
    name: 'mails that a clock ahead made overdue',
    kind: 'calendar',
    everyMs: minuteMs,
    run: ({ store, now }) => undoOverdue(store, now()),
  },
  {
    name: 'start sequences that were not requested',
    kind: 'calendar',
    everyMs: minuteMs,
    run: ({ store, sequence, now }) => startMissed(store, sequence, now()),
  },
  {
    name: 'begin planned launches, or give them up where the shop has no address',
    kind: 'calendar',
    everyMs: minuteMs,
    run: ({ store, now }) =>
      store.transact((trx) => beginLaunches(trx, campaign.launch.shop, now())),
  },
  {
    name: 'mail operators what needs them',
    kind: 'continuous',
    everyMs: minuteMs,
    async run({ store, config, now, clock, mailQueued }) {
      if (await alertOperators(store, config, now(), clock.calendar())) mailQueued()
    },
  },
  {
    name: 'tell once that the list is open again',
    kind: 'calendar',
    everyMs: minuteMs,
    async run({ store, launch, now, mailQueued }) {
      if (await runOnceMails(store, launch.current(), now())) mailQueued()
    },
  },
  {
    name: 'ask the mail doctor once a day',
    kind: 'continuous',
    everyMs: hourMs,
    async run(deps) {
      // A server that just started has more urgent work, and may be started often. Nothing waits
      // for the result, and a stop of the server must not.
      if (deps.hasBegun)
        void doctorJob(deps.store, deps.config, deps.now).catch((error: unknown) =>
          deps.log.warn({ err: error }, 'the mail doctor could not be asked'),
        )
      deps.hasBegun = true
    },
  },
  {
    name: 'queue due steps of sequences',
    kind: 'calendar',
    everyMs: minuteMs,
    run: ({ planner }) => planner.run(),
  },
  {
    name: 'pause late letters, begin and end letters',
    kind: 'calendar',
    everyMs: minuteMs,
    run: ({ letters }) => letters.run(),
  },
  {
    name: 'check and run imports by upload, delete files of those that are gone',
    kind: 'continuous',
    everyMs: minuteMs,
    run: ({ imports }) => imports.run(),
  },
  {
    name: 'read the bounce mailbox',
    kind: 'continuous',
    everyMs: minuteMs,
    run: async ({ mailbox }) => mailbox?.read(),
  },
]

/** Runs each job of the campaign at the start and then at its interval, as its kind allows. */
export function startJobs(deps: JobDeps, all: readonly Job[] = jobs): { stop(): Promise<void> } {
  let stopped = false
  const state = { ...deps, stopping: () => stopped, capped: null, hasBegun: false }
  const calendarState = {
    ...state,
    now: () => deps.clock.calendar(),
    // One that runs as the clock jumps ends at its next step.
    stopping: () => state.stopping() || !deps.clock.isTrusted(),
  }
  const recurring = startRecurring(
    withTheirPart(all, partsOf(campaign)).map(({ name, kind, everyMs, run }) => ({
      name,
      everyMs,
      async run() {
        if (kind === 'continuous') await run(state)
        else if (deps.clock.isTrusted()) await run(calendarState)
      },
    })),
    deps.log,
  )
  return {
    async stop() {
      stopped = true
      await recurring.stop()
    },
  }
}
