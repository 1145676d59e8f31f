import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder } from '#test/fresh-store.ts'
import { startAs } from '../../scripts/start-as.ts'
import { environment, nodeFlags, withRuntimeSettings } from './runtime-settings.ts'

const root = resolve(import.meta.dirname, '../..')
const bare = {
  execPath: '/node',
  execArgv: [],
  argv: ['/node', '/app/src/server/main.ts'],
  env: { PATH: '/bin' },
}

test('npm start has the same flags and variables', () => {
  const { flags, env } = startAs()
  expect(flags).toEqual(nodeFlags)
  expect({ ...env, NODE_COMPILE_CACHE: resolve(root, env['NODE_COMPILE_CACHE']!) }).toEqual(
    environment,
  )
})

test('a bare start is repeated with all of them', () => {
  expect(withRuntimeSettings(bare)).toEqual({
    args: ['/node', ...nodeFlags, '/app/src/server/main.ts'],
    env: { ...environment, PATH: '/bin' },
  })
})

test('what the operator sets stays as it is', () => {
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
    '/app/src/server/main.ts',
  ])
  expect(again!.env['MALLOC_ARENA_MAX']).toBe('4')
})

test('a start that has all of them is not repeated', () => {
  const { args, env } = withRuntimeSettings(bare)!
  expect(withRuntimeSettings({ ...bare, execArgv: args.slice(1, -1), env })).toBeNull()
})

test('warming the cache compiles the code of both engines', () => {
  const { stdout, stderr } = spawnSync(process.execPath, ['src/server/main.ts', '--warm'], {
    cwd: root,
    encoding: 'utf8',
    timeout: 120_000,
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: freshFolder(),
      NODE_DEBUG_NATIVE: 'COMPILE_CACHE',
    },
  })
  const saved = (stdout + stderr)
    .split('\n')
    .filter((line) => line.includes('saving transpilation cache for StrippedTypeScript'))
  for (const file of ['open-sqlite.ts', 'open-postgres.ts'])
    expect(saved.join('\n')).toContain(file)
})
