import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = import.meta.dirname

test('no selector has :has() on html or body, where a change of the focus recalculates the styles of the whole page', () => {
  const sheets = readdirSync(folder).filter((name) => name.endsWith('.css'))
  expect(sheets).toContain('recent.css')
  expect(
    sheets.flatMap(
      (name) =>
        readFileSync(join(folder, name), 'utf8').match(
          /(?:\b(?:html|body)|:root)[^\s,{]*:has\(/g,
        ) ?? [],
    ),
  ).toEqual([])
})
