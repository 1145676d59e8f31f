import type { Addition } from './project-copy.ts'

export const command: Addition = {
  missingInTests(copy) {
    const list = 'scripts/operator-commands.ts'
    copy.edit(
      list,
      '  card: async',
      '  greet: async () => ({ table: greetCommand, openDeps: withoutStore }),\n  card: async',
    )
    copy.write(list, copy.read(list) + declaration)
  },
  finish(copy) {
    copy.edit(
      'package.json',
      '    "card":',
      '    "greet": "node scripts/ready.js --install-only && exec node scripts/run-command.ts greet",\n    "card":',
    )
  },
  tests: ['scripts/operator-commands.test.ts'],
}

const declaration = `
const greetCommand: CommandTable<Streams> = {
  name: 'greet',
  help: 'Greets the operator.',
  server: 'may run',
  actions: {
    '': actionsOf<Streams>()({
      help: 'Prints one greeting.',
      standalone: true,
      options: { loud: { flag: true, help: 'in capital letters' } },
      async run({ print }, { loud }) {
        print(loud ? 'HELLO' : 'hello')
        return 0
      },
    }),
  },
}
`
