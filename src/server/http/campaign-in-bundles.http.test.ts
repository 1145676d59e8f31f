import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { requireFreshBuild } from '#test/fresh-build.ts'

const dist = resolve(import.meta.dirname, '../../../dist/fuel')
const filesWith = (pattern: string, sign: RegExp) => {
  const files = globSync(pattern, { cwd: dist })
  expect(files).not.toEqual([])
  return files.filter((file) => sign.test(readFileSync(join(dist, file), 'utf8')))
}

test('[BRAND-8] no bundle has the schema of a campaign, and only the server has zod', () => {
  requireFreshBuild()
  // A sentence of the schema, and a name that zod keeps in each build.
  expect(filesWith('**/*.js', /so that the text would not show its figure/)).toEqual([])
  expect(filesWith('client/**/*.js', /_zod\b/)).toEqual([])
  expect(filesWith('server/{page,mails,dashboard}.js', /_zod\b/)).toEqual([])
  expect(filesWith('server/main-*.js', /_zod\b/)).not.toEqual([])
})
