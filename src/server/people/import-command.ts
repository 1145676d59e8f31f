import { statSync } from 'node:fs'
import { json, UsageError, type Options, type Values } from '#server/cli/arguments.ts'
import { notDone, placeOf, type Command } from '#server/cli/command.ts'
import { formatOf, openOutput, type Output } from '#server/cli/output.ts'
import { knownSecrets } from '#server/config/secrets.ts'
import { isServerRunning } from '#server/db/lock.ts'
import type { Store } from '#server/db/open.ts'
import { byteOrderMark, csvLine, Unreadable } from './csv.ts'
import { importPeople, type ImportReport, type Refused } from './import.ts'
import { timeIn, type Terms } from './check-row.ts'
import { openProgress } from './progress.ts'
import { readRows } from './read-file.ts'

export const importOptions = {
  confirmed: { flag: true, help: 'they agreed, and it can be shown: they are on the list' },
  unconfirmed: {
    flag: true,
    help: 'they get a confirm mail once they enter their address themselves',
  },
  'consent-source': { value: 'TEXT', help: 'where they agreed, for rows without consent_source' },
  'consent-date': {
    value: 'DATE',
    help: 'when they agreed, as 2026-01-31, for rows without consent_date',
  },
  'consent-wording': {
    value: 'TEXT',
    help: 'what they agreed to, for rows without consent_wording',
  },
  refused: {
    value: 'FILE',
    help: 'a new file for the rows that are refused, each with its line and reason; - is standard output',
  },
  format: {
    value: 'FORMAT',
    oneOf: ['csv', 'jsonl'],
    help: 'csv or jsonl; else by the ending of FILE, csv for -',
  },
  yes: { flag: true, help: 'does it; without it the command only says what it would do' },
  json,
} as const satisfies Options

/** What a command on people has at hand. */
export type CommandDeps = Command & { store: Store; timeZone: string }
type Given = Values<typeof importOptions>

/** Throws UsageError. */
export function termsIn({
  confirmed,
  unconfirmed,
  'consent-source': source = '',
  'consent-date': date = '',
  'consent-wording': wording = '',
}: Given): Terms {
  if (confirmed === unconfirmed)
    throw new UsageError('Say what the file holds: --confirmed or --unconfirmed.')
  const consentAt = date.trim() ? timeIn(date.trim()) : null
  if (date.trim() && consentAt === null)
    throw new UsageError(`--consent-date is '${date}': use a date like 2026-01-31.`)
  return { confirmed, consentSource: source.trim(), consentAt, consentWording: wording.trim() }
}

export async function importCommand(
  deps: CommandDeps,
  values: Given,
  path: string,
): Promise<number> {
  const format = formatOf(path, values.format)
  if (typeof format === 'object') return notDone(deps.note, format.wrong)
  const list = await openList(values.refused)
  if (typeof list === 'string') return notDone(deps.note, list)
  // What stands in the list must not stand between the lines of the report.
  const tell = values.refused === '-' ? deps.note : deps.print
  const dry = !values.yes
  try {
    const report = await bringIn(deps, { path, format, terms: termsIn(values), dry, list })
    if (values.json)
      tell(
        JSON.stringify({
          dry,
          rows: report.rows,
          entered: report.entered,
          refused: Object.fromEntries(report.refused),
        }),
      )
    else for (const line of told(report, dry, list !== null && values.refused !== '-')) tell(line)
    return 0
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return notDone(
      deps.note,
      `${error.message}${dry ? '' : ' The rows before it may be entered: correct the file and start again.'}`,
    )
  } finally {
    await list?.close()
  }
}

type Import = {
  path: string
  format: 'csv' | 'jsonl'
  terms: Terms
  dry: boolean
  list: Output | null
}

function bringIn(
  { store, config, now, note }: CommandDeps,
  { path, format, terms, dry, list }: Import,
): Promise<ImportReport> {
  const size = path === '-' ? undefined : statSync(path, { throwIfNoEntry: false })?.size
  const progress = openProgress({ note, size, clock: () => performance.now() })
  const rows = readRows({ path, format, tellBytes: progress.bytes })
  return importPeople(rows, terms, dry, {
    store,
    now,
    secrets: knownSecrets(config),
    alone: watchServer(config),
    tellRows: progress.rows,
    refuse: async (row) => void (await list?.write(lineOf(row))),
  })
}

const lookEveryMs = 500

/** Whether no server runs on the data folder, looked at now and then. Postgres is never known to be unused. */
function watchServer(config: CommandDeps['config']): () => boolean {
  const where = placeOf(config)
  let [at, alone] = [-Infinity, false]
  return () => {
    if (!('dataDir' in where) || performance.now() - at < lookEveryMs) return alone
    ;[at, alone] = [performance.now(), !isServerRunning(where.dataDir)]
    return alone
  }
}

/** Null where no list is wished, or what stands in its way. */
async function openList(path: string | undefined): Promise<Output | string | null> {
  if (path === undefined) return null
  const output = await openOutput(path)
  if (typeof output !== 'string')
    await output.write(byteOrderMark + csvLine(['line', 'reason', 'address']))
  return output
}

const lineOf = ({ line, reason, address }: Refused) => csvLine([String(line), reason, address])

function* told(
  { rows, entered, refused }: ImportReport,
  dry: boolean,
  hasList: boolean,
): Generator<string> {
  yield `Rows: ${rows}. ${dry ? 'Would be entered' : 'Entered'}: ${entered}. Refused: ${rows - entered}.`
  for (const [reason, count] of [...refused].sort(([, a], [, b]) => b - a))
    yield `${String(count).padStart(9)} ${reason}`
  if (dry && entered > 0)
    yield `Nothing is entered yet: the same command with --yes${hasList ? ', and a new file for --refused,' : ''} does it.`
}
