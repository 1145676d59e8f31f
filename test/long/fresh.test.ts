import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inBackground } from '#test/background-process.ts'
import { reservePort } from '#test/reserved-port.ts'
import { makeMinimalDebian, type MinimalDebian } from './minimal-debian.ts'
import { recordMeasurement } from '#test/measurements.ts'

const root = resolve(import.meta.dirname, '../..')
const setUpMs = 20 * 60_000
let debian: MinimalDebian

beforeAll(() => {
  debian = makeMinimalDebian('bookworm', ['git', 'nodejs', 'npm'])
  recordMeasurement(
    `fresh: Debian 12 with Node ${debian.run('node --version')}, npm ${debian.run('npm --version')}; libatomic.so.1 ${debian.run('ldconfig -p').includes('libatomic.so.1') ? 'is there' : 'is missing'}`,
  )
  const cloned = spawnSync(
    'git',
    ['clone', '--quiet', '--no-hardlinks', root, join(debian.folder, 'ascend')],
    { encoding: 'utf8' },
  )
  if (cloned.status !== 0) throw new Error(cloned.stderr)
  recordMeasurement(`fresh: a clone of ${debian.run('git -C /ascend log -1 --format=%h')}`)
}, setUpMs)
afterAll(() => debian?.remove(), setUpMs)

test(
  'in a fresh clone on a minimal Debian 12 npm start answers the page',
  { timeout: setUpMs },
  async () => {
    const port = await reservePort()
    const start = performance.now()
    const server = npm('start', { PORT: String(port) })
    const page = async () => (await fetch(`http://127.0.0.1:${port}/`).catch(() => null))?.text()
    await server.until(async () => (await page())?.includes('<form'))
    const version = debian.run('/ascend/node_modules/.bin/node --version')
    recordMeasurement(
      `fresh: npm start answered the page after ${seconds(start)} s, under Node ${version}`,
    )
    expect(version).toMatch(/^v(26|24)\./)
    await server.kill()
  },
)

test(
  'there npm test installs a browser and Postgres, and begins its first part',
  { timeout: setUpMs },
  async () => {
    const start = performance.now()
    const tests = npm('test', {})
    await tests.until(() => /^--- \w/m.test(tests.output()))
    recordMeasurement(`fresh: npm test began its first part after ${seconds(start)} s`)
    expect(tests.output()).not.toMatch(/could not be installed|install them with/)
    const installed = (folder: string) =>
      existsSync(join(debian.folder, folder)) ? readdirSync(join(debian.folder, folder)).join() : ''
    expect(installed('usr/bin')).toMatch(/chromium/)
    expect(installed('usr/lib/postgresql')).not.toBe('')
    await tests.kill()
  },
)

const seconds = (start: number) => ((performance.now() - start) / 1_000).toFixed(0)

const npm = (script: string, env: Record<string, string>) =>
  inBackground(debian.command(`cd /ascend && exec npm ${script}`, env))
