import { operatorTime } from '#contract/operator-times.ts'
import { readLaunchPeriods, type StoredPeriod } from '#server/db/launch-periods.ts'
import { actOnLaunch, type LaunchAct } from './periods.ts'
import type { Question } from '#contract/ask.ts'
import { launchActPath, type LaunchScreenAct } from '#contract/launch-screens.ts'
import type { Act } from '#server/acts/act.ts'
import { describeLaunch, reportLaunch, withIsoTimes, wrongActs } from './describe.ts'
import {
  asked,
  common,
  forLog,
  launchAct,
  nothingChanged,
  optionOf,
  typedTimes,
  type LaunchActDeps,
  type TimeName,
  type Times,
  type Wrong,
  readTime,
} from './launch-act.ts'
import { moveEnd } from './move-end-act.ts'

const report = async ({ store, terms, now }: LaunchActDeps) =>
  reportLaunch(await readLaunchPeriods(store.db, terms.shop), now())

/** A command shows the launch as it is then. */
const shows = {
  refused: nothingChanged,
  json: async (_: Wrong, deps: LaunchActDeps) => withIsoTimes(await report(deps)),
  says: async (_: Wrong, deps: LaunchActDeps) => describeLaunch(await report(deps), deps.timeZone),
}

async function run(
  { store, terms, now, launchChanged }: LaunchActDeps,
  done: LaunchAct,
  by: string,
): Promise<Wrong> {
  const wrong = await store.transact((trx) => actOnLaunch(trx, done, { by, terms }, now()))
  await launchChanged()
  return wrong && { key: wrong, says: wrongActs[wrong] }
}

type Timed = Exclude<LaunchScreenAct, 'cancel' | 'move-end'>
type Declared = Pick<Question, 'title' | 'facts'> & {
  said: string
  button: string
  times: readonly TimeName[]
  help: string
}

/** An act that ends states (`open`, `resume`), or sets one from a time on. */
const timedAct = (name: Timed, { said, times, help, ...words }: Declared) =>
  launchAct<undefined, undefined, Times, Wrong>({
    name: `${name}-launch`,
    said,
    path: launchActPath(name),
    ...common,
    ask: async ({ timeZone }) => asked(words, times, timeZone),
    fields: ({ timeZone }) => typedTimes(times, timeZone),
    details: ({ fields: { at, until, first, erase } }) =>
      forLog({ at, until, 'the list first until': first, 'erased on': erase }),
    run: (deps, { fields: { at = null, until = null, first, erase }, by }) =>
      name === 'open' || name === 'resume'
        ? run(deps, { act: name, at }, by)
        : run(deps, { act: name, at, until, listFirstUntil: first, eraseAt: erase }, by),
    command: {
      name,
      help,
      options: Object.fromEntries(times.map((time) => optionOf[time])),
      read: async (deps, values) => ({ subject: undefined, fields: timesOf(values, times, deps) }),
      ...shows,
    },
  })

/** `none` is null, and only of times that can be none. Throws UsageError. */
function timesOf(
  values: Readonly<Record<string, string | undefined>>,
  names: readonly TimeName[],
  deps: LaunchActDeps,
): Times {
  const times: Times = {}
  for (const name of names) {
    const [option] = optionOf[name]
    const typed = values[option]
    if (typed !== undefined)
      times[name] = typed === 'none' && name !== 'at' ? null : readTime(option, typed, deps)
  }
  return times
}

const cancel = launchAct<{ id: string }, StoredPeriod, unknown, Wrong>({
  name: 'cancel-launch',
  said: 'Cancelled a planned change of the launch',
  path: launchActPath('cancel'),
  ...common,
  find: async ({ store, now }, { id }) =>
    (await readLaunchPeriods(store.db)).find(
      (period) => period.id === id && period.startsAt > now(),
    ) ?? null,
  ask: async (_, { id, state, startsAt, endsAt }) =>
    asked({
      title: 'Cancel this plan?',
      facts: {
        Planned: [
          `${state[0]!.toUpperCase()}${state.slice(1)} from `,
          { moment: startsAt },
          endsAt === null ? '' : [' until ', { moment: endsAt }],
        ],
        Then: 'it does not happen; nothing else changes',
      },
      sends: [['id', id]],
      button: 'Cancel the plan',
    }),
  run: (deps, { subject: { id }, by }) => run(deps, { act: 'cancel', id }, by),
  command: {
    name: 'cancel',
    argument: 'ID',
    help: 'Takes back a planned change: `show` prints its id.',
    read: async (_, __, id) => ({ subject: { id }, fields: {} }),
    ...shows,
  },
})

/** END-1, LIVE-5: every act on the launch, in the order of the help. */
export const launchActs: readonly Act<LaunchActDeps>[] = [
  timedAct('open', {
    said: 'Opened the list',
    help: 'Opens the list: ends a pause, a close and a launch.',
    title: 'Open the list?',
    facts: { Ends: 'a pause, a close and a launch' },
    button: 'Open the list',
    times: ['at'],
  }),
  timedAct('resume', {
    said: 'Ended the pause of the launch',
    help: 'Ends a pause. A list that was closed or launched before the pause is so again.',
    title: 'End the pause?',
    facts: { Then: 'the list is as it was before: open, closed or launched' },
    button: 'End the pause',
    times: ['at'],
  }),
  timedAct('pause', {
    said: 'Paused the launch',
    help: 'Pauses sign-ups. Confirming and leaving work as usual. Ends of offers and of spots in waves move by the length of the pause, and no wave is invited.',
    title: 'Pause sign-ups?',
    facts: {
      Visitors: 'cannot join; the page says when it goes on',
      'Confirming and leaving': 'work as usual',
      Offers: 'end later, by the length of the pause',
      Mail: 'goes on: sequences and letters',
    },
    button: 'Pause',
    times: ['at', 'until'],
  }),
  timedAct('close', {
    said: 'Closed the list',
    help: `Closes the list: nobody can join. Confirm links work for another ${operatorTime('afterEnd')}.`,
    title: 'Close the list?',
    facts: {
      Visitors: 'cannot join',
      'Confirm links': `work for another ${operatorTime('afterEnd')}`,
      Mail: 'goes on: sequences and letters',
    },
    button: 'Close the list',
    times: ['at', 'until'],
  }),
  timedAct('launch', {
    said: 'Launched, or changed the times of the launch',
    help: "Shows that the product is in the shop, whose address is launch.shop in the campaign: without it nothing is launched. While it is launched, it changes the launch's times.",
    title: 'Launch, or change its times?',
    facts: {
      Visitors: 'are led to the shop',
      Sequences: 'end',
      'The list': `is erased on its date; operators are mailed ${operatorTime('firstNotice')} and ${operatorTime('lastNotice')} before`,
    },
    button: 'Launch',
    times: ['at', 'until', 'first', 'erase'],
  }),
  cancel,
  moveEnd,
]
