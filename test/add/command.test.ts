import { expect, test } from 'vitest'
import { copyProject } from './project-copy.ts'

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

test("an operator's command is its table, one entry and one line of package.json; everything else follows", () => {
  using copy = copyProject()
  const list = 'scripts/operator-commands.ts'
  copy.edit(
    list,
    '  card: async',
    '  greet: async () => ({ table: greetCommand, openDeps: withoutStore }),\n  card: async',
  )
  copy.write(list, copy.read(list) + declaration)
  const tests = [
    'vitest',
    'run',
    '--project',
    'rules and store',
    'scripts/operator-commands.test.ts',
    '-t',
    'greet|package.json',
  ]
  const undeclared = copy.run(...(tests as [string, ...string[]]))
  expect([undeclared.status, undeclared.output]).toEqual([
    1,
    expect.stringContaining('package.json has a script that runs it'),
  ])

  copy.edit(
    'package.json',
    '    "card":',
    '    "greet": "node scripts/ready.js --install-only && exec node scripts/run-command.ts greet",\n    "card":',
  )
  expect(copy.run(...(tests as [string, ...string[]])).status).toBe(0)
  const run = (...args: string[]) => copy.run('node', 'scripts/run-command.ts', 'greet', ...args)
  expect(run('--loud')).toEqual({ status: 0, output: 'HELLO\n' })
  expect(run('--help').output).toContain('--loud  in capital letters')
  expect(run('--wrong').status).toBe(2)

  copy.run('node', 'scripts/docs-tables.ts')
  expect(copy.read('docs/operating.md')).toContain(
    '| `npm run greet` | Prints one greeting. Options: `--loud`. | needs no store |',
  )
}, 300_000)
