import type { Secrets } from '#server/config/secret-list.ts'
import type { Store } from '#server/db/store.ts'
import { openDiskSet } from '#server/db/disk-set.ts'
import {
  mostRows,
  smallTransactions,
  type SmallTransactionsOptions,
} from '#server/db/small-transactions.ts'
import { enterImported, knownAmong, type NumberedRow } from './insert-imported.ts'
import { addressIn, checkRow, type ImportTerms } from './check-row.ts'
import type { FileRow } from './read-file.ts'

export type Refused = { line: number; address: string; reason: string }
/** `refused` counts by reason. */
export type ImportReport = { rows: number; entered: number; refused: Map<string, number> }
export type ImportDeps = SmallTransactionsOptions & {
  store: Store
  secrets: Secrets
  now: number
  refuse: (row: Refused) => Promise<void>
  /** gets each row that is entered, or in a dry run would be */
  onEntered?: (row: NumberedRow) => void
  /** gets the number of processed rows after each step */
  onRows?: (rows: number) => void
}

/**
 * Imports rows in small transactions, and holds one step of them in memory. `dry` only reads, and
 * counts what it would enter. An interrupted import can run again: it refuses people that are on
 * the list.
 */
export async function importPeople(
  rows: AsyncIterable<FileRow>,
  terms: ImportTerms,
  dry: boolean,
  { store, secrets, now, refuse, onEntered = () => {}, onRows = () => {}, ...how }: ImportDeps,
): Promise<ImportReport> {
  const report: ImportReport = { rows: 0, entered: 0, refused: new Map() }
  const steps = smallTransactions(store, how)
  const seen = openDiskSet()
  let pending: NumberedRow[] = []

  async function refuseRow(line: number, address: string, reason: string) {
    report.refused.set(reason, (report.refused.get(reason) ?? 0) + 1)
    await refuse({ line, address, reason })
  }

  async function enter() {
    const step = pending
    pending = []
    const emails = step.map(({ email }) => email)
    const refused = dry
      ? await knownAmong(store.db, emails, secrets)
      : await steps.step((trx) => enterImported(trx, step, secrets, now))
    for (const row of step) {
      const reason = refused.get(row.email)
      if (reason !== undefined) await refuseRow(row.line, row.email, reason)
      else {
        report.entered++
        onEntered(row)
      }
    }
    onRows(report.rows)
  }

  try {
    for await (const row of rows) {
      report.rows++
      const checked = 'wrong' in row ? { refused: row.wrong } : checkRow(row.fields, terms, now)
      if ('refused' in checked)
        await refuseRow(row.line, 'fields' in row ? addressIn(row.fields) : '', checked.refused)
      else if (!seen.add(checked.email))
        await refuseRow(row.line, checked.email, 'twice in the file')
      else pending.push({ line: row.line, ...checked })
      if (pending.length >= (dry ? mostRows : steps.rows())) await enter()
    }
    if (pending.length > 0) await enter()
    return report
  } finally {
    seen.close()
  }
}
