import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const src = join(import.meta.dirname, '../..')
const sheets = globSync('*/styles/*.css', { cwd: src })
const read = (file: string) => readFileSync(join(src, file), 'utf8')
/** Sheets that give the tokens other values: in forced colours and on paper. */
const setsTokens = /\/(modes|print)\.css$/

test('colours are tokens, and each has the name of its role', () => {
  expect(sheets).toContain('page/styles/tokens.css')
  expect(sheets).toContain('dashboard/styles/base.css')
  const literal = /#[\da-f]{3,8}\b|\b(?:rgb|hsl|oklch)a?\(/gi
  expect(
    sheets
      .filter((sheet) => !setsTokens.test(sheet))
      .flatMap((sheet) => (read(sheet).match(literal) ?? []).map((found) => [sheet, found])),
  ).toEqual([])
  const ofColour = /--[\w-]*\b(?:gold|orange|red|green|blue|yellow|grey|gray|black|white)\b/g
  expect(sheets.flatMap((sheet) => read(sheet).match(ofColour) ?? [])).toEqual([])
})
