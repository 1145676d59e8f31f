import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { personalColumns, type PersonalColumn } from '#contract/personal-data.ts'
import { csvName } from '#server/people/csv.ts'

/**
 * Tables of the docs that follow from declarations in the code. Each stands between two comments,
 * `<!-- table: NAME -->` and `<!-- /table -->`. `npm run docs` writes them; docs-tables.test.ts fails
 * where one is out of date.
 */
type DocsTable = { file: string; head: readonly string[]; rows: () => readonly string[][] }

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
}

/** The text of each file that has tables, with the tables as they must be. */
export function docsWithTables(root: string): Map<string, string> {
  const texts = new Map<string, string>()
  for (const [name, table] of Object.entries(docsTables)) {
    const text = texts.get(table.file) ?? readFileSync(join(root, table.file), 'utf8')
    texts.set(table.file, withTable(text, name, table))
  }
  return texts
}

function withTable(text: string, name: string, { file, head, rows }: DocsTable): string {
  const [start, end] = [`<!-- table: ${name} -->\n`, '<!-- /table -->']
  const from = text.indexOf(start)
  const to = text.indexOf(end, from)
  if (from < 0 || to < 0) throw new Error(`${file} does not contain ${start.trim()} … ${end}`)
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const lines = [line(head), `|${'---|'.repeat(head.length)}`, ...rows().map(line)]
  return `${text.slice(0, from)}${start}\n${lines.join('\n')}\n\n${text.slice(to)}`
}

const code = (text: string) => `\`${text}\``

if (import.meta.main) {
  const root = resolve(import.meta.dirname, '..')
  for (const [file, text] of docsWithTables(root)) writeFileSync(join(root, file), text)
}
