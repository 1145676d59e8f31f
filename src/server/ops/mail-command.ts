import '../config/node-version.ts'

// Loaded only now: an older Node cannot even link what these import.
const { campaign } = await import('#campaign/campaign.ts')
const { runCommand, withStore } = await import('#server/cli/command.ts')
const { mailCommand } = await import('./mail-actions.ts')

await runCommand(mailCommand, (context, work) =>
  withStore(context.config, {}, (store) =>
    work({ ...context, store, sequence: campaign.sequence }),
  ),
)
