import type { LaunchTerms } from '#contract/ends.ts'
import { liveOffers, type LiveOffer } from '#contract/live-figures.ts'
import { inZone } from '#contract/zone-times.ts'
import { operatorTime } from '#contract/operator-times.ts'
import { checkValue } from '#server/cli/arguments.ts'
import { actionsOf, json, type Action, type CommandTable } from '#server/cli/command-table.ts'
import { shell } from '#server/acts/action-log.ts'
import { notDone, type Command } from '#server/cli/command.ts'
import { logLaunchAct } from './log-launch-act.ts'
import { readLaunchPeriods } from '#server/db/launch-periods.ts'
import type { Store } from '#server/db/open.ts'
import { moveOfferEnd, readOffers } from '#server/offers/offers.ts'
import { actOnLaunch, outcomeOf, type LaunchAct, type SetAct } from './acts.ts'
import { describeLaunch, reportLaunch, wrongActs, wrongMoves } from './describe.ts'
import { readTime } from './read-time.ts'

export type CommandDeps = Command & {
  store: Store
  timeZone: string
  terms: LaunchTerms
}

const action = actionsOf<CommandDeps>()

const time = { value: 'TIME' } as const
const at = {
  ...time,
  help: "when, as '2026-11-24 09:00' in the campaign's time zone; default: now",
}
const until = { ...time, help: 'when it ends by itself; default: when an operator ends it' }

/** END-1: the state of the launch, from a shell. */
export const launchCommand: CommandTable<CommandDeps> = {
  name: 'launch',
  server: 'may run',
  help: `Shows and switches the state of the launch: open, paused, closed or launched. Paused takes precedence over launched, and launched over closed. Running servers follow within ${operatorTime('launchSeen')}; planned changes happen at their exact time.`,
  actions: {
    show: action({
      help: 'Prints the state, since when, until when, and what is planned.',
      options: { json },
      run: (deps, { json: asJson }) => show(deps, asJson),
    }),
    open: ending('open', 'Opens the list: ends a pause, a close and a launch.'),
    resume: ending(
      'resume',
      'Ends a pause. A list that was closed or launched before the pause is so again.',
    ),
    pause: setting(
      'pause',
      'Pauses sign-ups. Confirming and leaving work as usual. Ends of offers and of spots in waves move by the length of the pause, and no wave is invited.',
    ),
    close: setting(
      'close',
      `Closes the list: nobody can join. Confirm links work for another ${operatorTime('afterEnd')}.`,
    ),
    launch: action({
      help: "Shows that the product is in the shop, whose address is launch.shop in the campaign: without it nothing is launched. While it is launched, it changes the launch's times.",
      options: {
        at,
        until,
        'first-until': {
          ...time,
          help: "until when the list goes first, or 'none'; default: as in the campaign",
        },
        'erase-at': {
          ...time,
          help: `when the list is erased, or 'none'; default: as in the campaign. Operators are mailed ${operatorTime('firstNotice')} and ${operatorTime('lastNotice')} before`,
        },
        json,
      },
      run: (deps, { json: asJson, ...times }) => setTo('launch', times, asJson, deps),
    }),
    cancel: action({
      argument: 'ID',
      help: 'Takes back a planned change: `show` prints its id.',
      options: { json },
      run: (deps, { json: asJson }, id) => run({ act: 'cancel', id }, asJson, deps),
    }),
    'move-end': action({
      argument: 'OFFER',
      help: `Moves the end of an offer that runs: ${liveOffers.join(', ')}. The page shows the earlier end beside the new one.`,
      options: { to: { ...time, required: true, help: 'the new end' }, json },
      check: (_, offer) => checkValue('OFFER', { oneOf: liveOffers }, offer),
      // `check` has let only names of offers through.
      run: (deps, { to, json: asJson }, offer) => moveEnd(offer as LiveOffer, to, asJson, deps),
    }),
  },
}

function ending(act: 'open' | 'resume', help: string): Action<CommandDeps> {
  return action({
    help,
    options: { at, json },
    run: (deps, { at: typed, json: asJson }) =>
      run({ act, at: timeIn('at', typed, deps) ?? null }, asJson, deps),
  })
}

function setting(act: 'pause' | 'close', help: string): Action<CommandDeps> {
  return action({
    help,
    options: { at, until, json },
    run: (deps, { json: asJson, ...times }) => setTo(act, times, asJson, deps),
  })
}

type Times = Partial<Record<'at' | 'until' | 'first-until' | 'erase-at', string | undefined>>

function setTo(
  act: SetAct['act'],
  times: Times,
  asJson: boolean,
  deps: CommandDeps,
): Promise<number> {
  const read = (name: keyof Times) => timeIn(name, times[name], deps)
  return run(
    {
      act,
      at: read('at') ?? null,
      until: read('until') ?? null,
      listFirstUntil: read('first-until'),
      eraseAt: read('erase-at'),
    },
    asJson,
    deps,
  )
}

/** In ms; null for `none`, undefined where it is not given. */
function timeIn(
  name: keyof Times,
  text: string | undefined,
  deps: CommandDeps,
): number | null | undefined {
  if (text === undefined) return undefined
  return text === 'none' && name !== 'at' ? null : readTime(name, text, deps)
}

async function run(act: LaunchAct, asJson: boolean, deps: CommandDeps): Promise<number> {
  const { store, terms, now, note } = deps
  const { wrong } = await logLaunchAct(store, { act, operator: shell }, now, async () => {
    const wrong = await store.transact((trx) => actOnLaunch(trx, act, { by: shell, terms }, now))
    return { outcome: outcomeOf(wrong), wrong }
  })
  if (wrong) return notDone(note, `${wrongActs[wrong]} Nothing was changed.`)
  return show(deps, asJson)
}

async function moveEnd(
  offer: LiveOffer,
  to: string,
  asJson: boolean,
  deps: CommandDeps,
): Promise<number> {
  const { store, now, print, note, timeZone } = deps
  const endsAt = readTime('to', to, deps)
  const act = { act: 'move-end', offer, endsAt } as const
  const { refused } = await logLaunchAct(store, { act, operator: shell }, now, async () => {
    const moved = await store.transact((trx) =>
      moveOfferEnd(trx, { offer, endsAt, by: shell }, now),
    )
    const refused = 'refused' in moved ? moved.refused : null
    return { outcome: outcomeOf(refused), refused }
  })
  if (refused) return notDone(note, `${wrongMoves[refused]} Nothing was changed.`)
  const { movedFrom } = (await readOffers(store.db, now))[offer]
  if (asJson) print(JSON.stringify({ offer, endsAt, movedFrom }, asTimes))
  else print(`The offer ends on ${inZone(endsAt, timeZone).dayAndTime}.`)
  return 0
}

async function show(
  { store, timeZone, terms, now, print }: CommandDeps,
  asJson: boolean,
): Promise<number> {
  const report = reportLaunch(await readLaunchPeriods(store.db, terms.shop), now)
  if (asJson) print(JSON.stringify(report, asTimes))
  else for (const line of describeLaunch(report, timeZone)) print(line)
  return 0
}

/** Times as ISO 8601. */
const asTimes = (_: string, value: unknown): unknown =>
  typeof value === 'number' ? new Date(value).toISOString() : value
