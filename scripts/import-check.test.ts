import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { arrows, typeArrows } from './import-arrows.ts'
import { folderCycle, refusedImports } from './import-check.ts'

const tree = mkdtempSync(join(tmpdir(), 'ascend-imports-'))
afterAll(() => rmSync(tree, { recursive: true, force: true }))

/** `page/api.ts` is a folder of one file. */
const fileIn = (folder: string, name = 'target.ts') =>
  folder.endsWith('.ts') ? folder : `${folder}/${name}`

function write(file: string, text: string) {
  mkdirSync(dirname(join(tree, 'src', file)), { recursive: true })
  writeFileSync(join(tree, 'src', file), text)
}

/** The refusals for one file of `folder` that holds these lines. */
function check(folder: string, ...lines: string[]) {
  rmSync(join(tree, 'src'), { recursive: true, force: true })
  write(fileIn(folder, 'tried.ts'), lines.join('\n'))
  return refusedImports(tree)
}

const folders = Object.keys(arrows)
const pairs = folders.flatMap((from) =>
  folders
    .filter((to) => to !== from)
    .map((to) => ({ from, to, allowed: arrows[from]!.includes(to) })),
)
const asHash = (to: string) => `import { x } from '#${fileIn(to)}'`
const asPath = (from: string, to: string) => {
  const path = relative(dirname(fileIn(from)), fileIn(to))
  return `import { x } from '${path.startsWith('.') ? path : `./${path}`}'`
}

const asValue = (from: string, to: string) => [
  asHash(to),
  asPath(from, to),
  asHash(to).replace('import', 'export'),
  `void import('#${fileIn(to)}')`,
]
const asType = (from: string, to: string) =>
  [asHash(to), asPath(from, to)].map((line) => line.replace('import', 'import type'))

test('the code follows the layers', () => {
  expect(refusedImports(resolve(import.meta.dirname, '..'))).toEqual([])
})

test('the layers allow no cycle between folders, and a cycle would be found', () => {
  expect(folderCycle()).toBeNull()
  expect(folderCycle({ a: ['b'], b: ['c'], c: ['a'] })).toEqual(['a', 'b', 'c', 'a'])
})

test('ARCHITECTURE lists every folder of page and server in its layer, above all that it imports', () => {
  const text = readFileSync(resolve(import.meta.dirname, '../ARCHITECTURE.md'), 'utf8')
  for (const part of ['page', 'server']) {
    const [, line = ''] = new RegExp(`^\\| ${part} \\| \`(.*)\` \\|$`, 'm').exec(text) ?? []
    const layerOf = new Map(
      line
        .split(' ← ')
        .flatMap((layer, index) => layer.split(' ').map((name) => [`${part}/${name}`, index])),
    )
    for (const folder of folders.filter((name) => name.startsWith(`${part}/`)))
      for (const below of [folder, ...arrows[folder]!].filter((name) => name.startsWith(part)))
        expect(layerOf.get(below), `${folder} imports ${below}`).toBeLessThan(
          layerOf.get(folder)! + (below === folder ? 1 : 0),
        )
  }
})

test('[LANG-7] what writes English for operators is refused to page and mails, however it is imported', () => {
  const english = 'contract/english.ts'
  for (const folder of ['page/me', 'page/browser', 'mails'])
    expect(
      check(folder, "import { x } from '#contract/english.ts'", `void import('#${english}')`),
    ).toHaveLength(2)
  for (const folder of ['dashboard', 'server/ops'])
    expect(check(folder, `import { x } from '#${english}'`)).toEqual([])
})

test('every other arrow is refused: by # path, relative path, type, re-export and import()', () => {
  for (const { from, to } of pairs.filter(({ allowed }) => !allowed)) {
    const lines = [
      ...asValue(from, to),
      ...(typeArrows[from]?.includes(to) ? [] : asType(from, to)),
    ]
    expect(
      check(from, ...lines).map((refusal) => refusal.to),
      `${from} imports ${to}`,
    ).toEqual(lines.map(() => fileIn(to)))
  }
})

test('an allowed import is not refused', () => {
  for (const { from, to } of pairs.filter(({ allowed }) => allowed))
    expect(check(from, asHash(to), asPath(from, to))).toEqual([])
})

test('screens import types of the server by `import type` alone', () => {
  for (const to of typeArrows.dashboard!) {
    expect(check('dashboard', ...asType('dashboard', to))).toEqual([])
    // The module of an inline `type` would still be loaded.
    expect(check('dashboard', `import { type X } from '#${fileIn(to)}'`)).toHaveLength(1)
    expect(check('dashboard', `export type { X } from '#${fileIn(to)}'`)).toHaveLength(1)
    expect(check('dashboard', `import '#${fileIn(to)}'`)).toHaveLength(1)
  }
  expect(check('dashboard', `import type { X } from '#server/app.ts'`)).toHaveLength(1)
})

test.each([
  ['contract', 'zod'],
  ['campaign', 'tldts'],
  ['page/ui', 'zod'],
  ['page/ui', 'node:fs'],
  ['mails', 'fastify'],
  ['dashboard', 'kysely'],
  ['server/http', 'react'],
  ['server/delivery', '@react-email/components'],
  ['server/signup', 'node:sqlite'],
  ['server/quiz', 'pg'],
])('%s may not import the package %s', (folder, name) => {
  expect(check(folder, `import { x } from '${name}'`)).toEqual([
    { from: fileIn(folder, 'tried.ts'), to: name, why: expect.any(String) },
  ])
  expect(check(folder, `import '${name}'`)).toHaveLength(1)
})

test('a folder that the layers do not name is refused', () => {
  expect(check('server/new-folder', asHash('server/db'))).toHaveLength(1)
})

test('no folder imports the files that assemble the server', () => {
  expect(check('server/db', `import { x } from '#server/app.ts'`)).toHaveLength(1)
  expect(check('server/db', `import { x } from '../start.ts'`)).toHaveLength(1)
})
