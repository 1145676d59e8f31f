import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { importsOf } from './import-check.ts'

const root = resolve(import.meta.dirname, '..')
const text = (file: string) => readFileSync(join(root, file), 'utf8')
const section = text('ARCHITECTURE.md')
  .split('\n## ')
  .find((part) => part.startsWith('From the press to the mailbox\n'))!
const files = [...section.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file]) => file!)

test('a sign-up passes through at most 25 files from the press to the mailbox', () => {
  expect(files.length).toBeGreaterThan(20)
  expect(files.length).toBeLessThanOrEqual(25)
  expect(new Set(files).size).toBe(files.length)
})

test('each file of the path is imported by another one, except where the browser and the server start', () => {
  const imported = new Set(
    files.flatMap((file) => importsOf(root, `src/${file}`).map(({ to }) => to)),
  )
  expect(files.filter((file) => !imported.has(file))).toEqual([
    'page/signup/signup-form.island.tsx',
    'server/start.ts',
  ])
})

test('the browser posts to the path that the server routes', () => {
  for (const file of ['page/api.ts', 'server/app.ts'])
    expect(text(`src/${file}`)).toContain('paths.signUpApi')
})
