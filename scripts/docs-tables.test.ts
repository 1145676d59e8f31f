import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { docsTables, docsWithTables } from './docs-tables.ts'

const files = [...new Set(Object.values(docsTables).map(({ file }) => file))]

test.each(files)(
  'the generated tables of %s are up to date (npm run docs writes them)',
  async (file) => expect((await docsWithTables('.')).get(file)).toBe(readFileSync(file, 'utf8')),
)
