import { liveOffers } from '#contract/live-figures.ts'
import { nameOfOffer } from '#contract/live-offers.ts'
import {
  launchTimes,
  type LaunchScreenAct,
  type LaunchScreenView,
  type LaunchTime,
  type ShownOffer,
  type TypedTimes,
} from '#contract/launch-screens.ts'
import { navigation } from '#contract/screens.ts'
import { readLocalTime, wrongTimes } from '#server/counts/local-time.ts'
import { readLaunchPeriods } from '#server/db/launch-periods.ts'
import { actOnLaunch, outcomeOf, type LaunchAct, type MoveEnd } from '#server/launch/acts.ts'
import { reportLaunch, shopMissing, wrongActs, wrongMoves } from '#server/launch/describe.ts'
import { moveOfferEnd, readOffers } from '#server/offers/offers.ts'
import type { ScreenHandler } from './guard.ts'
import { logLaunchAct } from '#server/launch/log-launch-act.ts'
import { redirectTo } from './letter-list.ts'
import type { DashboardDeps } from './dashboard-deps.ts'

/** END-1, LIVE-5: the state of the launch, what is planned, and when offers end. */
export const launchScreen =
  (deps: DashboardDeps): ScreenHandler =>
  async (request, reply, who) => {
    const { store, campaign, now, screens } = deps
    const { shop } = campaign.launch
    const periods = await readLaunchPeriods(store.db, shop)
    const { running, planned, ...launch } = reportLaunch(periods, now())
    return screens.show(request, reply, who, {
      screen: 'launch',
      launch,
      beneath: running.filter(({ state }) => state !== launch.state),
      planned,
      offers: await shownOffers(deps),
      shopMissing: shopMissing(campaign.launch),
    })
  }

async function shownOffers({ store, campaign, now }: DashboardDeps): Promise<ShownOffer[]> {
  const offers = await readOffers(store.db, now())
  return liveOffers.flatMap((offer) => {
    const { most, endsAt } = offers[offer]
    return most === null && endsAt === null
      ? []
      : [{ ...offers[offer], offer, name: nameOfOffer(campaign, offer) }]
  })
}

type Fields = Readonly<Record<string, unknown>>

/** The page that asks before an act on the launch. */
export const askLaunchAct =
  (act: LaunchScreenAct, deps: DashboardDeps): ScreenHandler =>
  async (request, reply, who) => {
    const view = await questionOf(act, request.query as Fields, deps)
    return view
      ? deps.screens.show(request, reply, who, view)
      : redirectTo(reply, navigation.launch.path)
  }

/** The act. If it is impossible, the page asks again with the reason and the typed values. */
export const runLaunchAct =
  (act: LaunchScreenAct, deps: DashboardDeps): ScreenHandler =>
  async (request, reply, who) => {
    const fields = request.body as Fields
    const done = actIn(act, fields, deps)
    const { operator } = who.session
    const { actId, wrong } =
      'wrong' in done ? { actId: '', wrong: done.wrong } : await perform(done, operator, deps)
    const view = wrong === null ? null : await questionOf(act, fields, deps)
    return view
      ? deps.screens.show(request, reply, who, { ...view, wrong: wrong! })
      : redirectTo(reply, `${navigation.launch.path}?done=${actId}`)
  }

async function perform(act: LaunchAct | MoveEnd, operator: string, deps: DashboardDeps) {
  const { store, launch, now } = deps
  const performed = await logLaunchAct(store, { act, operator }, now(), async () => {
    const wrong = await whyNot(act, operator, deps)
    return { outcome: outcomeOf(wrong?.key ?? null), wrong: wrong?.words ?? null }
  })
  await launch.refresh()
  return performed
}

/** Does it. Returns why nothing was changed, for the log and in words. */
async function whyNot(
  act: LaunchAct | MoveEnd,
  by: string,
  { store, campaign, now }: DashboardDeps,
): Promise<{ key: string; words: string } | null> {
  if (act.act === 'move-end') {
    const moved = await store.transact((trx) => moveOfferEnd(trx, { ...act, by }, now()))
    return 'refused' in moved ? { key: moved.refused, words: wrongMoves[moved.refused] } : null
  }
  const terms = campaign.launch
  const wrong = await store.transact((trx) => actOnLaunch(trx, act, { by, terms }, now()))
  return wrong && { key: wrong, words: wrongActs[wrong] }
}

async function questionOf(
  act: LaunchScreenAct,
  fields: Fields,
  deps: DashboardDeps,
): Promise<Extract<LaunchScreenView, { screen: 'launch-ask' }> | null> {
  const { store, campaign, now } = deps
  const { planned } = reportLaunch(await readLaunchPeriods(store.db), now())
  const period = planned.find(({ id }) => id === fields['id'])
  const offer = (await shownOffers(deps)).find((one) => one.offer === fields['offer'])
  if ((act === 'cancel' && !period) || (act === 'move-end' && !offer)) return null
  return {
    screen: 'launch-ask',
    act,
    ...(act === 'cancel' && period && { period }),
    ...(act === 'move-end' && { offer }),
    typed: typedIn(act, fields),
    timeZone: campaign.timeZone,
  }
}

const typedIn = (act: LaunchScreenAct, fields: Fields): TypedTimes =>
  Object.fromEntries(
    launchTimes[act].flatMap((name) =>
      [`${name}-day`, `${name}-time`].map((field) => [field, textIn(fields, field)]),
    ),
  )

const textIn = (fields: Fields, name: string): string => String(fields[name] ?? '').slice(0, 40)

/** The act that a form asks for, or why its times cannot be read. */
function actIn(
  act: LaunchScreenAct,
  fields: Fields,
  { campaign: { timeZone } }: DashboardDeps,
): LaunchAct | MoveEnd | { wrong: string } {
  const times: Partial<Record<LaunchTime, number>> = {}
  for (const name of launchTimes[act]) {
    const [day, time] = [textIn(fields, `${name}-day`), textIn(fields, `${name}-time`)]
    if (day === '' && time === '') continue
    const read = readLocalTime(`${day}T${time}`, timeZone)
    if ('wrong' in read) return { wrong: wrongInput[read.wrong] }
    times[name] = read.at
  }
  const { at = null, until = null, first, erase, to } = times
  if (act === 'cancel') return { act, id: textIn(fields, 'id') }
  if (act === 'resume' || act === 'open') return { act, at }
  if (act !== 'move-end') return { act, at, until, listFirstUntil: first, eraseAt: erase }
  const offer = liveOffers.find((name) => name === fields['offer'])
  return to === undefined || !offer ? { wrong: wrongInput.unreadable } : { act, offer, endsAt: to }
}

const wrongInput = { ...wrongTimes, unreadable: 'Enter a day and a time.' } as const
