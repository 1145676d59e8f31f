import { fieldName } from '#server/imports/cell.ts'
import type { FileRow } from '#server/imports/file-row.ts'
import type { ImportOptions } from '#server/imports/import.ts'
import type { PeopleFile } from '#server/imports/read-file.ts'

/** A file of people with these fields, each in a line of its own below a header. */
export function peopleFile(
  rows: readonly Record<string, string>[] | (() => AsyncGenerator<FileRow>),
): PeopleFile {
  const read = async function* (): AsyncGenerator<FileRow> {
    for (const [index, fields] of (rows as readonly Record<string, string>[]).entries())
      yield {
        line: index + 2,
        fields: Object.fromEntries(
          Object.entries(fields).map(([name, text]) => [fieldName(name), text]),
        ),
      }
  }
  return { name: 'The file', names: new Map(), rows: typeof rows === 'function' ? rows : read }
}

/** What the operator says about a file, where a test names nothing else. */
export const importOptions = (change: Partial<ImportOptions> = {}): ImportOptions => ({
  people: 'unconfirmed',
  leftReason: null,
  consentSource: '',
  consentAt: null,
  consentWording: '',
  statusColumns: [],
  ignoredColumns: [],
  ...change,
})
