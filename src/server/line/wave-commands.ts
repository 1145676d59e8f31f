import { jsonWithTimes } from '#contract/json-times.ts'
import { actionsOfActs } from '#server/acts/act.ts'
import { actionsOf, json, type CommandTable } from '#server/cli/command-table.ts'
import { notDone, type Command } from '#server/cli/command.ts'
import type { Secrets } from '#server/config/secrets.ts'
import type { Store } from '#server/db/store.ts'
import { useSpot } from './spots.ts'
import { waveActs, type WaveActDeps } from './wave-acts.ts'
import {
  codesHead,
  codesLine,
  codesOfWave,
  describeWave,
  findWave,
  readWaves,
} from './wave-reports.ts'

export type CommandDeps = Command & {
  store: Store
  timeZone: string
  secrets: () => Secrets
}

const action = actionsOf<CommandDeps>()
const mostListed = 100

/** LINE-8: waves of the line, from a shell. */
export const wavesCommand: CommandTable<CommandDeps> = {
  name: 'waves',
  server: 'may run',
  help: 'Invites the first people of the line. Each gets a spot with a code and an end; an unused spot goes to the next in line. It needs the settings of the server (DATA_DIR or DATABASE_URL, SECRET_KEY).',
  actions: {
    ...actionsOfActs<CommandDeps, WaveActDeps>(waveActs, ({ now, ...deps }) => ({
      ...deps,
      now: () => now,
      mailQueued: () => {},
    })),

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
