import type { Secrets } from '#server/config/secret-list.ts'
import type { Store } from '#server/db/open.ts'
import { openDiskSet } from '#server/db/disk-set.ts'
import {
  mostRows,
  smallTransactions,
  type SmallTransactionsOptions,
} from '#server/db/small-transactions.ts'
import { enterImported, knownAmong, type NumberedRow } from './insert-imported.ts'
import { addressIn, judgeRow, type Terms } from './check-row.ts'
import type { FileRow } from './read-file.ts'

export type Refused = { line: number; address: string; reason: string }
/** `refused` counts by reason. */
export type ImportReport = { rows: number; entered: number; refused: Map<string, number> }
export type ImportDeps = SmallTransactionsOptions & {
  store: Store
  secrets: Secrets
  now: number
  refuse: (row: Refused) => Promise<void>
  /** hears after each step how many rows are done */
  tellRows?: (rows: number) => void
}

/**
 * Goes through the rows in the memory of one step. `dry` only reads: what it counts as entered would be. Once begun it can be
 * stopped and begun anew: who is there already is refused.
 */
export async function importPeople(
  rows: AsyncIterable<FileRow>,
  terms: Terms,
  dry: boolean,
  { store, secrets, now, refuse, tellRows = () => {}, ...how }: ImportDeps,
): Promise<ImportReport> {
  const report: ImportReport = { rows: 0, entered: 0, refused: new Map() }
  const steps = smallTransactions(store, how)
  const seen = openDiskSet()
  let waiting: NumberedRow[] = []

  async function say(line: number, address: string, reason: string) {
    report.refused.set(reason, (report.refused.get(reason) ?? 0) + 1)
    await refuse({ line, address, reason })
  }

  async function enter() {
    const step = waiting
    waiting = []
    const refused = dry
      ? await knownAmong(
          store.db,
          step.map(({ email }) => email),
          secrets,
        )
      : await steps.step((trx) => enterImported(trx, step, secrets, now))
    for (const { line, email } of step) {
      const reason = refused.get(email)
      if (reason === undefined) report.entered++
      else await say(line, email, reason)
    }
    tellRows(report.rows)
  }

  try {
    for await (const row of rows) {
      report.rows++
      const judged = 'wrong' in row ? { refused: row.wrong } : judgeRow(row.fields, terms, now)
      if ('refused' in judged)
        await say(row.line, 'fields' in row ? addressIn(row.fields) : '', judged.refused)
      else if (!seen.add(judged.email)) await say(row.line, judged.email, 'twice in the file')
      else waiting.push({ line: row.line, ...judged })
      if (waiting.length >= (dry ? mostRows : steps.rows())) await enter()
    }
    if (waiting.length > 0) await enter()
    return report
  } finally {
    seen.close()
  }
}
