import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { importsOf } from './import-check.ts'
import { nodesIn, type Node } from './syntax.ts'

const root = resolve(import.meta.dirname, '..')
const homes = [
  'src/contract/text.ts',
  'src/contract/time.ts',
  'src/contract/english.ts',
  'src/contract/numbers.ts',
  'src/page/browser/numbers.ts',
]
const sources = globSync('src/**/*.{ts,tsx}', {
  cwd: root,
  exclude: ['**/*.test.*'],
})
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')
const treeOf = (file: string) => parseSync(file, textOf(file))

const small = homes.flatMap((file) =>
  treeOf(file).module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ exportName, isType }) =>
      isType || exportName.name === null ? [] : [exportName.name],
    ),
  ),
)

/** The functions and the constants in ms that a file declares, at any depth. */
function declaredIn(file: string): string[] {
  const program = treeOf(file).program as unknown as Node
  return [...nodesIn(program)].flatMap(({ node }) => {
    const { type, id, init } = node as Node & { id?: { name?: string }; init?: { type: string } }
    const isFunction =
      type === 'FunctionDeclaration' ||
      (type === 'VariableDeclarator' && init?.type === 'ArrowFunctionExpression')
    const name = id?.name ?? ''
    const isSpan = type === 'VariableDeclarator' && /^(second|minute|hour|day)Ms$/.test(name)
    return isFunction || isSpan ? [name] : []
  })
}

test('a function of text.ts or time.ts has no second declaration', () => {
  expect(small).toEqual(expect.arrayContaining(['fill', 'plural', 'grouped', 'dayMs', 'iso']))
  const found = sources
    .filter((file) => !homes.includes(file))
    .flatMap((file) =>
      declaredIn(file).flatMap((name) => (small.includes(name) ? [`${file}: ${name}`] : [])),
    )
  expect(found).toEqual([])
})

/** What a second one looks like under another name, the function to call instead, an example. */
const byHand: readonly (readonly [pattern: RegExp, instead: string, example: string])[] = [
  [/\.replace(?:All)?\(\s*['"`]\{/, 'fill', "text.replace('{n}', n)"],
  [/\.replace(?:All)?\(\s*\/\\\{\(?\\w/, 'fill', 'text.replaceAll(/\\{(\\w+)\\}/g, valueOf)'],
  [/(?<!% 2 )=== 1\s*\?\s*['"`]/, 'plural', "n === 1 ? 'mail' : 'mails'"],
  [/\\B\(\?=\(\?:\\d\{3\}/, 'grouped', 'replaceAll(/\\B(?=(?:\\d{3})+$)/g, ",")'],
  [/toLocaleString\('en/, 'grouped', "n.toLocaleString('en-GB')"],
  [/\* 100\)\.toFixed\(\w+\)\}%/, 'percentText', '${((a / b) * 100).toFixed(1)}%'],
  [/\* 10\) \/ 10\b/, 'tenth', 'Math.round(x * 10) / 10'],
  [
    /\.toUpperCase\(\)(?: \+ |\}\$\{)[\w.]+\.slice\(1\)/,
    'capitalized',
    'text[0].toUpperCase() + text.slice(1)',
  ],
  [/slice\(0, -1\)\.join\(', '\)/, 'listed', "words.slice(0, -1).join(', ')"],
  [/[:,] ['"]&(?:amp|lt|quot);/, 'escapeHtml', "'<': '&lt;'"],
  [/\b3_?600_?000\b|\b86_?400_?000\b/, 'hourMs, dayMs', '7 * 86_400_000'],
  [/\b24 \* 60 \*|\b24 \* hourMs\b/, 'dayMs', '24 * 60 * 60 * 1_000'],
  [/\b\d+ \* 60_?000\b/, 'minuteMs', '5 * 60_000'],
  [/new Date\([^`]{0,60}\)\.toISOString\(\)/, 'iso', 'new Date(at).toISOString()'],
]

test('none is written by hand', () => {
  for (const [pattern, , example] of byHand) expect(example).toMatch(pattern)
  const found = sources
    .filter((file) => !homes.includes(file))
    .flatMap((file) =>
      byHand.flatMap(([pattern, instead]) => {
        const line = pattern.exec(textOf(file))?.[0]
        return line === undefined ? [] : [`${file}: ${line} (${instead})`]
      }),
    )
  expect(found).toEqual([])
})

/** Files that import each other, directly or through others, by type or by value. */
function ringsOf(folders: readonly string[]): string[][] {
  const files = sources.filter((file) => folders.includes(file.split('/')[1]!))
  const imports = new Map(
    files.map((file) => [
      file,
      importsOf(root, file)
        .map(({ to }) => `src/${to}`)
        .filter((to) => files.includes(to)),
    ]),
  )
  const reach = new Map(files.map((file) => [file, reachedFrom(file, imports)]))
  const rings = files.map((file) =>
    files.filter((other) => reach.get(file)!.has(other) && reach.get(other)!.has(file)),
  )
  return [
    ...new Map(rings.filter(({ length }) => length > 0).map((ring) => [ring[0], ring])).values(),
  ]
}

function reachedFrom(file: string, imports: ReadonlyMap<string, readonly string[]>): Set<string> {
  const reached = new Set<string>()
  const waiting = [...imports.get(file)!]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (reached.has(next)) continue
    reached.add(next)
    waiting.push(...imports.get(next)!)
  }
  return reached
}

test('no files of contract import each other in a ring, and of page and dashboard one ring at most', () => {
  expect(ringsOf(['contract'])).toEqual([])
  const rings = ringsOf(['contract', 'page', 'dashboard'])
  expect(rings.map((ring) => ring.join(' ')).slice(1)).toEqual([])
})
