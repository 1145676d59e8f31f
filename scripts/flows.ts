import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { compileCache } from '#test/compile-cache.ts'

/**
 * What runs on the server for four things that people do, from the request to the mail at the mail
 * server. `files`: below `src/server`, sorted. `statements`: of SQL, on SQLite.
 */
export type RecordedFlow = { files: readonly string[]; statements: number }
export const flowNames = ['sign-up', 'confirmation', 'letter', 'wave'] as const
export type RecordedFlows = Record<(typeof flowNames)[number], RecordedFlow>

/** `dist` must be built: the server renders its pages and mails from there. */
export const recordFlows = (root: string): RecordedFlows =>
  JSON.parse(
    execFileSync(process.execPath, [join(root, 'scripts/record-flows.ts')], {
      cwd: root,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], ...compileCache },
    }),
  ) as RecordedFlows

const [start, end] = ['<!-- flows -->\n', '<!-- /flows -->']

/**
 * The text of ARCHITECTURE.md with the flows between its two comments: a table with a row for each
 * folder, and a column for each flow beside the files that run in all of them.
 */
export function withFlows(text: string, flows: RecordedFlows): string {
  const [from, to] = [text.indexOf(start), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`the text does not contain ${start.trim()} … ${end}`)
  const all = flowNames.map((name) => flows[name].files)
  const inEach = all[0]!.filter((file) => all.every((files) => files.includes(file)))
  const columns = [inEach, ...all.map((files) => files.filter((file) => !inEach.includes(file)))]
  const folders = [...new Set(all.flat().map(folderOf))].toSorted()
  const sums = flowNames.map((name) => {
    const { files, statements } = flows[name]
    return `${files.length} files, ${statements} SQL statements`
  })
  const rows = [
    ['folder', 'in each flow', ...flowNames.map((name) => `also for a ${name}`)],
    ['---', '---', ...flowNames.map(() => '---')],
    ['in all', `${inEach.length} files`, ...sums],
    ...folders.map((folder) => [folder, ...columns.map((files) => namesIn(folder, files))]),
  ]
  const block = rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
  return `${text.slice(0, from)}${start}\n${block}\n\n${text.slice(to)}`
}

/** Of a file below `src/server`: `db/`, or `./` for those in no folder. */
const folderOf = (file: string): string => file.slice(0, file.lastIndexOf('/') + 1) || './'

const namesIn = (folder: string, files: readonly string[]): string =>
  files
    .filter((file) => folderOf(file) === folder)
    .map((file) => file.slice(file.lastIndexOf('/') + 1))
    .join(' ')

/** The flows that ARCHITECTURE.md lists. */
export function flowsIn(text: string): RecordedFlows {
  const block = text.slice(text.indexOf(start), text.indexOf(end))
  const rows = block.split('\n').filter((line) => line.startsWith('| '))
  const [, , sums = [], ...folders] = rows.map((line) => line.slice(2, -2).split(' | '))
  const filesOf = (column: number) =>
    folders.flatMap(([folder = '', ...cells]) =>
      cells[column]!.split(' ')
        .filter(Boolean)
        .map((name) => (folder === './' ? name : folder + name)),
    )
  const flow = (index: number): RecordedFlow => ({
    files: [...filesOf(0), ...filesOf(index + 1)].toSorted(),
    statements: Number(/(\d+) SQL statements/.exec(sums[index + 2] ?? '')?.[1] ?? 0),
  })
  return Object.fromEntries(flowNames.map((name, index) => [name, flow(index)])) as RecordedFlows
}

export const flowsInWords = (flows: RecordedFlows): string =>
  flowNames
    .map((name) => [name, flows[name]] as const)
    .map(
      ([name, { files, statements }]) =>
        `for a ${name} with its mails run ${files.length} server files and ${statements} SQL statements`,
    )
    .join('\n')

if (import.meta.main) {
  const root = resolve(import.meta.dirname, '..')
  const file = join(root, 'ARCHITECTURE.md')
  const flows = recordFlows(root)
  writeFileSync(file, withFlows(readFileSync(file, 'utf8'), flows))
  console.log(flowsInWords(flows))
}
