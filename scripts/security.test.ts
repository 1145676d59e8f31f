import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { namedTests, notTested, readSecurityRows } from '#test/security-rows.ts'
import { uncoveredPromises } from './coverage-of-docs.ts'
import type { RanTest } from './vitest-run.ts'

const root = resolve(import.meta.dirname, '..')

test('each promise of docs/security.md names a test, or says openly that no test shows it', () => {
  const unnamed = readSecurityRows().filter(
    ({ shownBy }) => !/`\S+?\.test\.tsx?: /.test(shownBy) && shownBy !== notTested,
  )
  expect(unnamed).toEqual([])
  expect(namedTests().length).toBeGreaterThan(80)
})

test('each test that docs/security.md names is in the file that it names', () => {
  const known = new Map<string, Set<string>>()
  const titlesOf = (file: string) => {
    const titles = known.get(file) ?? new Set(titlesIn(file))
    known.set(file, titles)
    return titles
  }
  const missing = namedTests().filter(({ file, title }) => !titlesOf(file).has(title))
  expect(missing).toEqual([])
})

/** The first argument of each call that is a text, without escapes. A missing file has none. */
function titlesIn(file: string): string[] {
  if (!existsSync(resolve(root, file))) return []
  const source = readFileSync(resolve(root, file), 'utf8')
  return [...source.matchAll(/\(\s*(['"`])((?:\\.|(?!\1)[^\\\n])+)\1\s*,/g)].map(([, , title]) =>
    title!.replaceAll(/\\(['"`])/g, '$1'),
  )
}

describe('the check of a whole run against docs/security.md', () => {
  const named = { promise: 'A promise.', file: 'src/a.test.ts', title: 'SMTP on %s: $n (100 %%)' }
  const ran: RanTest = {
    file: 'src/a.test.ts',
    fullName: 'mails SMTP on sqlite: 7 (100 %) ',
    status: 'passed',
    meta: { assertions: 1 },
  }

  test('accepts a named test that ran, passed and asserted', () =>
    expect(uncoveredPromises([named], [ran])).toEqual([]))

  test.each<[string, Partial<RanTest>]>([
    ['in another file', { file: 'src/b.test.ts' }],
    ['with another title', { fullName: 'mails SMTP off sqlite: 7 (100 %)' }],
    ['skipped', { status: 'skipped' }],
    ['without an assertion', { meta: {} }],
  ])('refuses a test %s', (_, more) =>
    expect(uncoveredPromises([named], [{ ...ran, ...more }])).toEqual([named]),
  )
})
