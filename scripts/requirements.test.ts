import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(resolve(root, file), 'utf8')
const idsIn = (text: string) => [...text.matchAll(/^\| ([A-Z]+-\d+) \|/gm)].map(([, id]) => id!)

const rows = idsIn(read('docs/requirements.md'))
const titles = globSync(['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts', 'e2e/**/*.test.ts', 'scripts/*.test.ts'], { cwd: root }).map(read).join('\n')

test.each(rows)('%s is named by a test', (id) => expect(titles).toMatch(new RegExp(`['"\`](?:\\[[A-Z]+-\\d+\\] )*\\[${id}\\]`)))

test('no row stands twice', () => {
  expect(new Set(rows).size).toBe(rows.length)
  expect(rows.length).toBeGreaterThan(80)
})
