import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { builtFrom, hashOf } from '../scripts/ready/sources.js'
import { staleBuild } from './fresh-build.ts'
import { freshFolder } from './fresh-store.ts'

/** A project with one source, one test and, if asked for, a build of them. */
function project() {
  const root = freshFolder()
  const write = (path: string, second: number) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), `written at ${second}`)
    utimesSync(join(root, path), second, second)
  }
  write('src/page/page.tsx', 10)
  write('src/page/page.test.tsx', 30)
  const build = (second: number, { marked = true } = {}) => {
    write('dist/fuel/server/main.js', second)
    if (marked) writeFileSync(join(root, 'dist/fuel/.ready'), hashOf(root, builtFrom('fuel')))
  }
  return { root, write, build }
}

test('a missing dist is named, with the command that makes it', () =>
  expect(staleBuild(project().root)).toBe(
    'This test serves dist, which is missing. Run: npm run build',
  ))

test.each([true, false])('a dist that is newer than its sources is fresh, marked: %s', (marked) => {
  const { root, build } = project()
  build(20, { marked })
  expect(staleBuild(root)).toBeNull()
})

test.each([true, false])(
  'a source that was changed after the build is named, marked: %s',
  (marked) => {
    const { root, write, build } = project()
    build(20, { marked })
    write('src/page/page.tsx', 40)
    expect(staleBuild(root)).toBe(
      'This test serves dist, which is older than its sources: src/page/page.tsx has changed since. Run: npm run build',
    )
  },
)

test('a checkout that touches the sources and changes none leaves the build fresh', () => {
  const { root, build } = project()
  build(20)
  utimesSync(join(root, 'src/page/page.tsx'), 40, 40)
  expect(staleBuild(root)).toBeNull()
})

test('a source that was removed after the build makes it stale', () => {
  const { root, write, build } = project()
  write('src/page/other.tsx', 10)
  build(20)
  rmSync(join(root, 'src/page/other.tsx'))
  expect(staleBuild(root)).toContain('a source was removed. Run: npm run build')
})

test('[BRAND-7] a change of one campaign builds no other; one of the base builds each', () => {
  const root = freshFolder()
  const hashes = () => ['fuel', 'anvil'].map((name) => hashOf(root, builtFrom(name)))
  const change = (file: string) => {
    mkdirSync(join(root, file, '..'), { recursive: true })
    writeFileSync(join(root, file), file)
    return hashes()
  }
  const before = hashes()
  const [fuel, anvil] = change('campaigns/anvil/index.ts')
  expect([fuel === before[0], anvil === before[1]]).toEqual([true, false])
  const after = change('campaigns/base/theme.ts')
  expect([after[0] === fuel, after[1] === anvil]).toEqual([false, false])
})
