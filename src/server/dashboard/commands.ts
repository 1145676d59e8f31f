import { dashboardPaths } from '#contract/dashboard/navigation.ts'
import { operatorTime } from '#contract/promises/operator-times.ts'
import { actionsOfActs, type ActDeps } from '#server/acts/act.ts'
import { shell } from '#server/acts/action-log.ts'
import { actionsOf, type CommandTable } from '#server/cli/command-table.ts'
import { notDone, type Command } from '#server/cli/command.ts'
import type { Store } from '#server/db/store.ts'
import { backupMade } from '#server/overview/attention.ts'
import { operatorNamed } from './guard.ts'
import { createSignInToken } from './sign-in.ts'

export type CommandDeps = Command & { store: Store }

export const dashboardCommand: CommandTable<CommandDeps> = {
  name: 'dashboard',
  server: 'may run',
  help: 'Signs in to the dashboard from a shell on this machine, beside a running server. It needs the settings of the server (DATA_DIR or DATABASE_URL, PUBLIC_URL, OPERATORS).',
  actions: {
    'sign-in': actionsOf<CommandDeps>()({
      argument: '[ADDRESS]',
      help: `Prints a link that signs in to the dashboard, once, within ${operatorTime('signInLink')}. ADDRESS is one of OPERATORS; default: the first that is no reader. Without OPERATORS it signs in as 'shell'.`,
      async run({ store, config, now, print, note }, _, address) {
        const { operators, publicUrl } = config
        const chosen = address
          ? operatorNamed(operators, address)
          : (operators.find(({ role }) => role === 'operator') ?? operators[0])
        if (address && !chosen) return notDone(note, `${address} is not in OPERATORS.`)
        const operator = chosen?.email ?? shell
        const token = await store.transact((trx) => createSignInToken(trx, operator, now))
        note(
          `Open this link within ${operatorTime('signInLink')} to sign in as ${operator}. It works once.`,
        )
        print(`${publicUrl}${dashboardPaths.signIn}/${token}`)
        return 0
      },
    }),
    ...actionsOfActs<CommandDeps, ActDeps>([backupMade], ({ store, now }) => ({
      store,
      now: () => now,
    })),
  },
}
