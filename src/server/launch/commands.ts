import type { LaunchTerms } from '#contract/ends.ts'
import { operatorTime } from '#contract/operator-times.ts'
import { actionsOfActs } from '#server/acts/act.ts'
import { actionsOf, json, type CommandTable } from '#server/cli/command-table.ts'
import type { Command } from '#server/cli/command.ts'
import { readLaunchPeriods } from '#server/db/launch-periods.ts'
import type { Store } from '#server/db/store.ts'
import { describeLaunch, reportLaunch, withIsoTimes } from './describe.ts'
import type { LaunchActDeps } from './launch-act.ts'
import { launchActs } from './acts.ts'

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
      async run({ store, terms, now, timeZone, print }, { json: asJson }) {
        const report = reportLaunch(await readLaunchPeriods(store.db, terms.shop), now)
        if (asJson) print(JSON.stringify(withIsoTimes(report)))
        else for (const line of describeLaunch(report, timeZone)) print(line)
        return 0
      },
    }),
    ...actionsOfActs(launchActs, actDeps),
  },
}

function actDeps({ now, ...deps }: CommandDeps): LaunchActDeps {
  return { ...deps, now: () => now, launchChanged: async () => {} }
}
