import { Unreadable } from '#server/cli/csv.ts'
import { fieldName } from './cell.ts'
import type { ColumnUse } from './column-names.ts'
import { nameOfKey } from './file-row.ts'

/** The operator's choices: names of columns, as the file or `fieldName` writes them. */
export type ColumnChoices = {
  statusColumns: readonly string[]
  ignoredColumns: readonly string[]
}

type Chosen = { key: string; name: string; use: { use: ColumnUse } | null }

export const isColumn = (typed: string, key: string, name: string): boolean =>
  typed === name || fieldName(typed) === nameOfKey(key) || typed === key

/** Throws `Unreadable`: a choice names no column, or no column of addresses is left. */
export function refuseUnknownChoices(
  { statusColumns, ignoredColumns }: ColumnChoices,
  seen: readonly Chosen[],
  file: string,
): void {
  for (const [option, typed] of [
    ...statusColumns.map((name) => ['--status-column', name] as const),
    ...ignoredColumns.map((name) => ['--ignore-column', name] as const),
  ])
    if (!seen.some(({ key, name }) => isColumn(typed, key, name)))
      throw new Unreadable(
        `${option} names '${typed}', a column that the file does not have. Its columns: ${columnsOf(seen)}.`,
      )
  if (!seen.some(({ use }) => use?.use === 'address') && seen.length > 0)
    throw new Unreadable(
      `${file} has no column of addresses, such as \`email\`, that is not left out. Its columns: ${columnsOf(seen)}.`,
    )
}

const columnsOf = (seen: readonly Chosen[]): string =>
  `${seen
    .slice(0, mostNamed)
    .map(({ name }) => name)
    .join(', ')}${seen.length > mostNamed ? ', …' : ''}`
const mostNamed = 50
