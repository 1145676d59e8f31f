import { expect, test } from 'vitest'
import {
  acceptsConfirmations,
  endAfterPauses,
  launchAt,
  openLaunch,
  refusalIn,
  type LaunchPeriod,
} from './launch.ts'

const period = (
  state: LaunchPeriod['state'],
  startsAt: number,
  endsAt: number | null = null,
): LaunchPeriod => ({ state, startsAt, endsAt, listFirstUntil: null, eraseAt: null })
const stateAt = (periods: readonly LaunchPeriod[], now: number) => launchAt(periods, now).state

test('[END-1] a launch without a period is open', () => expect(launchAt([], 5)).toEqual(openLaunch))

test('[END-1] a period begins at its first instant and ends before its last', () => {
  const paused = [period('paused', 10, 20)]
  expect([9, 10, 19, 20].map((now) => stateAt(paused, now))).toEqual([
    'open',
    'paused',
    'paused',
    'open',
  ])
})

test('[END-1] paused takes precedence over launched, and launched over closed', () => {
  const all = [period('closed', 1), period('launched', 2), period('paused', 3, 4)]
  expect([1, 2, 3, 4].map((now) => stateAt(all, now))).toEqual([
    'closed',
    'launched',
    'paused',
    'launched',
  ])
})

test('[END-1] a list that was opened again says since when', () =>
  expect(launchAt([period('closed', 1, 7)], 9)).toEqual({ ...openLaunch, since: 7 }))

test('[LIVE-5] each pause before an end moves it by its length', () => {
  expect(endAfterPauses(100, [period('paused', 10, 30)], 50)).toBe(120)
  expect(endAfterPauses(100, [period('paused', 10, 30), period('paused', 110, 115)], 200)).toBe(125)
})

test('[LIVE-5] a pause that runs keeps the time that is left', () => {
  const running = [period('paused', 90)]
  expect([90, 95, 300].map((now) => endAfterPauses(100, running, now) - now)).toEqual([10, 10, 10])
})

test('[LIVE-5] neither a pause after the end nor another state moves it', () => {
  expect(endAfterPauses(100, [period('paused', 100, 150), period('closed', 10, 90)], 200)).toBe(100)
})

test('[LIVE-5] pauses that overlap count once', () =>
  expect(endAfterPauses(100, [period('paused', 10, 30), period('paused', 20, 40)], 50)).toBe(130))

const day = 24 * 3_600_000

test('[END-2] confirm links work while the list is paused, and 7 days after a close', () => {
  const accepted = (periods: LaunchPeriod[], days: number) =>
    acceptsConfirmations(periods, days * day)
  expect(accepted([period('paused', 0)], 90)).toBe(true)
  const closed = [period('closed', day)]
  expect([accepted(closed, 7.99), accepted(closed, 8)]).toEqual([true, false])
})

test('[END-2] a launch after a close does not begin the 7 days again; reopening ends them', () => {
  const launched = [period('closed', 0, 6 * day), period('launched', 5 * day)]
  expect(acceptsConfirmations(launched, 8 * day)).toBe(false)
  expect(acceptsConfirmations([period('closed', 0, 9 * day)], 9 * day)).toBe(true)
  const again = [period('closed', 0, 9 * day), period('closed', 10 * day)]
  expect(acceptsConfirmations(again, 11 * day)).toBe(true)
})

test('[END-2] every state but open refuses a sign-up and names itself', () => {
  expect(refusalIn(openLaunch, 0)).toBe(null)
  expect(refusalIn({ ...openLaunch, state: 'closed' }, 0)).toEqual({ status: 409, state: 'closed' })
})

test('[END-2] a paused list says when to send again: at its end, or within the hour', () => {
  const retryAfter = (until: number | null) =>
    refusalIn({ ...openLaunch, state: 'paused', until }, 1_000)?.retryAfterS
  expect([null, 31_000, 99_999_999, 900].map(retryAfter)).toEqual([3_600, 30, 3_600, 1])
})
