import { open } from 'node:fs/promises'
import type { ImportRun } from '#contract/import-screens.ts'
import type { Secrets } from '#server/config/secret-list.ts'
import type { Store } from '#server/db/open.ts'
import { factsOf } from '#server/imports/facts.ts'
import { lineOf, refusedHead } from '#server/imports/import-command.ts'
import { importPeople, mostShown, type ImportReport } from '#server/imports/import.ts'
import { openPeopleFile } from '#server/imports/read-file.ts'
import type { StoredImport } from './import-state.ts'

type ImportFile = Pick<StoredImport, 'format' | 'options' | 'bytes'> & {
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
/** The report, what a dry run shows, and the first rows that are refused. */
type Reading = { report: ImportReport } & Pick<StoredImport, 'facts' | 'refused' | 'progress'>

/** Reads an uploaded file to its end: a dry run, or the import. */
export async function readImportFile(
  { path, refusedPath, format, options, bytes, dry }: ImportFile,
  { onProgress, ...deps }: ReadingDeps,
): Promise<Reading> {
  const refusedFile = await open(refusedPath, 'w', 0o600)
  const refused: ImportRun['refused'][number][] = []
  // The file is read twice, so that each time counts half.
  let [before, last] = [0, 0]
  const onBytes = (read: number) => {
    if (read < last) before = bytes
    last = read
  }
  try {
    await refusedFile.writeFile(refusedHead)
    const file = openPeopleFile({ file: path, format, name: 'The file', onBytes })
    const report = await importPeople(file, options, dry, {
      ...deps,
      async refuse(row) {
        if (refused.length < mostShown) refused.push({ ...row, address: row.address.slice(0, 254) })
        await refusedFile.writeFile(lineOf(row))
      },
      onRows: (rows) => onProgress({ rows, bytes: Math.floor((before + last) / 2) }),
    })
    return {
      report,
      facts: factsOf(report),
      refused,
      progress: { rows: report.rows, bytes },
    }
  } finally {
    await refusedFile.close()
  }
}
