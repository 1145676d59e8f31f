import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { personalColumns, type PersonalColumn } from '#contract/people/personal-data.ts'
import {
  commandFor,
  usageOf,
  type Action,
  type CommandTable,
  type Options,
} from '#server/cli/command-table.ts'
import { describedSettings } from '#server/config/settings.ts'
import { metricList } from '#server/http/metrics.ts'
import { csvName } from '#server/cli/csv.ts'
import { operatorCommands } from './operator-commands.ts'
import { flowsIn, flowsInWords } from './flows.ts'
import { sizeInWords, sizeOfServer } from './server-size.ts'

/**
 * Tables of the docs that follow from declarations in the code. Each stands between two comments,
 * `<!-- table: NAME -->` and `<!-- /table -->`. `npm run docs` writes them; docs-tables.test.ts
 * fails where one is out of date.
 */
type DocsTable = {
  file: string
  head: readonly string[]
  rows: () => readonly string[][] | Promise<readonly string[][]>
}

export const docsTables: Record<string, DocsTable> = {
  'personal columns': {
    file: 'docs/operating.md',
    head: ['column of `people`', 'in JSON', 'in CSV', 'what it is'],
    rows: () =>
      (personalColumns as readonly PersonalColumn[]).map(({ column, field, description }) => [
        code(column),
        code(field),
        code(csvName(field)),
        description,
      ]),
  },

  settings: {
    file: 'README.md',
    head: ['variable', 'default', 'what it does'],
    rows: () =>
      describedSettings().map(({ name, default: value, help }) => [code(name), value, help]),
  },

  metrics: {
    file: 'docs/operating.md',
    head: ['metric', 'meaning', 'check when'],
    rows: () => metricList.map(({ name, help, checkWhen = '' }) => [code(name), help, checkWhen]),
  },

  commands: {
    file: 'docs/operating.md',
    head: ['command', 'what it does', 'beside a running server'],
    async rows() {
      const commands = await Promise.all(Object.values(operatorCommands).map((load) => load()))
      return commands
        .map(({ table }) => commandFor(table, () => true))
        .flatMap((table) =>
          Object.entries(table.actions).map(([name, action]) => commandRow(table, name, action)),
        )
    },
  },
}

function commandRow(command: CommandTable<any>, name: string, action: Action<any>): string[] {
  const options = Object.entries((action.options ?? {}) as Options).map(([option, declared]) =>
    code(`--${option}${'flag' in declared ? '' : ` ${declared.value}`}`),
  )
  const server = action.standalone ? 'needs no store' : command.server === 'may run' ? 'yes' : 'no'
  return [
    code(usageOf(command.name, name, action.argument)),
    [action.help, ...(options.length > 0 ? [`Options: ${options.join(', ')}.`] : [])].join(' '),
    server,
  ]
}

/** The text of each file that has tables, with the tables as they must be. */
export async function docsWithTables(root: string): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  for (const [name, table] of Object.entries(docsTables)) {
    const text = texts.get(table.file) ?? readFileSync(join(root, table.file), 'utf8')
    texts.set(table.file, withTable(text, name, table, await table.rows()))
  }
  return texts
}

function withTable(
  text: string,
  name: string,
  { file, head }: DocsTable,
  rows: readonly string[][],
): string {
  const [start, end] = [`<!-- table: ${name} -->\n`, '<!-- /table -->']
  const from = text.indexOf(start)
  const to = text.indexOf(end, from)
  if (from < 0 || to < 0) throw new Error(`${file} does not contain ${start.trim()} … ${end}`)
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const lines = [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)]
  return `${text.slice(0, from)}${start}\n${lines.join('\n')}\n\n${text.slice(to)}`
}

const code = (text: string) => `\`${text}\``

if (import.meta.main) {
  const root = resolve(import.meta.dirname, '..')
  for (const [file, text] of await docsWithTables(root)) writeFileSync(join(root, file), text)
  console.log(sizeInWords(sizeOfServer(root)))
  console.log(flowsInWords(flowsIn(readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8'))))
}
