import { launchAt, type Launch, isLaunched, type LaunchPeriod } from '#contract/launch/launch.ts'
import { operatorMs } from '#contract/promises/operator-times.ts'
import type { SequenceCopy } from '#contract/quiz/sequence.ts'
import type { Log } from '#server/config/log.ts'
import { readLaunchPeriods, type StoredPeriod } from '#server/db/launch-periods.ts'
import type { Store } from '#server/db/store.ts'

/*
 * The launch, from an operator's act to a page:
 *
 * contract/launch/launch.ts has the rules: the state at a moment, what it refuses, how pauses move ends.
 * acts.ts declares what operators do, for the dashboard and `npm run launch`; times.ts reads
 * the times that they type. periods.ts checks an act, changes the stored periods and describes them.
 * This file reads them each second. Sign-ups (signup/sign-up.ts), quiz results, links
 * (signup/links.ts) and pages ask it. `sequenceInLaunch` ends the sequences at a launch.
 * A closed list offers one mail when it opens again: signup/tell-once-routes.ts has the form and
 * its links, signup/once-requests.ts the addresses and the job. ops/expired.ts erases the list of a
 * launch (decision 053).
 */

/** How often each server reads the periods. A change is in force everywhere within 2 s (END-1). */
export const refreshMs = operatorMs('launchSeen') / 2

export type LaunchCache = {
  /** the launch at this moment: planned states begin and end at their exact time */
  current(): Launch
  periods(): readonly StoredPeriod[]
  /** reads the periods now; throws if the store does not answer, and keeps what was known */
  refresh(): Promise<void>
  stop(): void
}

/**
 * Reads the periods, then each second. While the store is unavailable the known ones stay in force:
 * none at the start, when sign-ups are answered 503 anyway.
 */
export async function openLaunchCache({
  store,
  shop,
  log,
  now,
}: {
  store: Pick<Store, 'db'>
  /** of the campaign: without it no planned launch begins (END-3) */
  shop: string | null
  log: Log
  now: () => number
}): Promise<LaunchCache> {
  let known: readonly StoredPeriod[] = []
  let reading: Promise<void> | null = null
  let failed = false

  async function read(): Promise<void> {
    known = await readLaunchPeriods(store.db, shop)
    failed = false
  }

  const refresh = () =>
    (reading ??= read().finally(() => {
      reading = null
    }))

  const refreshAndLog = () =>
    refresh().catch((error: unknown) => {
      if (!failed) log.warn({ err: error }, 'the state of the launch could not be read')
      failed = true
    })
  await refreshAndLog()
  const timer = setInterval(() => void refreshAndLog(), refreshMs)
  timer.unref()

  return {
    current: () => launchAt(known, now()),
    periods: () => known,
    refresh,
    stop: () => clearInterval(timer),
  }
}

/**
 * The sequence as it is sent at each moment: after a launch its steps with the stop rule `closed`
 * end it, as `closed` in the campaign does. A pause or a closed list changes nothing for people who
 * are on it.
 */
export const sequenceInLaunch = (
  copy: SequenceCopy | null,
  periods: () => readonly LaunchPeriod[],
  now: () => number,
): SequenceCopy | null =>
  copy && {
    ...copy,
    get closed() {
      return copy.closed || isLaunched(periods(), now())
    },
  }
