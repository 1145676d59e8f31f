import '../config/node-version.ts'

// Loaded only now: an older Node cannot even link what these import.
const { campaign } = await import('#campaign/campaign.ts')
const { runCommand, withStore } = await import('#server/cli/command.ts')
const { knownSecrets } = await import('#server/config/secrets.ts')
const { peopleCommand } = await import('./commands.ts')

await runCommand(peopleCommand, (context, work) =>
  withStore(context.config, { journalKey: () => knownSecrets(context.config)[0] }, (store) =>
    work({ ...context, store, timeZone: campaign.timeZone }),
  ),
)
