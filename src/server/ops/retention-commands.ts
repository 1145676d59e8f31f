import { actionsOf, json, type CommandTable } from '#server/cli/command-table.ts'
import { notDone, withStore, type Command } from '#server/cli/command.ts'
import { knownSecrets } from '#server/config/secrets.ts'
import { describeWaitingRetention, forgetNow, iso, readRetentionClock } from './retention-clock.ts'

export const retentionCommand: CommandTable<Command> = {
  name: 'retention',
  server: 'may run',
  help: 'Retention is a job of the server. This is for when it waits, because its last run and the clock lie far apart. It takes the settings of the server.',
  actions: {
    status: actionsOf<Command>()({
      help: 'Prints when retention last ran, whether it waits and why, and the time of the clock of this machine. Exit code 1 while it waits.',
      options: { json },
      run: ({ config, now, print }, { json: asJson }) =>
        withStore(config, {}, async ({ db }) => {
          const { lastRunAt, doubtedAt } = await readRetentionClock(db)
          const waiting = await describeWaitingRetention(db)
          if (asJson)
            print(
              JSON.stringify({
                lastRunAt: iso(lastRunAt),
                waitsSince: doubtedAt === null ? null : iso(doubtedAt),
                clock: iso(now),
              }),
            )
          else
            for (const line of [
              ...(waiting.length > 0
                ? waiting
                : [`Retention does not wait. Its last run: ${iso(lastRunAt)}`]),
              `The clock of this machine says ${iso(now)}.`,
            ])
              print(line)
          return waiting.length > 0 ? 1 : 0
        }),
    }),

    approve: actionsOf<Command>()({
      help: 'Confirms that the clock of this machine is right: expired data is deleted now.',
      run: ({ config, now, print }) =>
        withStore(config, {}, async (store) => {
          if ((await readRetentionClock(store.db)).doubtedAt === null)
            return notDone(print, 'Retention does not wait: there is nothing to approve.')
          await forgetNow({ store, secretKey: knownSecrets(config)[0], now })
          print(`Retention has run by the clock of this machine: ${iso(now)}.`)
          return 0
        }),
    }),
  },
}
