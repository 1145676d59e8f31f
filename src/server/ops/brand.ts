import { campaign } from '#campaign'
import { actionsOf, type CommandTable } from '#server/cli/command-table.ts'
import { withStore, type Command } from '#server/cli/command.ts'
import { adoptStore } from '#server/db/campaign-of-store.ts'
import { readMeta } from '#server/db/meta.ts'

/** BRAND-1, BRAND-2: the brand that a store and a server have. */
export const brandCommand: CommandTable<Command> = {
  name: 'brand',
  server: 'may run',
  help: 'Makes the folder of a new brand, and hands the people of a store over to another campaign.',
  actions: {
    adopt: actionsOf<Command>()({
      help: 'Gives the store in DATA_DIR (or DATABASE_URL) to the campaign in CAMPAIGN. Without --yes it only says what would change. From the next start its people get the pages and mails of that campaign.',
      options: { yes: { flag: true, help: 'does it' } },
      run: ({ config, print }, { yes }) =>
        withStore(config, {}, async (store) => {
          const { name } = campaign
          const before = yes ? await adoptStore(store, name) : await readMeta(store.db, 'campaign')
          print(sentence(before, name, yes))
          return 0
        }),
    }),
  },
}

function sentence(before: string | null, name: string, done: boolean): string {
  if (before === name) return `The store has the campaign '${name}' already.`
  const from = before === null ? '' : ` instead of '${before}'`
  return done
    ? `The store has the campaign '${name}' now${from}. Start its servers with CAMPAIGN=${name}.`
    : `The store would have the campaign '${name}'${from}. Add --yes to do it.`
}
