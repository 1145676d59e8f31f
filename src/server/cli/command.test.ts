import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { campaign } from '#campaign/campaign.ts'
import { freshFolder } from '#test/fresh-store.ts'
import { operatorCommand } from '#test/operator.ts'
import { usageOf, type CommandTable } from './arguments.ts'
import { mailCommand } from '#server/ops/mail-actions.ts'
import { backupCommand } from '#server/ops/backup.ts'
import { figuresCommand } from '#server/ops/figures.ts'
import { moveCommand } from '#server/ops/move.ts'
import { restoreCommand } from '#server/ops/restore.ts'
import { retentionCommand } from '#server/ops/retention-commands.ts'
import { peopleCommand } from '#server/people/commands.ts'

const commands: readonly CommandTable<never>[] = [
  peopleCommand,
  mailCommand,
  backupCommand,
  restoreCommand(campaign.sequence),
  moveCommand,
  retentionCommand,
  figuresCommand,
]
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>
}
const fileOf = (name: string) => scripts[name]!.split(' ').at(-1)!
/** Nothing that a command needs is there, and one setting is wrong. */
const nowhere = () => ({ DATA_DIR: join(freshFolder(), 'none'), PORT: 'many' })

describe.each(commands)('npm run $name', ({ name, actions }) => {
  test('-- --help says what it does and takes, without a store or settings, and makes nothing', async () => {
    const env = nowhere()
    const { code, out, err } = await operatorCommand(fileOf(name), env, '--help')
    expect([code, err, existsSync(env.DATA_DIR)]).toEqual([0, '', false])
    for (const [action, { takes, options = {} }] of Object.entries(actions)) {
      expect(out).toContain(usageOf(name, action, takes).split('\n')[0])
      for (const option of Object.keys(options as object)) expect(out).toContain(`    --${option}`)
    }
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100)
  })

  test.each(Object.keys(actions).filter(Boolean))(
    '-- %s --help shows that action',
    async (action) => {
      const { code, out } = await operatorCommand(fileOf(name), nowhere(), action, '--help')
      expect([code, out.match(/^npm run .*?-- \w+/gm)]).toEqual([
        0,
        [`npm run ${name} -- ${action}`],
      ])
    },
  )

  test('a wrong argument gives one line on standard error that says where to look, before any store is opened', async () => {
    const { code, out, err } = await operatorCommand(
      fileOf(name),
      nowhere(),
      Object.keys(actions)[0]!,
      '--wrong',
    )
    expect([code, out]).toEqual([2, ''])
    expect(err).toMatch(new RegExp(`^[^\\n]*--wrong[^\\n]* See: npm run ${name} -- --help\\n$`))
  })

  test('docs/operating.md lists each of its actions', () => {
    const operating = readFileSync('docs/operating.md', 'utf8')
    const missing = Object.entries(actions)
      .map(([action, { takes }]) => `| \`${usageOf(name, action, takes)}`)
      .filter((row) => !operating.includes(row))
    expect(missing).toEqual([])
  })
})

test('without a store a command says in one line which setting names it', async () => {
  expect(await operatorCommand(fileOf('people'), { DATA_DIR: '/nowhere' }, 'stats')).toMatchObject({
    code: 1,
    out: '',
    err: 'There is no waitlist in /nowhere: set DATA_DIR (or DATABASE_URL) as the server has it.\n',
  })
})
