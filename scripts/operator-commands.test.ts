import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { freshFolder } from '#test/fresh-store.ts'
import { operatorCommand, operatorCommandsInTurn } from '#test/operator.ts'
import { parseCommand, type Action, usageOf } from '#server/cli/command-table.ts'
import { operatorCommands } from './operator-commands.ts'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>
}
type Said = Awaited<ReturnType<typeof operatorCommandsInTurn>>[number]
const commands = await Promise.all(
  Object.entries(operatorCommands).map(async ([key, load]) => {
    const { table } = await load()
    const { name, actions } = table
    return { key, table, name, actions: actions as Record<string, Action<never>> }
  }),
)
/** There is no store, and one setting is wrong. */
const nowhere = { DATA_DIR: join(freshFolder(), 'none'), PORT: 'many' }
const said = await operatorCommandsInTurn(
  nowhere,
  commands.flatMap(({ name, actions }) => [
    [name, '--help'],
    [name, Object.keys(actions)[0]!, '--wrong'],
  ]),
)
const isMade = existsSync(nowhere.DATA_DIR)

describe.each(commands)('npm run $name', (command) => {
  const { key, table, name, actions } = command
  const [help, wrong] = said.slice(2 * commands.indexOf(command)) as [Said, Said]

  test('-- --help says what it does and takes, without a store or settings, and makes nothing', () => {
    const { code, stdout, stderr } = help
    expect([code, stderr, isMade]).toEqual([0, '', false])
    for (const [action, { argument, options = {} }] of Object.entries(actions)) {
      expect(stdout).toContain(usageOf(name, action, argument).split('\n')[0])
      for (const option of Object.keys(options as object))
        expect(stdout).toContain(`    --${option}`)
    }
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100)
  })

  test.each(Object.keys(actions).filter(Boolean))(
    '-- %s --help shows that action, and no advice to ask for its help',
    (action) => {
      const { help } = parseCommand(table, [action, '--help']) as { help: string }
      expect(help.match(/^npm run .*?-- [\w-]+/gm)).toEqual([`npm run ${name} -- ${action}`])
      expect(help).not.toContain('--help')
    },
  )

  test('a wrong argument gives one line on standard error that says where to look, before any store is opened', () => {
    const { code, stdout, stderr } = wrong
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(new RegExp(`^[^\\n]*--wrong[^\\n]* See: npm run ${name} -- --help\\n$`))
  })

  test('package.json has a script that runs it', () => {
    expect(key).toBe(name)
    expect(scripts[name]).toMatch(new RegExp(` && exec node scripts/run-command.ts ${name}$`))
  })
})

test('every script of package.json that runs a command names one of the table', () => {
  const run = Object.values(scripts).flatMap(
    (script) => script.match(/run-command\.ts (\S+)/) ?? [],
  )
  expect(run.filter((_, index) => index % 2 === 1).sort()).toEqual(
    Object.keys(operatorCommands).sort(),
  )
})

test('without a store a command says in one line which setting names it', async () => {
  expect(await operatorCommand('people', { DATA_DIR: '/nowhere' }, 'stats')).toMatchObject({
    code: 1,
    stdout: '',
    stderr:
      'There is no waitlist in /nowhere: set DATA_DIR (or DATABASE_URL) as the server has it.\n',
  })
})
