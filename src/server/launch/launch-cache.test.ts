import { expect, test } from 'vitest'
import { sequence } from '#campaigns/fuel/sequence.ts'
import type { LaunchPeriod, SetState } from '#contract/launch/launch.ts'
import { sequenceInLaunch } from './launch-cache.ts'

const period = (state: SetState): LaunchPeriod => ({
  state,
  startsAt: 10,
  endsAt: null,
  listFirstUntil: null,
  eraseAt: null,
})
const isClosed = (states: SetState[], now = 10) =>
  sequenceInLaunch(
    sequence,
    () => states.map(period),
    () => now,
  )?.closed

test('[END-2] a launch ends sequences from its first instant; a pause and a closed list do not', () => {
  expect([isClosed(['launched'], 9), isClosed(['launched'])]).toEqual([false, true])
  expect([isClosed(['paused']), isClosed(['closed'])]).toEqual([false, false])
  expect(isClosed(['launched', 'paused'])).toBe(true)
})
