import '../node-version.ts'

// Loaded only now: an older Node cannot even link what these import.
const { campaign } = await import('#campaign/campaign.ts')
const { runCommand, withStore } = await import('#server/command.ts')
const { runMailCommand } = await import('./commands.ts')

await runCommand(({ args, config, now, print }) => withStore(config, {}, (store) => runMailCommand(args, { store, config, sequence: campaign.sequence, now, print })))
