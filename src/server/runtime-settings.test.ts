import { expect, test } from 'vitest'
import { startAs } from '../../scripts/start-as.ts'
import { environment, nodeFlags, withRuntimeSettings } from './runtime-settings.ts'

const bare = {
  execPath: '/node',
  execArgv: [],
  argv: ['/node', '/app/dist/fuel/server/main.js'],
  env: { PATH: '/bin' },
}

test('npm start has the same flags and variables', () => {
  const { flags, env } = startAs()
  expect(flags).toEqual(nodeFlags)
  expect(env).toEqual(environment)
})

test('a bare start is repeated with all of them', () => {
  expect(withRuntimeSettings(bare)).toEqual({
    args: ['/node', ...nodeFlags, '/app/dist/fuel/server/main.js'],
    env: { ...environment, PATH: '/bin' },
  })
})

test('values that the operator sets are not changed', () => {
  const again = withRuntimeSettings({
    ...bare,
    execArgv: ['--max-semi-space-size=16', '--inspect'],
    env: { MALLOC_ARENA_MAX: '4' },
  })
  expect(again!.args).toEqual([
    '/node',
    '--max-semi-space-size=16',
    '--inspect',
    '--heap-growing-percent=25',
    '/app/dist/fuel/server/main.js',
  ])
  expect(again!.env['MALLOC_ARENA_MAX']).toBe('4')
})

test('a start that has all of them is not repeated', () => {
  const { args, env } = withRuntimeSettings(bare)!
  expect(withRuntimeSettings({ ...bare, execArgv: args.slice(1, -1), env })).toBeNull()
})
