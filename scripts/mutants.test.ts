import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, test } from 'vitest'
import { explained, isOf } from './explained-mutants.ts'
import { mutantsOf } from './mutants.ts'
import { openParts, sortParts } from './rules-of-file.ts'
import { openImports } from './tests-of-file.ts'

const root = resolve(import.meta.dirname, '..')

const partsOf = (source: string, importActs?: (from: string, name: string) => boolean) =>
  sortParts(parseSync('f.ts', source).program, importActs)
const changes = (source: string, options = {}) =>
  mutantsOf('f.ts', source, partsOf(source).rules, options).map(
    ({ line, from, to, which }) => `${line}: ${from} ${to}${which > 1 ? ` (${which})` : ''}`,
  )

describe('mutants', () => {
  test('numbers rise, comparisons become their neighbours; comments, texts, types, imports and keys stay', () => {
    const source = `import { a1 } from './7.ts'\ntype Five = 5\n// 9 < 8\nexport const f = (x: number | 4) => (x < 1_000 && x !== 2 ? 0.5 : { 6: '3 > 4' })\n`
    expect(changes(source)).toEqual([
      '4: < <=',
      '4: 1_000 1001',
      '4: && ||',
      '4: !== ===',
      '4: 2 3',
      '4: 0.5 0.6',
    ])
  })

  test("what stands in a text's braces is code; the least becomes the most", () => {
    expect(changes('export const f = (x: number) => `${x > 1 ? "more" : Math.min(x, 0)}`')).toEqual(
      ['1: > >=', '1: 1 2', '1: Math.min Math.max', '1: 0 1'],
    )
  })

  test('the second of the same changes in a line is told from the first', () =>
    expect(changes('export const all = [7, 7]')).toEqual(['1: 7 8', '1: 7 8 (2)']))

  test('of data the texts too', () =>
    expect(changes(`export const name: 'x' = 'Sanne'`, { texts: true })).toEqual([
      `1: 'Sanne' '+'`,
    ]))
})

describe('the files of rules', () => {
  const browser = (source: string, importActs?: (from: string, name: string) => boolean) =>
    partsOf(source, importActs).browser

  test('code that uses the browser is no rule, nor is code that uses it or serves it alone', () => {
    expect(
      browser(
        `const pauseMs = 5\nexport const isLate = (ms: number) => ms > lateMs\nconst lateMs = 7\nexport function watch(page: Document) { setTimeout(end, pauseMs) }\nexport const begin = () => watch()\nfunction end() {}`,
      ),
    ).toEqual(['pauseMs', 'watch', 'begin', 'end'])
  })

  test('code that uses an import that acts on the browser is no rule', () => {
    const source = `import { send } from '#page/api.ts'\nimport type { Answer } from '#page/api.ts'\nexport const deliver = () => send()\nexport const isOk = ({ ok }: Answer) => ok === true`
    expect(browser(source, (from, name) => from === '#page/api.ts' && name === 'send')).toEqual([
      'deliver',
    ])
  })
})

describe('which files read a file', () => {
  const readersOf = openImports(root)
  test('those that import it, and those that import them, by how far they stand', () => {
    const readers = readersOf('src/page/figures/countdown.ts')
    expect([
      readers.get('src/page/figures/countdown.test.ts'),
      readers.get('src/page/figures/clock.tsx'),
    ]).toEqual([1, 1])
    expect(readers.get('src/page/shell/entry-server.test.ts')).toBeGreaterThan(2)
  })
  test('no file reads a file of types alone', () =>
    expect([...readersOf('src/contract/quiz/sequence.ts').keys()]).toEqual([
      'src/contract/quiz/sequence.ts',
    ]))
})

test.each(explained)('$file: the explained change of $from to $to can still be made', (one) => {
  const source = readFileSync(join(root, one.file), 'utf8')
  expect(
    mutantsOf(one.file, source, openParts(root)(one.file).rules).filter((mutant) =>
      isOf(mutant)(one),
    ),
  ).toHaveLength(1)
})
