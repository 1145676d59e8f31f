import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { freshFolder } from '#test/fresh-store.ts'

const root = resolve(import.meta.dirname, '..')

/** The tree with one campaign file changed, built or listed. */
function runWith(command: readonly string[], file: string, change: (source: string) => string) {
  const tree = freshFolder()
  for (const name of ['src', 'scripts', 'package.json']) cpSync(join(root, name), join(tree, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
  const path = join(tree, 'src/campaign', file)
  const source = readFileSync(path, 'utf8')
  writeFileSync(path, change(source))
  if (change(source) === source) throw new Error(`${file} was not changed`)
  return spawnSync(process.execPath, [...command], { cwd: tree, encoding: 'utf8', timeout: 30_000 })
}

const wrong = [
  ['[LIVE-1] a wrong figure', 'figures.ts', '8_932', '18_932', 'src/campaign/figures.ts  figures.launch.value.registered: more are registered than the goal'],
  ['[LIVE-2] a live figure', 'figures.ts', "simulated: Source = { kind: 'simulated' }", "simulated: Source = { kind: 'live' }", 'src/campaign/figures.ts  figures.waiting: live figures are not available yet'],
  ['a consent line without its link', 'copy/consents.ts', 'any time. Privacy', 'any time.', "src/campaign/copy/consents.ts  consents.0.text: it does not end with its link, 'Privacy'"],
] as const

describe.each([['the build', ['scripts/build.ts']], ['npm run dev', ['src/server/main.ts', '--dev']]])('%s', (_, command) => {
  test.each(wrong)('is stopped by %s, with the file, the key and the reason', (_, file, from, to, line) => {
    const { status, stderr } = runWith(command, file, (source) => source.replace(from, to))
    expect([status, stderr]).toEqual([1, expect.stringContaining(`The campaign cannot be built:\n  ${line}`)])
  })
})

test('[LIVE-3] the command lists what is simulated or claimed without evidence, with key, value and file', () => {
  const evident = "{ percent: 89, text: 'more energy within 14 days', source: { kind: 'claim', evidence: 'A cohort of 212' } }"
  const { status, stdout } = runWith(['scripts/figures.ts'], 'figures.ts', (source) => source.replace(/\{ percent: 89,[^}]*\}/, evident))
  expect(status).toBe(0)
  expect(stdout).toMatch(/^simulated +figures\.launch +src\/campaign\/figures\.ts +\{"registered":8932,"goal":10000\}$/m)
  expect(stdout).toMatch(/^claim +figures\.cohort\.1 /m)
  expect(stdout).toMatch(/^claim +offers\.exit +src\/campaign\/offers\.ts /m)
  expect(stdout).not.toContain('figures.cohort.0')
  expect(stdout).toMatch(/\n13 simulated, 9 claims without evidence\.\n$/)
})
