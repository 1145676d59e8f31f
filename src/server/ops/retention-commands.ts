import { operatorTime } from '#contract/operator-times.ts'
import { actionsOf, json, type CommandTable } from '#server/cli/command-table.ts'
import { notDone, withStore, type Command } from '#server/cli/command.ts'
import { agrees } from '#server/clock/clock-doubt.ts'
import { describeDoubts, iso, readClock, trustClock } from '#server/clock/clock.ts'
import { knownSecrets } from '#server/config/secrets.ts'
import type { Db } from '#server/db/store.ts'
import { readLastRun, runRetention } from './retention.ts'

export const retentionCommand: CommandTable<Command> = {
  name: 'retention',
  server: 'may run',
  help: 'Retention is a job of the server. It waits while the clock of the server is doubtful, and so does everything else that a date decides: the erasure of the list, waves, rewards, sequences, letters and planned changes of the launch. These commands are for that time. They take the settings of the server.',
  actions: {
    status: actionsOf<Command>()({
      help: 'Prints whose clock is doubtful, since when and what waits, when retention last ran, and the time of the clock of this machine. Exit code 1 while a clock is doubtful.',
      options: { json },
      run: ({ config, now, print }, { json: asJson }) =>
        withStore(config, {}, async ({ db }) => {
          const state = await readState(db)
          if (asJson) print(JSON.stringify({ ...stateAsJson(state), clock: iso(now) }))
          else for (const line of describeState(state, now)) print(line)
          return state.waiting.length > 0 ? 1 : 0
        }),
    }),

    approve: actionsOf<Command>()({
      help: 'Confirms that the clock of this machine is right. Servers whose clocks agree with it trust theirs within a minute, and all that waited goes on: planned changes of the launch, waves, rewards, sequences, letters. Expired data is deleted at once.',
      run: ({ config, now, print }) =>
        withStore(config, {}, async (store) => {
          const { clock, waiting } = await readState(store.db)
          if (waiting.length === 0 && (!clock || agrees(now, clock.trustedAt)))
            return notDone(print, 'No clock is doubtful: there is nothing to approve.')
          await trustClock(store, now)
          await runRetention({ store, secretKey: knownSecrets(config)[0], now })
          print(
            `The clock of this machine is trusted: ${iso(now)}. Expired data was deleted. Servers go on within a minute; one whose clock differs by more than ${operatorTime('doubt')} stays doubtful until it is set.`,
          )
          return 0
        }),
    }),
  },
}

const readState = async (db: Db) => {
  const clock = await readClock(db)
  return {
    clock,
    waiting: describeDoubts(clock).map(({ text }) => text),
    lastRunAt: await readLastRun(db),
  }
}
type State = Awaited<ReturnType<typeof readState>>

function stateAsJson({ clock, lastRunAt }: State) {
  const doubts = Object.entries(clock?.doubts ?? {})
  const since = doubts.map(([, doubt]) => doubt.since)
  return {
    lastRunAt: lastRunAt === null ? null : iso(lastRunAt),
    waitsSince: since.length === 0 ? null : iso(Math.min(...since)),
    trustedAt: clock && iso(clock.trustedAt),
    doubtful: doubts.map(([server, doubt]) => ({
      server,
      since: iso(doubt.since),
      clock: iso(doubt.at),
    })),
  }
}

function* describeState({ waiting, lastRunAt }: State, now: number) {
  yield* waiting
  if (waiting.length === 0) yield 'No clock is doubtful: retention does not wait.'
  yield lastRunAt === null
    ? 'Retention has not run yet.'
    : `Retention last ran at ${iso(lastRunAt)}.`
  yield `The clock of this machine says ${iso(now)}.`
}
