import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const read = (file: string) =>
  JSON.parse(readFileSync(resolve(root, file), 'utf8')) as Package & {
    packages: Record<string, Package & { version?: string; resolved?: string }>
  }
type Package = { engines?: { node: string }; optionalDependencies?: Record<string, string> }

const versions = (line: 24 | 26) => [
  ...new Set(Object.values(read(`scripts/ready/node-${line}/package.json`).optionalDependencies!)),
]
const [lts, ...otherLts] = versions(24)
const [newest, ...otherNewest] = versions(26)

test('each line has one version of Node for all systems, and package.json allows these two and newer ones of each', () => {
  expect([otherLts, otherNewest]).toEqual([[], []])
  expect(read('package.json').engines!.node).toBe(`^${lts} || >=${newest}`)
})

test.each([24, 26] as const)(
  'the lockfile of Node %i names the versions of its package.json, no address of a registry, and no Windows',
  (line) => {
    const { packages } = read(`scripts/ready/node-${line}/package-lock.json`)
    const locked = Object.entries(packages)
      .filter(([place]) => place)
      .map(([place, { version }]) => [place.replace('node_modules/', ''), version])
    expect(Object.fromEntries(locked)).toEqual(
      read(`scripts/ready/node-${line}/package.json`).optionalDependencies,
    )
    expect(JSON.stringify(packages)).not.toMatch(/resolved|win32/)
  },
)

test.each([
  [lts!, 0],
  ['24.20.0', 1],
  ['25.9.0', 1],
  ['26.9.0', 1],
  [newest!, 0],
  ['27.0.0', 0],
])('the program under Node %s ends with %i at its first line', (version, code) => {
  const source = `Object.defineProperty(process.versions, 'node', { value: '${version}' }); await import('${resolve(root, 'src/server/config/node-version.ts')}')`
  expect(spawnSync(process.execPath, ['--input-type=module', '-e', source]).status).toBe(code)
})
