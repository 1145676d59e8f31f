import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(resolve(root, file), 'utf8')

/** The promises of docs/security.md, which its first part lists, each with what shows it. */
const rows = read('docs/security.md')
  .split('\n## What is not promised')[0]!
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| promise |'))
  .map((line) => line.split(' | ').map((cell) => cell.replaceAll(/^\| | \|$/g, '').trim()))
const shown = rows.flatMap(([promise, ...rest]) =>
  [...rest.join(' | ').matchAll(/`(\S+?\.test\.tsx?): (.+?)`/g)].map(
    ([, file, title]) => [title!, file!, promise!] as const,
  ),
)

const notShown = 'not shown by a test'

test('each promise names a test that shows it, or says openly that none does', () => {
  const silent = rows
    .filter(([, by = '']) => !/`\S+?\.test\.tsx?: /.test(by) && by !== notShown)
    .map(([promise]) => promise)
  expect(silent).toEqual([])
  expect(shown.length).toBeGreaterThan(80)
})

test('each named test stands in the named file', () => {
  const titles = new Map<string, Set<string>>()
  const titlesOf = (file: string) => {
    const known = titles.get(file) ?? new Set(titlesIn(file))
    titles.set(file, known)
    return known
  }
  const missing = shown.filter(([title, file]) => !titlesOf(file).has(title))
  expect(missing.map(([title, file]) => `${file}: ${title}`)).toEqual([])
})

/** The first argument of each call that is a text, without escapes. A file that is missing has none. */
function titlesIn(file: string): string[] {
  if (!existsSync(resolve(root, file))) return []
  return [...read(file).matchAll(/\(\s*(['"`])((?:\\.|(?!\1)[^\\\n])+)\1\s*,/g)].map(
    ([, , title]) => title!.replaceAll(/\\(['"`])/g, '$1'),
  )
}
