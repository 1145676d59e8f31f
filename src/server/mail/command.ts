import '../node-version.ts'

// Loaded only now: an older Node cannot even link what these import.
const [{ runCommand }, { runMailCommand }] = await Promise.all([import('#server/command.ts'), import('./commands.ts')])
await runCommand(runMailCommand)
