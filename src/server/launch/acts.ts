import { momentText } from '#contract/english.ts'
import { z } from 'zod'
import { campaign } from '#campaign'
import { partsOf } from '#contract/campaign/campaign-parts.ts'
import { operatorTime } from '#contract/promises/operator-times.ts'
import { factsFor, type Question } from '#contract/dashboard/ask.ts'
import { launchActPath, type LaunchScreenAct } from '#contract/launch/screens.ts'
import type { LiveOffer } from '#contract/live/figures.ts'
import type { LaunchTerms } from '#contract/launch/state-words.ts'
import { navigation } from '#contract/dashboard/navigation.ts'
import { capitalized } from '#contract/text.ts'
import { timeForLog } from '#server/acts/action-log.ts'
import { readLaunchPeriods, type StoredPeriod } from '#server/db/launch-periods.ts'
import { act, type Act, actionsOfActs } from '#server/acts/act.ts'
import { checkValue, actionsOf, json, type CommandTable } from '#server/cli/command-table.ts'
import type { Store } from '#server/db/store.ts'
import {
  campaignTerms,
  moveOfferEnd,
  readOffers,
  shownOffers,
  type MoveRefusal,
} from '#server/offers/offers.ts'
import type { Command } from '#server/cli/command.ts'
import {
  actOnLaunch,
  describeLaunch,
  reportLaunch,
  withIsoTimes,
  wrongActs,
  type LaunchAct,
} from './periods.ts'
import {
  optionOf,
  readTime,
  timeInputs,
  timesOf,
  typedTimes,
  wrongTyped,
  type TimeName,
  type Times,
} from './times.ts'

/** `launchChanged` is called after a commit; `note` gets what an operator should know of a time. */
export type LaunchActDeps = {
  store: Store
  timeZone: string
  terms: LaunchTerms
  now: () => number
  launchChanged: () => Promise<unknown>
  note: (line: string) => void
}

const launchAct = act<LaunchActDeps>()

const asked = (
  words: Pick<Question, 'title' | 'facts' | 'button' | 'sends'>,
  times: readonly TimeName[] = [],
  timeZone = '',
): Question => ({
  nav: 'launch',
  crumb: { label: 'Launch', path: navigation.launch.path },
  note: `The log names you. Visitors see the change within ${operatorTime('launchSeen')}.`,
  ...words,
  inputs: timeInputs(times),
  ...(times.length > 0 && { hint: `Times are in ${timeZone}.` }),
  back: 'Change nothing',
})

/** Why nothing was changed: for the log, and for the operator. */
type Wrong = { key: string; says: string } | null

const common = {
  leadsTo: () => navigation.launch.path,
  outcome: (wrong: Wrong) => (wrong ? `nothing changed (${wrong.key})` : 'done'),
  refused: (wrong: Wrong) => wrong?.says ?? null,
}
const nothingChanged = (wrong: Wrong) => (wrong ? `${wrong.says} Nothing was changed.` : null)

const forLog = (named: Record<string, number | null | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(named).flatMap(([name, ms]) =>
      typeof ms === 'number' ? [[name, timeForLog(ms)]] : [],
    ),
  )

/** Why the end of an offer was not moved. */
const wrongMoves: Record<MoveRefusal, string> = {
  'no-end': 'This offer has no end: the campaign says when one ends (offers).',
  ended: 'This offer has ended. An end can only be moved while the offer runs.',
  past: 'This time is past: choose a later one.',
  'before-begin': 'The offer begins later: choose a later end.',
}

const report = async ({ store, terms, now }: Pick<CommandDeps, 'store' | 'terms' | 'now'>) =>
  reportLaunch(await readLaunchPeriods(store.db, terms.shop), now)

/** A command shows the launch as it is then. */
const shows = {
  refused: nothingChanged,
  json: async (_: Wrong, { now, ...deps }: LaunchActDeps) =>
    withIsoTimes(await report({ ...deps, now: now() })),
  says: async (_: Wrong, { now, timeZone, ...deps }: LaunchActDeps) =>
    describeLaunch(await report({ ...deps, now: now() }), timeZone),
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
  planned: string
  button: string
  times: readonly TimeName[]
  help: string
}

/** An act that ends states (`open`, `resume`), or sets one from a time on. */
const timedAct = (name: Timed, { said, planned, times, help, ...words }: Declared) =>
  launchAct<undefined, undefined, Times, Wrong>({
    name: `${name}-launch`,
    said,
    planned,
    path: launchActPath(name),
    ...common,
    async ask({ timeZone }) {
      const facts = factsFor(words.facts, partsOf(campaign))
      return asked({ ...words, facts }, times, timeZone)
    },
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
          `${capitalized(state)} from `,
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

/** An offer of the campaign, with its end if it has one. */
type Offer = { offer: LiveOffer; name: string; endsAt: number | null }
const typedEnd = (timeZone: string) =>
  typedTimes(['to'], timeZone).transform(({ to }, context) => {
    if (typeof to === 'number') return { to }
    context.addIssue({ code: 'custom', message: wrongTyped.unreadable })
    return z.NEVER
  })

/** LIVE-5: moves the end of an offer that runs. */
const moveEnd = launchAct<
  Pick<Offer, 'offer'>,
  Offer,
  { to: number },
  { offer: LiveOffer; wrong: Wrong }
>({
  name: 'move-offer-end',
  said: 'Moved the end of an offer',
  path: launchActPath('move-end'),
  leadsTo: common.leadsTo,
  find: async ({ store, now }, { offer }) =>
    (await shownOffers(store.db, now())).find((one) => one.offer === offer) ?? null,
  ask: async ({ timeZone }, { offer, name, endsAt }) =>
    asked(
      {
        title: 'Move the end of this offer?',
        facts: {
          Offer: name,
          ...(endsAt !== null && { 'Ends now': { moment: endsAt } }),
          Visitors: 'see the earlier end beside the new one',
        },
        sends: [['offer', offer]],
        button: 'Move the end',
      },
      ['to'],
      timeZone,
    ),
  fields: ({ timeZone }) => typedEnd(timeZone),
  details: ({ subject: { offer }, fields: { to } }) => ({ offer, ...forLog({ to }) }),
  async run({ store, now, launchChanged }, { subject: { offer }, fields: { to: endsAt }, by }) {
    const moved = await store.transact((trx) => moveOfferEnd(trx, { offer, endsAt, by }, now()))
    await launchChanged()
    const wrong =
      'refused' in moved ? { key: moved.refused, says: wrongMoves[moved.refused] } : null
    return { offer, wrong }
  },
  outcome: ({ wrong }) => common.outcome(wrong),
  refused: ({ wrong }) => common.refused(wrong),
  command: {
    name: 'move-end',
    argument: 'OFFER',
    needs: 'offers',
    help: `Moves the end of an offer that runs: ${[...campaignTerms.keys()].join(', ')}. The page shows the earlier end beside the new one.`,
    options: { to: optionOf.to[1] },
    check: (_, offer) => checkValue('OFFER', { oneOf: [...campaignTerms.keys()] }, offer),
    read: async (deps, { to }, offer) => ({
      // `check` has let only names of offers through.
      subject: { offer: offer! },
      fields: { to: readTime('to', to, deps) },
    }),
    refused: ({ wrong }) => nothingChanged(wrong),
    json: async ({ offer }, { store, now }) => {
      const { endsAt, movedFrom } = (await readOffers(store.db, now()))[offer]!
      return withIsoTimes({ offer, endsAt, movedFrom })
    },
    says: async ({ offer }, { store, now, timeZone }) => {
      const { endsAt } = (await readOffers(store.db, now()))[offer]!
      return [`The offer ends on ${momentText(endsAt!, timeZone)}.`]
    },
  },
})

/** END-1, LIVE-5: every act on the launch, in the order of the help. */
export const launchActs: readonly Act<LaunchActDeps>[] = [
  timedAct('open', {
    said: 'Opened the list',
    planned: 'Planned to open the list',
    help: 'Opens the list: ends a pause, a close and a launch.',
    title: 'Open the list?',
    facts: { Ends: 'a pause, a close and a launch' },
    button: 'Open the list',
    times: ['at'],
  }),
  timedAct('resume', {
    said: 'Ended the pause of the launch',
    planned: 'Planned the end of the pause',
    help: 'Ends a pause. The list is again as it was before the pause: open, closed or launched.',
    title: 'End the pause?',
    facts: { Then: 'the list is as it was before: open, closed or launched' },
    button: 'End the pause',
    times: ['at'],
  }),
  timedAct('pause', {
    said: 'Paused the launch',
    planned: 'Planned a pause of the launch',
    help: 'Pauses sign-ups. Confirming and leaving work as usual. [offers: Ends of offers[line:  and of spots in waves] move by the length of the pause[line: , and no wave is invited].][no offers: [line: Ends of spots in waves move by the length of the pause, and no wave is invited.]]',
    title: 'Pause sign-ups?',
    facts: {
      Visitors: 'cannot join; the page says when it goes on',
      'Confirming and leaving': 'work as usual',
      Offers: '[offers: end later, by the length of the pause]',
      Mail: 'goes on: [sequence: sequences and ]letters',
    },
    button: 'Pause',
    times: ['at', 'until'],
  }),
  timedAct('close', {
    said: 'Closed the list',
    planned: 'Planned to close the list',
    help: `Closes the list: nobody can join. Confirm links work for another ${operatorTime('afterEnd')}.`,
    title: 'Close the list?',
    facts: {
      Visitors: 'cannot join',
      'Confirm links': `work for another ${operatorTime('afterEnd')}`,
      Mail: 'goes on: [sequence: sequences and ]letters',
    },
    button: 'Close the list',
    times: ['at', 'until'],
  }),
  timedAct('launch', {
    said: 'Launched, or changed the times of the launch',
    planned: 'Planned the launch, or a change of its times',
    help: "Shows that the product is in the shop, whose address is launch.shop in the campaign: without it nothing is launched. While it is launched, it changes the launch's times.",
    title: 'Launch, or change its times?',
    facts: {
      Visitors: 'are led to the shop',
      Sequences: '[sequence: end]',
      'The list': `is erased on its date; operators are mailed ${operatorTime('firstNotice')} and ${operatorTime('lastNotice')} before`,
    },
    button: 'Launch',
    times: ['at', 'until', 'first', 'erase'],
  }),
  cancel,
  moveEnd,
]

export type CommandDeps = Command & {
  store: Store
  timeZone: string
  terms: LaunchTerms
}

/** END-1: the state of the launch, from a shell. */
export const launchCommand: CommandTable<CommandDeps> = {
  name: 'launch',
  server: 'may run',
  help: `Shows and switches the state of the launch: open, paused, closed or launched. Paused takes precedence over launched, and launched over closed. Running servers follow within ${operatorTime('launchSeen')}; planned changes happen at their exact time.`,
  actions: {
    show: actionsOf<CommandDeps>()({
      help: 'Prints the state, since when, until when, and what is planned.',
      options: { json },
      async run({ print, ...deps }, { json: asJson }) {
        const found = await report(deps)
        if (asJson) print(JSON.stringify(withIsoTimes(found)))
        else for (const line of describeLaunch(found, deps.timeZone)) print(line)
        return 0
      },
    }),
    ...actionsOfActs(launchActs, actDeps),
  },
}

function actDeps({ now, ...deps }: CommandDeps): LaunchActDeps {
  return { ...deps, now: () => now, launchChanged: async () => {} }
}
