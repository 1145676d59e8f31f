import '../node-version.ts'

// Loaded only now: an older Node cannot even link what these import.
const { campaign } = await import('#campaign/campaign.ts')
const { runCommand } = await import('#server/command.ts')
const { runRestore } = await import('./restore.ts')

await runCommand(runRestore(campaign.sequence))
