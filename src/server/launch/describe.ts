import type { WrongAct } from './periods.ts'
import type { LaunchTerms } from '#contract/ends.ts'
import { isRunning, launchAt, type Launch } from '#contract/launch.ts'
import { inZone } from '#contract/zone-times.ts'
import { operatorTimeInWords } from '#contract/operator-times.ts'
import type { StoredPeriod } from '#server/db/launch-periods.ts'
import type { MoveRefusal } from '#server/offers/offers.ts'

/** The launch as an operator reads it: its state, and what runs beneath it or is planned. */
export type LaunchReport = Launch & { running: StoredPeriod[]; planned: StoredPeriod[] }

export const reportLaunch = (periods: readonly StoredPeriod[], now: number): LaunchReport => ({
  ...launchAt(periods, now),
  running: periods.filter((period) => isRunning(period, now)),
  planned: periods.filter(({ startsAt }) => startsAt > now),
})

/** Each number of it is a time in ms; here it is ISO 8601. */
export const withIsoTimes = (report: object): object =>
  JSON.parse(
    JSON.stringify(report, (_, value: unknown) =>
      typeof value === 'number' ? new Date(value).toISOString() : value,
    ),
  ) as object

/** The lines of `npm run launch -- show`. */
export function describeLaunch(report: LaunchReport, timeZone: string): string[] {
  const { state, since, until, running, planned } = report
  const at = (ms: number) => inZone(ms, timeZone).dayAndTime
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
    "The campaign does not say where the shop is. Write its address, with https://, as 'shop' in src/campaign/launch.ts, build and start the server again, then launch.",
  past: 'This time is past: choose a later one, or leave it out to act now.',
  'until before at': 'The end is not after the beginning: choose a later one.',
  'erased too soon': `The list can be erased in ${operatorTimeInWords('lastNotice')} at the earliest, because operators are mailed ${operatorTimeInWords('lastNotice')} before: choose a later time.`,
  'nothing to end': 'There is nothing to end at that time.',
  'nothing planned': 'There is no such plan, or it has begun.',
}

/** Why the end of an offer was not moved. */
export const wrongMoves: Record<MoveRefusal, string> = {
  'no-end': 'This offer has no end: the campaign says when one ends (liveOffers).',
  ended: 'This offer has ended. An end can only be moved while the offer runs.',
  past: 'This time is past: choose a later one.',
  'before-begin': 'The offer begins later: choose a later end.',
}

/** The missing preparation for a launch; null if it is ready. */
export const shopMissing = ({ shop }: Pick<LaunchTerms, 'shop'>): string | null =>
  shop === null ? wrongActs['no shop'] : null
