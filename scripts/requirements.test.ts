import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(resolve(root, file), 'utf8')
const idsIn = (text: string) => [...text.matchAll(/^\| ([A-Z]+-\d+) \|/gm)].map(([, id]) => id!)

const [now = '', later = ''] = read('docs/requirements.md').split(/^## Later$/m)
const titles = globSync(['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts', 'e2e/**/*.test.ts', 'scripts/*.test.ts'], { cwd: root }).map(read).join('\n')

test.each(idsIn(now))('%s is named by a test', (id) => expect(titles).toMatch(new RegExp(`['"\`](?:\\[[A-Z]+-\\d+\\] )*\\[${id}\\]`)))

test('no row stands twice, and those of later are not claimed', () => {
  const all = [...idsIn(now), ...idsIn(later)]
  expect(new Set(all).size).toBe(all.length)
  expect(idsIn(later).length).toBeGreaterThan(0)
})
