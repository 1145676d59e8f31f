import { jsonWithTimes } from '#contract/json-times.ts'
import { performanceTypes, type PerformanceType } from '#contract/quiz.ts'
import { inZone } from '#contract/zone-times.ts'
import { checkValue } from '#server/cli/arguments.ts'
import { actionsOf, json, type CommandTable } from '#server/cli/command-table.ts'
import { shell } from '#server/acts/action-log.ts'
import { notDone, type Command } from '#server/cli/command.ts'
import type { Secrets } from '#server/config/secrets.ts'
import type { Store } from '#server/db/open.ts'
import { logWave } from './log-wave.ts'
import { readTime } from '#server/launch/launch-act.ts'
import {
  codesHead,
  codesLine,
  describeWave,
  wrongWaves,
  codesOfWave,
  findWave,
  readWaves,
} from './wave-reports.ts'
import { countInvitable, inviteWave, mostInWave, wrongNow, type WaveToInvite } from './waves.ts'
import { useSpot } from './spots.ts'

/** A command as the dashboard's log stores it. */
export type WaveAct = Omit<WaveToInvite, 'by'>

export type CommandDeps = Command & {
  store: Store
  timeZone: string
  secrets: () => Secrets
}

const action = actionsOf<CommandDeps>()
const mostListed = 100
const spots = { range: [1, mostInWave] } as const
const type = { value: 'TYPE', oneOf: performanceTypes } as const

/** LINE-8: waves of the line, from a shell. */
export const wavesCommand: CommandTable<CommandDeps> = {
  name: 'waves',
  server: 'may run',
  help: 'Invites the first people of the line. Each gets a spot with a code and an end; an unused spot goes to the next in line. It needs the settings of the server (DATA_DIR or DATABASE_URL, SECRET_KEY).',
  actions: {
    invite: action({
      argument: 'N',
      help: `Prints how many of the first N people of the line would be invited. With --yes it invites them, and the server sends their mails. At most ${mostInWave} in one wave.`,
      options: {
        until: {
          value: 'TIME',
          required: true,
          help: "the end of the spots, as '2026-12-03 18:00' in the campaign's time zone",
        },
        type: { ...type, help: 'only people of this quiz type, and their mail says so' },
        yes: { flag: true, help: 'invites; without it the command only reports' },
        json,
      },
      check: (_, typed) => checkValue('N', spots, typed),
      run: invite,
    }),

    list: action({
      help: `Lists the waves with the states of their spots, the newest first, ${mostListed} at most.`,
      options: { json },
      async run({ store, now, timeZone, print, note }, { json: asJson }) {
        const waves = await readWaves(store.db, mostListed, now)
        if (asJson) print(jsonWithTimes(waves))
        else for (const wave of waves) print(describeWave(wave, timeZone))
        if (!asJson && waves.length === 0) note('There are no waves yet.')
        return 0
      },
    }),

    codes: action({
      argument: 'ID',
      help: 'Prints the codes of a wave as CSV, for a shop: code, state, end, when the person came and when a shop reported it. No person is named. ID is the number of the wave or its id. With --json each line is an object.',
      options: { json },
      run: printCodes,
    }),

    came: action({
      argument: 'CODE',
      help: 'Reports that a code was used in the shop. Exit code 1 if it is unknown, ended, or was reported before.',
      options: { json },
      run: came,
    }),
  },
}

async function invite(
  deps: CommandDeps,
  values: { until: string; type: string | undefined; yes: boolean; json: boolean },
  typed: string,
): Promise<number> {
  const { store, now, timeZone, print, note, secrets } = deps
  const until = readTime('until', values.until, deps)
  // `oneOf` has let only types through.
  const quizType = (values.type ?? null) as PerformanceType | null
  const wave: WaveAct = { spots: Number(typed), until, quizType }
  if (!values.yes) return reportInvitable(deps, wave, values.json)
  const { invited } = await logWave(store, { act: wave, operator: shell }, now, async () => {
    const invited = await store.transact((trx) =>
      inviteWave(trx, { ...wave, by: shell }, secrets()[0], now),
    )
    return { outcome: outcomeOf(invited), invited }
  })
  if ('refused' in invited)
    return notDone(note, `${wrongWaves[invited.refused]} Nobody was invited.`)
  const { id, number, invited: people } = invited
  if (values.json) print(jsonWithTimes({ id, number, invited: people, endsAt: until }))
  else
    print(`Wave ${number}: ${people} invited, until ${inZone(until, timeZone).dayAndTime}. (${id})`)
  return 0
}

/** The outcome of an invitation for the log. */
export const outcomeOf = (invited: Awaited<ReturnType<typeof inviteWave>>): string =>
  'refused' in invited
    ? `nobody was invited (${invited.refused})`
    : `wave ${invited.number}, ${invited.invited} invited`

async function reportInvitable(
  { store, now, timeZone, print, note }: CommandDeps,
  { spots: wanted, until, quizType }: WaveAct,
  asJson: boolean,
): Promise<number> {
  const people = await countInvitable(store.db, quizType ?? '', wanted)
  const wrong = (await wrongNow(store.db, until, now)) ?? (people === 0 ? 'nobody' : null)
  if (wrong) return notDone(note, wrongWaves[wrong])
  if (asJson) print(jsonWithTimes({ people, endsAt: until }))
  else
    print(
      `It would invite ${people} of the line, until ${inZone(until, timeZone).dayAndTime}. Add --yes to invite them.`,
    )
  return 0
}

async function printCodes(
  { store, now, print, note, secrets }: CommandDeps,
  { json: asJson }: { json: boolean },
  id: string,
): Promise<number> {
  const wave = await findWave(store.db, id, now)
  if (!wave) return notDone(note, 'There is no such wave.')
  if (!asJson) print(codesHead.trimEnd())
  for await (const codes of codesOfWave(store.db, wave.id, secrets(), now))
    for (const code of codes) print(asJson ? jsonWithTimes(code) : codesLine(code).trimEnd())
  return 0
}

async function came(
  { store, now, print, note }: CommandDeps,
  { json: asJson }: { json: boolean },
  typed: string,
): Promise<number> {
  const used = await store.transact((trx) => useSpot(trx, typed, 'report', now))
  if (!used) return notDone(note, 'This code is unknown.')
  const { done, spot } = used
  const report = { done, wave: spot.number, state: spot.state, usedAt: spot.usedAt }
  if (asJson) print(jsonWithTimes(report))
  else if (done) print(`The code of wave ${spot.number} is used.`)
  if (done || asJson) return done ? 0 : 1
  return notDone(
    note,
    spot.usedAt === null
      ? `This spot is not open any more (${spot.state}).`
      : 'This code was used before.',
  )
}
