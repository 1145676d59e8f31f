import '../src/server/node-version.ts'

// Loaded only now: an older Node cannot even link what these import.
const { runWithoutSettings } = await import('#server/command.ts')
const { figuresCommand } = await import('#server/operator/figures.ts')

await runWithoutSettings(figuresCommand, (streams, work) => work(streams))
