import '../config/node-version.ts'

// Loaded only now: an older Node cannot even link what these import.
const { campaign } = await import('#campaign/campaign.ts')
const { runCommand } = await import('#server/cli/command.ts')
const { restoreCommand } = await import('./restore.ts')

await runCommand(restoreCommand(campaign.sequence), (command, work) => work(command))
