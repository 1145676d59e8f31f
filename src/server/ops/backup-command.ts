import '../config/node-version.ts'

// Loaded only now: an older Node cannot even link what these import.
const { runCommand } = await import('#server/cli/command.ts')
const { backupCommand } = await import('./backup.ts')

await runCommand(backupCommand, (command, work) => work(command))
