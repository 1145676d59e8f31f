import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder } from '#test/fresh-store.ts'
import { cyclesOf, sizeInWords, sizeOfServer } from './server-size.ts'

const size = sizeOfServer(resolve(import.meta.dirname, '..'))

test('no files of the server import each other in a circle, types included', () =>
  expect(size.cycles).toEqual([]))

test('a circle of types alone is found, and tests are not read', () => {
  const root = freshFolder()
  mkdirSync(join(root, 'src/server/db'), { recursive: true })
  const write = (file: string, text: string) => writeFileSync(join(root, 'src/server', file), text)
  write('a.ts', "import type { B } from '#server/db/b.ts'\nexport type A = B\n")
  write('db/b.ts', "import { type A } from '../a.ts'\nexport type B = A\n")
  write('c.ts', "export type { A } from './a.ts'\n")
  write('c.test.ts', "import type { A } from './c.ts'\n")
  expect(sizeOfServer(root)).toMatchObject({
    files: 3,
    lines: 5,
    cycles: [['server/a.ts', 'server/db/b.ts']],
  })
})

test('the size of the server has its files, lines and exports', () => {
  expect(size.lines).toBeGreaterThan(size.files)
  expect(size.exports).toBeGreaterThan(size.usedOnce)
  expect(sizeInWords(size)).toContain(`${size.files} files, ${size.lines} lines`)
  expect(sizeInWords({ ...size, cycles: [['a', 'b']] })).toContain('a ↔ b')
})

test.each<[string, Record<string, string[]>, string[][]]>([
  ['no file', {}, []],
  ['a chain', { a: ['b'], b: ['c'], c: [] }, []],
  ['two ways to one file', { a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }, []],
  ['two files', { a: ['b'], b: ['a'] }, [['a', 'b']]],
  [
    'three files and one before them',
    { a: ['d'], b: ['c'], c: ['d'], d: ['b'] },
    [['b', 'c', 'd']],
  ],
  ['two circles that share a file', { a: ['b', 'c'], b: ['a'], c: ['a'] }, [['a', 'b', 'c']]],
  [
    'two circles apart',
    { a: ['b'], b: ['a', 'c'], c: ['d'], d: ['c'] },
    [
      ['c', 'd'],
      ['a', 'b'],
    ],
  ],
  ['a file that is not of the server', { a: ['contract'] }, []],
])('circles of %s', (_, graph, cycles) =>
  expect(cyclesOf(new Map(Object.entries(graph)))).toEqual(cycles),
)
