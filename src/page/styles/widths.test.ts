import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const src = join(import.meta.dirname, '../..')
const queries = globSync('*/styles/*.css', { cwd: src }).flatMap(
  (sheet) => readFileSync(join(src, sheet), 'utf8').match(/@(?:media|container)[^{]*/g) ?? [],
)

/** Small windows, two columns, all columns, bars in one row, and room beside the columns. */
const breakPoints = ['48rem', '64rem', '80rem', '100rem']
/** BAR-1: a window with text of twice the size. */
const largeText = '12rem'

test('a window changes the layout at four widths; other widths are those of a container', () => {
  const widths = queries
    .filter((query) => query.startsWith('@media'))
    .flatMap((query) => query.match(/\((?:[^()]*[<>= ])?width[^()]*\)/g) ?? [])
    .flatMap((condition) => condition.match(/[\d.]+(?:rem|px|em)/g) ?? [])
  expect(new Set(widths)).toEqual(new Set([...breakPoints, largeText]))
})

test('queries compare with < and >=, never with min- and max-', () =>
  expect(queries.filter((query) => /\b(?:min|max)-(?:width|height)\b/.test(query))).toEqual([]))
