import { momentText } from '#contract/english.ts'
import type { ExpressionBuilder, Transaction, Updateable } from 'kysely'
import type { LaunchTerms } from '#contract/launch/state-words.ts'
import { operatorMs, operatorTimeInWords } from '#contract/promises/operator-times.ts'
import { isRunning, launchAt, type Launch, type SetState } from '#contract/launch/launch.ts'
import { dayMs, iso } from '#contract/time.ts'
import { takeLock } from '#server/db/locks.ts'
import { newId } from '#server/db/new-id.ts'
import { readLaunchPeriods, type StoredPeriod } from '#server/db/launch-periods.ts'
import type { LaunchPeriodsTable } from '#server/db/launch-schema.ts'
import type { Schema } from '#server/db/schema.ts'

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
type SetAct = {
  act: 'pause' | 'close' | 'launch'
  at: number | null
  until: number | null
  listFirstUntil?: number | null | undefined
  eraseAt?: number | null | undefined
}

type Terms = Pick<LaunchTerms, 'listFirstDays' | 'eraseAfterDays' | 'shop'>

const stateOfAct = { pause: 'paused', close: 'closed', launch: 'launched' } as const

/** Times are typed to the minute: the current one means now. */
const typedMs = 60_000

/**
 * Why an act changes nothing. `no shop`: the campaign does not say where the shop is (END-3), and
 * nothing is launched yet. `erased too soon`: operators are mailed a day before it.
 */
type WrongAct =
  | 'no shop'
  | 'past'
  | 'until before at'
  | 'erased too soon'
  | 'nothing to end'
  | 'nothing planned'

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

/** What an operator sets. Times are in ms; `at` is now or later. */
export type StateToSet = {
  state: SetState
  at: number
  until: number | null
  listFirstUntil: number | null
  eraseAt: number | null
  by: string
}

/**
 * END-1: sets a state from `at` on. A period of this state that runs at `at` gets the new end and
 * keeps its beginning; planned ones that would begin before the new end are replaced. Periods of
 * other states stay: which one counts follows from their precedence.
 */
export async function setLaunchState(
  trx: Transaction<Schema>,
  { state, at, until, listFirstUntil, eraseAt, by }: StateToSet,
  now: number,
): Promise<void> {
  const same = (await readLaunchPeriods(trx)).filter((period) => period.state === state)
  const replaced = same.filter(
    ({ startsAt, endsAt }) =>
      startsAt > at && startsAt > now && startsAt < (until ?? Infinity) && !hasEnded(endsAt, now),
  )
  await deletePeriods(trx, replaced)
  const running = same.find((period) => isRunning(period, at))
  if (running)
    return updatePeriod(trx, running.id, {
      endsAt: until,
      listFirstUntil,
      eraseAt,
      setAt: now,
      setBy: by,
    })
  const row = {
    id: newId(),
    state,
    startsAt: at,
    endsAt: until,
    listFirstUntil,
    eraseAt,
    setAt: now,
    setBy: by,
    begunAt: state === 'launched' && at <= now ? now : null,
  }
  await trx.insertInto('launch_periods').values(row).execute()
}

/**
 * END-1: ends, at `at`, the periods that run then. `states`: only these, as `['paused']` ends a
 * pause and leaves what was set before it. Returns how many.
 */
export async function endPeriods(
  trx: Transaction<Schema>,
  { at, by, states }: { at: number; by: string; states?: readonly SetState[] },
  now: number,
): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('launch_periods')
    .set({ endsAt: at, setAt: now, setBy: by })
    .where((row) => runsAt(row, at))
    .$if(states !== undefined, (rows) => rows.where('state', 'in', states!))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

const runsAt = (row: ExpressionBuilder<Schema, 'launch_periods'>, at: number) =>
  row.and([row('startsAt', '<=', at), row.or([row('endsAt', 'is', null), row('endsAt', '>', at)])])

/** Deletes a period that has not begun. Returns false if there is none. */
export async function cancelPeriod(
  trx: Transaction<Schema>,
  id: string,
  now: number,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('launch_periods')
    .where('id', '=', id)
    .where('startsAt', '>', now)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

const hasEnded = (endsAt: number | null, now: number) => endsAt !== null && endsAt <= now

async function deletePeriods(
  trx: Transaction<Schema>,
  periods: readonly StoredPeriod[],
): Promise<void> {
  if (periods.length === 0) return
  const ids = periods.map(({ id }) => id)
  await trx.deleteFrom('launch_periods').where('id', 'in', ids).execute()
}

async function updatePeriod(
  trx: Transaction<Schema>,
  id: string,
  values: Updateable<LaunchPeriodsTable>,
): Promise<void> {
  await trx.updateTable('launch_periods').set(values).where('id', '=', id).execute()
}

/**
 * END-3: what becomes of launches whose time has come. With the shop's address they have begun, and
 * stay launched if a later campaign does not have it. Without it they end as they begin, for good.
 */
export async function beginLaunches(
  trx: Transaction<Schema>,
  shop: string | null,
  now: number,
): Promise<void> {
  await trx
    .updateTable('launch_periods')
    .set(shop === null ? ({ ref }) => ({ endsAt: ref('startsAt') }) : { begunAt: now })
    .where('state', '=', 'launched')
    .where('begunAt', 'is', null)
    .where('startsAt', '<=', now)
    .where((row) => row.or([row('endsAt', 'is', null), row('endsAt', '>', row.ref('startsAt'))]))
    .execute()
}

/** The launch as an operator reads it: its state, and what runs beneath it or is planned. */
type LaunchReport = Launch & { running: StoredPeriod[]; planned: StoredPeriod[] }

export const reportLaunch = (periods: readonly StoredPeriod[], now: number): LaunchReport => ({
  ...launchAt(periods, now),
  running: periods.filter((period) => isRunning(period, now)),
  planned: periods.filter(({ startsAt }) => startsAt > now),
})

/** Each number of it is a time in ms; here it is ISO 8601. */
export const withIsoTimes = (report: object): object =>
  JSON.parse(
    JSON.stringify(report, (_, value: unknown) => (typeof value === 'number' ? iso(value) : value)),
  ) as object

/** The lines of `npm run launch -- show`. */
export function describeLaunch(report: LaunchReport, timeZone: string): string[] {
  const { state, since, until, running, planned } = report
  const at = (ms: number) => momentText(ms, timeZone)
  const beneath = running.filter((period) => period.state !== state)
  return [
    `The launch is ${state}${since === null ? '' : ` since ${at(since)}`}${until === null ? '' : `, until ${at(until)}`}.`,
    ...launchTimes(report, at),
    ...beneath.map((period) => `Beneath it: ${spanOf(period, at)}.`),
    ...planned.map((period) => plannedLine(period, at)),
  ]
}

function launchTimes(
  { state, listFirstUntil, eraseAt }: LaunchReport,
  at: (ms: number) => string,
): string[] {
  if (state !== 'launched') return []
  return [
    ...(listFirstUntil === null ? [] : [`The list goes first until ${at(listFirstUntil)}.`]),
    eraseAt === null ? 'The list is not erased.' : `The list is erased on ${at(eraseAt)}.`,
  ]
}

const plannedLine = (period: StoredPeriod, at: (ms: number) => string) =>
  period.lacksShop
    ? `Planned: launched from ${at(period.startsAt)} (${period.id}), but it will not happen. ${wrongActs['no shop']}`
    : `Planned: ${spanOf(period, at)} (${period.id}).`

const spanOf = ({ state, startsAt, endsAt }: StoredPeriod, at: (ms: number) => string) =>
  `${state} from ${at(startsAt)}${endsAt === null ? '' : ` until ${at(endsAt)}`}`

/** Why an act did nothing, and what to do. */
export const wrongActs: Record<WrongAct, string> = {
  'no shop':
    "The campaign does not say where the shop is. Write its address, with https://, as 'shop' in launch.ts of the campaign, build and start the server again, then launch.",
  past: 'This time is past: choose a later one, or leave it out to act now.',
  'until before at': 'The end is not after the beginning: choose a later one.',
  'erased too soon': `The list can be erased in ${operatorTimeInWords('lastNotice')} at the earliest, because operators are mailed ${operatorTimeInWords('lastNotice')} before: choose a later time.`,
  'nothing to end': 'There is nothing to end at that time.',
  'nothing planned': 'There is no such plan, or it has begun.',
}
