import '../config/node-version.ts'

// Loaded only now: an older Node cannot even link what these import.
const { runCommand } = await import('#server/cli/command.ts')
const { moveCommand } = await import('./move.ts')

await runCommand(moveCommand, (command, work) => work(command))
