import '../node-version.ts'

// Loaded only now: an older Node cannot even link what these import.
const { runCommand, withStore } = await import('#server/command.ts')
const { knownSecrets } = await import('#server/secret.ts')
const { runPeopleCommand } = await import('./commands.ts')

await runCommand(({ args, config, now, print }) => withStore(config, { journalKey: () => knownSecrets(config)[0] }, (store) => runPeopleCommand(args, { store, config, now, print })))
