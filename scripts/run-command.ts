import '../src/server/config/node-version.ts'

// Loaded after the check of the Node version: an older Node cannot link these modules.
const { runCommand } = await import('#server/cli/command.ts')
const { operatorCommands } = await import('./operator-commands.ts')

/** `node scripts/run-command.ts NAME ...`, as the scripts of package.json call it. */
const [name = '', ...args] = process.argv.slice(2)
const load = operatorCommands[name]
if (!load) throw new Error(`scripts/operator-commands.ts has no command '${name}'`)
const { table, openDeps } = await load()
await runCommand(table, args, openDeps)
