import { open } from 'node:fs/promises'
import type { ImportRun } from '#contract/import-screens.ts'
import type { Secrets } from '#server/config/secret-list.ts'
import type { Store } from '#server/db/open.ts'
import { lineOf, refusedHead } from '#server/people/import-command.ts'
import { importPeople, type ImportReport } from '#server/people/import.ts'
import { readRows } from '#server/people/read-file.ts'
import type { StoredImport } from './import-state.ts'

const linesShown = 5

type ImportFile = Pick<StoredImport, 'format' | 'terms'> & {
  path: string
  /** where the rows that are refused are written */
  refusedPath: string
  dry: boolean
}
type ReadingDeps = {
  store: Store
  secrets: Secrets
  now: number
  /** Called after each batch of rows. An error that it throws ends the reading. */
  onProgress: (progress: ImportRun['progress']) => void
}
/** The report, and the first rows of each kind. */
type Reading = { report: ImportReport } & Pick<StoredImport, 'toEnter' | 'refused' | 'progress'>

/** Reads an uploaded file to its end: a dry run, or the import. */
export async function readImportFile(
  { path, refusedPath, format, terms, dry }: ImportFile,
  { onProgress, ...deps }: ReadingDeps,
): Promise<Reading> {
  const refusedFile = await open(refusedPath, 'w', 0o600)
  const toEnter: ImportRun['toEnter'][number][] = []
  const refused: ImportRun['refused'][number][] = []
  let bytes = 0
  try {
    await refusedFile.writeFile(refusedHead)
    const source = { path, format, name: 'The file', onBytes: (read: number) => (bytes = read) }
    const report = await importPeople(readRows(source), terms, dry, {
      ...deps,
      async refuse(row) {
        if (refused.length < linesShown)
          refused.push({ ...row, address: row.address.slice(0, 254) })
        await refusedFile.writeFile(lineOf(row))
      },
      onEntered({ line, email }) {
        if (toEnter.length < linesShown) toEnter.push({ line, address: email })
      },
      onRows: (rows) => onProgress({ rows, bytes }),
    })
    return { report, toEnter, refused, progress: { rows: report.rows, bytes } }
  } finally {
    await refusedFile.close()
  }
}
