import { globSync, readFileSync } from 'node:fs'
import { posix, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { flowsIn } from './flows.ts'
import { importsOf } from './import-check.ts'

const root = resolve(import.meta.dirname, '..')
const text = (file: string) => readFileSync(resolve(root, file), 'utf8')
const folders = ['src', 'campaigns', 'scripts', 'test', 'e2e', 'bench', 'docs']
const all = [`{${folders}}/**/*.{ts,tsx,css,md}`, '*.{ts,md}'].flatMap((some) =>
  globSync(some, { cwd: root }),
)
const files = new Set(all)

const doc = text('ARCHITECTURE.md')
const lines = doc.trimEnd().split('\n')
const section = (title: string) =>
  doc.split('\n## ').find((part) => part.startsWith(`${title}\n`) || part.startsWith(`${title},`))!

/** A step of a flow: what it says, without the notes beside the path. */
const stepsOf = (title: string) =>
  section(title)
    .match(/^\d+\. .*(?:\n {3}.*)*/gm)!
    .join('\n')
/** A name without a folder is in the folder of the path before it. */
function pathsIn(words: string): string[] {
  let folder = ''
  return [...words.matchAll(/`([\w./-]+\.tsx?)`/g)].map(([, name = '']) => {
    const path = name.includes('/') ? name : posix.join(folder, name)
    folder = posix.dirname(path)
    return path
  })
}
const flows = [
  ['sign-up', 'A sign-up'],
  ['letter', 'A letter'],
  ['wave', 'A wave'],
] as const

test('ARCHITECTURE.md has at most 250 lines, none above 200 characters outside of tables', () => {
  expect(lines.length).toBeLessThanOrEqual(250)
  expect(lines.filter((line) => line.length > 200 && !line.startsWith('|'))).toEqual([])
})

test.each(flows)('the steps of a %s name files of the server that run for it', (flow, title) => {
  const named = pathsIn(stepsOf(title))
  expect(named.length).toBeGreaterThan(7)
  expect(named.filter((file) => !files.has(`src/${file}`))).toEqual([])
  const ran = flowsIn(doc)[flow].files.map((file) => `server/${file}`)
  const ofServer = named.filter((file) => file.startsWith('server/'))
  expect(ofServer.filter((file) => !ran.includes(file))).toEqual([])
})

test('each file of a sign-up is imported by another one, except where the browser, the server and the mails start', () => {
  const named = [...new Set(pathsIn(stepsOf('A sign-up')))]
  const imported = new Set(
    named.flatMap((file) => importsOf(root, `src/${file}`).map(({ to }) => to)),
  )
  expect(named.filter((file) => !imported.has(file))).toEqual([
    'page/signup/signup-form.island.tsx',
    'server/start.ts',
    'mails/entry-server.tsx',
    'mails/confirm.mail.tsx',
  ])
})

test('the browser posts a sign-up to the path that the server routes', () => {
  for (const file of ['page/api.ts', 'server/app.ts'])
    expect(text(`src/${file}`)).toMatch(/\b(?:p|scriptP)aths\.signUpApi/)
})

test('each file of the walks has a comment at its head', () => {
  const walks = pathsIn(section('Walks'))
  expect(walks.length).toBeGreaterThan(20)
  expect(
    walks.filter((file) => !/^(?:import [^]*?\n\n)?\/\*\n \* /.test(text(`src/${file}`))),
  ).toEqual([])
})

const fileName = /(?<![\w/.#@*<>{}-])(?:[\w.-]+\/)*[\w-][\w.-]*\.(?:tsx?|css|md)(?![\w-])/g
/** `x.ts` and `x-routes.ts` stand for any name. */
const isExample = (name: string) => /(?:^|\/)x[.-]/.test(name)
const isThere = (name: string) =>
  isExample(name) || files.has(name) || all.some((file) => file.endsWith(`/${name}`))
const missingIn = (words: string) => words.match(fileName)?.filter((name) => !isThere(name)) ?? []

test('each file that ARCHITECTURE.md and the glossary name exists', () => {
  expect(missingIn('read `page/gone.ts`, claim.ts and `x-routes.ts`')).toEqual(['page/gone.ts'])
  expect(missingIn(doc)).toEqual([])
  expect(missingIn(text('docs/glossary.md'))).toEqual([])
})

/** `name` in `file`, `name` of `file` and `name` (`file`): the names and the file. */
const named = /`(\w+)`(?: and `(\w+)`)?(?: (?:in|of) | \()`([\w./-]+\.tsx?)`/g
const namesOutside = (words: string): string[] =>
  [...words.matchAll(named)].flatMap(([, first = '', second = first, file = '']) => {
    const found = all.filter((one) => one === file || one.endsWith(`/${file}`)).map(text)
    return [...new Set([first, second])]
      .filter((name) => !found.some((code) => new RegExp(`\\b${name}\\b`).test(code)))
      .map((name) => `${name} in ${file}`)
  })

test('each name of code that ARCHITECTURE.md places in a file is there', () => {
  const wrong = 'read `gone` in `server/start.ts`, `joinAll` of `sign-up.ts` and `lost` (`app.ts`)'
  expect(namesOutside(wrong)).toEqual(['gone in server/start.ts', 'lost in app.ts'])
  expect(doc.match(named)!.length).toBeGreaterThan(40)
  expect(namesOutside(doc)).toEqual([])
})

test('each file that a comment of the source names exists', () => {
  const source = all.filter((file) => /^src\/.*\.tsx?$/.test(file))
  expect(source.length).toBeGreaterThan(500)
  const missing = source.flatMap((file) =>
    (text(file).match(/\/\*[^]*?\*\/|(?<=\s)\/\/[^\n]*/g) ?? [])
      .flatMap(missingIn)
      .map((name) => `${file} names ${name}`),
  )
  expect(missing).toEqual([])
})

const onlyIds = /(?:\/\*\*?|\/\/) *(?:(?:, | to | and )?[A-Z]{2,}-\d+)+\.? *(?:\*\/|$)/gm

test('no comment is the id of a requirement alone', () => {
  expect('/** FX-8 */ // TOP-1, TOP-2.'.match(onlyIds)).toHaveLength(2)
  expect('/** FX-8: stops all motion. */'.match(onlyIds)).toBeNull()
  const code = all.filter((file) => file.endsWith('.ts') || file.endsWith('.tsx'))
  expect(code.length).toBeGreaterThan(1_000)
  const found = code
    .filter((file) => file !== 'scripts/architecture.test.ts')
    .flatMap((file) => (text(file).match(onlyIds) ?? []).map((comment) => `${file}: ${comment}`))
  expect(found).toEqual([])
})
