import '../src/server/config/node-version.ts'

// Loaded only now: an older Node cannot even link what these import.
const { runWithoutSettings } = await import('#server/cli/command.ts')
const { figuresCommand } = await import('#server/ops/figures.ts')

await runWithoutSettings(figuresCommand, (streams, work) => work(streams))
