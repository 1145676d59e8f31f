import '../config/node-version.ts'

// Loaded only now: an older Node cannot even link what these import.
const { runCommand } = await import('#server/cli/command.ts')
const { retentionCommand } = await import('./retention-commands.ts')

await runCommand(retentionCommand, (command, work) => work(command))
