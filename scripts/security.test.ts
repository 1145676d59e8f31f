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

test.each(shown)('"%s" is a test of %s', (title, file) => {
  expect(existsSync(resolve(root, file))).toBe(true)
  expect(titlesIn(read(file))).toContain(title)
})

/** Whatever stands in quotes as the first argument of a call, as it reads without escapes. */
function titlesIn(source: string): string[] {
  return [...source.matchAll(/\((['"`])((?:\\.|(?!\1)[^\\\n])+)\1,/g)].map(([, , title]) =>
    title!.replaceAll(/\\(['"`])/g, '$1'),
  )
}
