import { statSync } from 'node:fs'
import { UsageError } from '#server/cli/arguments.ts'
import { json, type Options, type Values } from '#server/cli/command-table.ts'
import { notDone, storeLocation, type Command } from '#server/cli/command.ts'
import { formatOf, openOutput, type Output } from '#server/cli/output.ts'
import { readLocalDay, wrongOption } from '#server/counts/local-time.ts'
import { knownSecrets } from '#server/config/secrets.ts'
import { isServerRunning } from '#server/db/lock.ts'
import type { Store } from '#server/db/store.ts'
import { byteOrderMark, csvLine, Unreadable } from '#server/cli/csv.ts'
import { importPeople, type ImportReport, type Refused } from './import.ts'
import { addressNames, consentDateNames, type ImportTerms } from './check-row.ts'
import { openProgress } from './progress.ts'
import { readRows } from './read-file.ts'

/** The columns that an import reads, for the help. */
export const importColumns = `A CSV file needs a header with a column ${addressNames[0]} (or ${addressNames.slice(1).join(', ')}). With --confirmed each person needs a date and a source of the consent, from the columns ${consentDateNames.join(' or ')} and consent_source or from the options. Optional columns: joined_at, confirmed_at, source, medium, campaign, referrer, state, consent_wording, consent_version. Dates are 2026-01-31 or 2026-01-31T12:00:00; without a time zone they are UTC.`

export const importOptions = {
  confirmed: { flag: true, help: 'the people agreed, and you can prove it: they are on the list' },
  unconfirmed: {
    flag: true,
    help: 'the people get a confirm mail once they sign up themselves',
  },
  'consent-source': { value: 'TEXT', help: 'where they agreed, for rows without consent_source' },
  'consent-date': {
    value: 'DATE',
    help: 'when they agreed, as 2026-01-31 (UTC), for rows without consent_date',
  },
  'consent-wording': {
    value: 'TEXT',
    help: 'what they agreed to, for rows without consent_wording',
  },
  refused: {
    value: 'FILE',
    help: 'a new file for the refused rows, each with its line and reason; - is standard output',
  },
  format: {
    value: 'FORMAT',
    oneOf: ['csv', 'jsonl'],
    help: 'csv or jsonl; default: the ending of FILE, csv for -',
  },
  yes: { flag: true, help: 'imports; without it the command only reports what it would do' },
  json,
} as const satisfies Options

/** The dependencies of each action of `people`. */
export type CommandDeps = Command & { store: Store; timeZone: string }
type ImportValues = Values<typeof importOptions>

/** Throws UsageError. */
export function readTerms({
  confirmed,
  unconfirmed,
  'consent-source': source = '',
  'consent-date': date = '',
  'consent-wording': wording = '',
}: ImportValues): ImportTerms {
  if (confirmed === unconfirmed)
    throw new UsageError('Add --confirmed or --unconfirmed, the state of the people in the file.')
  const consent = date.trim() === '' ? { at: null } : readLocalDay(date, 'UTC')
  if ('wrong' in consent)
    throw new UsageError(
      consent.wrong === 'unreadable'
        ? `--consent-date is '${date}': use a date like 2026-01-31.`
        : wrongOption('consent-date', date, consent.wrong),
    )
  const consentAt = consent.at
  return { confirmed, consentSource: source.trim(), consentAt, consentWording: wording.trim() }
}

export async function importCommand(
  deps: CommandDeps,
  values: ImportValues,
  path: string,
): Promise<number> {
  const format = formatOf(path, values.format)
  if (typeof format === 'object') return notDone(deps.note, format.wrong)
  const refusedFile = await openRefusedFile(values.refused)
  if (typeof refusedFile === 'string') return notDone(deps.note, refusedFile)
  // Standard output holds either the refused rows or the report.
  const report = values.refused === '-' ? deps.note : deps.print
  const dry = !values.yes
  try {
    const result = await runImport(deps, {
      path,
      format,
      terms: readTerms(values),
      dry,
      refusedFile,
    })
    const refused = Object.fromEntries(result.refused)
    const hasFile = refusedFile !== null && values.refused !== '-'
    if (values.json) report(JSON.stringify({ dry, ...result, refused }))
    else for (const line of describeReport(result, dry, hasFile)) report(line)
    return 0
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return notDone(
      deps.note,
      `${error.message}${dry ? '' : ' Rows before it may already be imported: correct the file and run the command again.'}`,
    )
  } finally {
    await refusedFile?.close()
  }
}

type Import = {
  path: string
  format: 'csv' | 'jsonl'
  terms: ImportTerms
  dry: boolean
  refusedFile: Output | null
}

function runImport(
  { store, config, now, note }: CommandDeps,
  { path, format, terms, dry, refusedFile }: Import,
): Promise<ImportReport> {
  const size = path === '-' ? undefined : statSync(path, { throwIfNoEntry: false })?.size
  const progress = openProgress({ note, size, clock: () => performance.now() })
  const rows = readRows({ path, format, onBytes: progress.bytes })
  return importPeople(rows, terms, dry, {
    store,
    now,
    secrets: knownSecrets(config),
    alone: watchServer(config),
    onRows: progress.rows,
    refuse: async (row) => void (await refusedFile?.write(lineOf(row))),
  })
}

const checkEveryMs = 500

/**
 * Returns a function that tells whether no server runs on the data folder; it checks at most every
 * 500 ms. On Postgres the answer is always no.
 */
function watchServer(config: CommandDeps['config']): () => boolean {
  const where = storeLocation(config)
  let [at, alone] = [-Infinity, false]
  return () => {
    if (!('dataDir' in where) || performance.now() - at < checkEveryMs) return alone
    ;[at, alone] = [performance.now(), !isServerRunning(where.dataDir)]
    return alone
  }
}

/** Null without --refused; a text says why the file cannot be written. */
async function openRefusedFile(path: string | undefined): Promise<Output | string | null> {
  if (path === undefined) return null
  const output = await openOutput(path)
  if (typeof output !== 'string') await output.write(refusedHead)
  return output
}

/** The file of refused rows. */
export const refusedHead = byteOrderMark + csvLine(['line', 'reason', 'address'])
export const lineOf = ({ line, reason, address }: Refused) =>
  csvLine([String(line), reason, address])

function* describeReport(
  { rows, entered, refused }: ImportReport,
  dry: boolean,
  hasRefusedFile: boolean,
): Generator<string> {
  yield `Rows: ${rows}. ${dry ? 'Would be entered' : 'Entered'}: ${entered}. Refused: ${rows - entered}.`
  for (const [reason, count] of [...refused].sort(([, a], [, b]) => b - a))
    yield `${String(count).padStart(9)} ${reason}`
  if (dry && entered > 0)
    yield `Nothing is imported yet: run the same command with --yes${hasRefusedFile ? ', and a new file for --refused,' : ''}.`
}
