import type { Transaction } from 'kysely'
import type { LaunchTerms } from '#contract/ends.ts'
import { isRunning } from '#contract/launch.ts'
import { operatorMs } from '#contract/operator-times.ts'
import { takeLock } from '#server/db/erasure-lock.ts'
import { readLaunchPeriods } from '#server/db/launch-periods.ts'
import type { Schema } from '#server/db/schema.ts'
import { cancelPeriod, endPeriods, setLaunchState } from './periods.ts'

/**
 * END-1: what an operator does. Times are in ms; `at` null is now. `open` ends every state, `resume`
 * a pause alone; `cancel` takes back what has not begun.
 */
export type LaunchAct =
  | SetAct
  | { act: 'open' | 'resume'; at: number | null }
  | { act: 'cancel'; id: string }

/**
 * `until`: when the state ends by itself. The two times of a launch: undefined is what a running
 * launch has, or what the campaign says.
 */
export type SetAct = {
  act: 'pause' | 'close' | 'launch'
  at: number | null
  until: number | null
  listFirstUntil?: number | null | undefined
  eraseAt?: number | null | undefined
}

/**
 * Why an act changes nothing. `no shop`: the campaign does not say where the shop is (END-3), and
 * nothing is launched yet. `erased too soon`: operators are mailed a
 * day before it.
 */
export type WrongAct =
  | 'no shop'
  | 'past'
  | 'until before at'
  | 'erased too soon'
  | 'nothing to end'
  | 'nothing planned'

type Terms = Pick<LaunchTerms, 'listFirstDays' | 'eraseAfterDays' | 'shop'>

const stateOfAct = { pause: 'paused', close: 'closed', launch: 'launched' } as const

const dayMs = 24 * 3_600_000
/** Times are typed to the minute: the current one means now. */
const typedMs = 60_000

/** Checks an act and does it. Returns why it did nothing, or null. */
export async function actOnLaunch(
  trx: Transaction<Schema>,
  act: LaunchAct,
  { by, terms }: { by: string; terms: Terms },
  now: number,
): Promise<WrongAct | null> {
  await takeLock(trx, 'launch', 'alone')
  if (act.act === 'cancel') return (await cancelPeriod(trx, act.id, now)) ? null : 'nothing planned'
  if (act.at !== null && act.at <= now - typedMs) return 'past'
  const at = Math.max(act.at ?? now, now)
  if ('until' in act) return setState(trx, { ...act, at }, { by, terms }, now)
  const which = act.act === 'resume' ? { states: ['paused'] as const } : {}
  return (await endPeriods(trx, { at, by, ...which }, now)) > 0 ? null : 'nothing to end'
}

async function setState(
  trx: Transaction<Schema>,
  { act, at, until, listFirstUntil, eraseAt }: SetAct & { at: number },
  { by, terms }: { by: string; terms: Terms },
  now: number,
): Promise<WrongAct | null> {
  if (until !== null && until <= at) return 'until before at'
  if (typeof eraseAt === 'number' && eraseAt < now + operatorMs('lastNotice'))
    return 'erased too soon'
  const state = stateOfAct[act]
  const periods = await readLaunchPeriods(trx, terms.shop)
  const running = periods.find((period) => period.state === state && isRunning(period, at))
  if (act === 'launch' && terms.shop === null && !running) return 'no shop'
  const usual = running ?? (act === 'launch' ? usualTimes(terms, at) : noTimes)
  const times = {
    listFirstUntil: listFirstUntil === undefined ? usual.listFirstUntil : listFirstUntil,
    eraseAt: eraseAt === undefined ? usual.eraseAt : eraseAt,
  }
  await setLaunchState(trx, { state, at, until, by, ...times }, now)
  return null
}

const noTimes = { listFirstUntil: null, eraseAt: null }

const usualTimes = ({ listFirstDays, eraseAfterDays }: Terms, at: number) => ({
  listFirstUntil: listFirstDays > 0 ? at + listFirstDays * dayMs : null,
  eraseAt: at + eraseAfterDays * dayMs,
})
