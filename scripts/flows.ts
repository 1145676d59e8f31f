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

/** The text of ARCHITECTURE.md with the flows between its two comments. */
export function withFlows(text: string, flows: RecordedFlows): string {
  const [from, to] = [text.indexOf(start), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`the text does not contain ${start.trim()} … ${end}`)
  const [first, ...others] = flowNames.map((name) => flows[name].files)
  const inAll = first!.filter((file) => others.every((files) => files.includes(file)))
  const paragraphs = [
    [`**in each flow**: ${inAll.length} files`, '', ...linesOf(inAll)],
    ...flowNames.map((name) => {
      const { files, statements } = flows[name]
      const more = files.filter((file) => !inAll.includes(file))
      const head = `**${name}**: ${files.length} files and ${statements} SQL statements; beside the above`
      return [head, '', ...linesOf(more)]
    }),
  ]
  const block = paragraphs.map((lines) => lines.join('\n')).join('\n\n')
  return `${text.slice(0, from)}${start}\n${block}\n\n${text.slice(to)}`
}

/** One for each folder: `- db/: batcher.ts sqlite.ts`. */
const linesOf = (files: readonly string[]): string[] =>
  [...Map.groupBy(files, (file) => file.slice(0, file.lastIndexOf('/') + 1))]
    .map(([folder, inside]) => [folder, inside.map((file) => file.slice(folder.length)).join(' ')])
    .map(([folder, names]) => (folder ? `- ${folder}: ${names}` : `- ${names}`))
    .toSorted()

/** The flows that ARCHITECTURE.md lists. */
export function flowsIn(text: string): RecordedFlows {
  const block = text.slice(text.indexOf(start), text.indexOf(end))
  const [inAll, ...flows] = block.split('\n**').slice(1).map(readParagraph)
  const flow = (wanted: (typeof flowNames)[number]): RecordedFlow => {
    const { files, statements } = flows.find(({ name }) => name === wanted)!
    return { files: [...inAll!.files, ...files].toSorted(), statements }
  }
  return {
    'sign-up': flow('sign-up'),
    confirmation: flow('confirmation'),
    letter: flow('letter'),
    wave: flow('wave'),
  }
}

function readParagraph(paragraph: string): RecordedFlow & { name: string } {
  const [head = '', ...lines] = paragraph.split('\n')
  const files = lines.flatMap((line) => {
    const [, folder = '', names = ''] = /^- (?:([\w/-]+\/): )?(.*)$/.exec(line) ?? []
    return names
      .split(' ')
      .filter(Boolean)
      .map((name) => folder + name)
  })
  return {
    name: head.slice(0, head.indexOf('**')),
    files,
    statements: Number(/(\d+) SQL statements/.exec(head)?.[1] ?? 0),
  }
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
