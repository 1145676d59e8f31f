import { isLaunched, type LaunchPeriod } from '#contract/launch.ts'
import type { SequenceCopy } from '#contract/sequence.ts'

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
