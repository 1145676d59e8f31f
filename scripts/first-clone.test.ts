import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const { scripts } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }

/** A shell remembers where it found `node`, and would run the machine's own once more; `exec` looks again. */
test.each(Object.entries(scripts))('in a first clone npm run %s makes the tree ready and then runs under the Node that this installed', (_, script) => {
  const [ready, ...rest] = script.split(' && ')
  expect(ready).toMatch(/^node scripts\/ready\.js( --install-only)?$/)
  if (rest.length > 0) expect(rest.at(-1)).toMatch(/^exec node /)
})
