import {
  closeSync,
  existsSync,
  fstatSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { plural } from '#contract/english.ts'
import {
  UsageError,
  actionsOf,
  json,
  type Options,
  type Values,
} from '#server/cli/command-table.ts'
import {
  notDone,
  storeLocation,
  type Command,
  formatOf,
  openOutput,
  type Output,
} from '#server/cli/command.ts'
import { readLocalDay, wrongOption } from '#server/counts/zone-clock.ts'
import { knownSecrets } from '#server/config/secrets.ts'
import { isServerRunning } from '#server/db/running-server.ts'
import type { Store } from '#server/db/store.ts'
import { leaverKinds, type LeaverKind } from '#server/signup/erasure.ts'
import { Unreadable } from '#server/cli/csv.ts'
import { columnNames } from './column-names.ts'
import { carryOut, linesOf, refusedHead } from './import-job.ts'
import { insertCommand } from './import-run.ts'
import {
  addKind,
  importPeople,
  KindMissing,
  resultOf,
  type ImportOptions,
  type ImportReport,
  type Refused,
} from './import.ts'
import { bothPasses, openPeopleFile } from './read-file.ts'
import { describeReport, factsOf } from './report.ts'

/** The columns that an import reads, for the help. */
const importColumns = `A CSV file needs a header with a column ${columnNames.address[0]} (or ${columnNames.address.slice(1, 7).join(', ')}, and other names that services use). With --confirmed each person needs a date and a source of the consent, from the columns ${columnNames['consent date'].slice(0, 2).join(' or ')} and consent_source or from the options; a service that is recognised is the source by itself. Optional columns: joined_at, confirmed_at, source, medium, campaign, referrer, consent_wording, consent_version. Columns that say who may be mailed (status, subscribed, unsubscribed_at and others) are read as well: nobody who left, was blocked, bounced or complained is entered, and later imports refuse these addresses. The report without --yes names every column that is used. Dates are 2026-01-31 or 2026-01-31T12:00:00, or as databases, programs and spreadsheets write them; without a time zone they are UTC.`

const options = {
  confirmed: { flag: true, help: 'the people agreed, and you can prove it: they are on the list' },
  unconfirmed: {
    flag: true,
    help: 'the people get a confirm mail once they sign up themselves',
  },
  left: {
    flag: true,
    help: 'everybody in the file left, as in a suppression list: nobody is entered, later imports refuse them, and who is here only by an earlier import is taken off',
  },
  reason: {
    value: 'REASON',
    oneOf: leaverKinds,
    help: 'with --left, why: complained, blocked, left or undeliverable (bounced); a stricter word in a row counts before it; default: what the row or the kind of list says, otherwise left',
  },
  'consent-source': {
    value: 'TEXT',
    help: 'where they agreed, for rows without consent_source; default: the service that wrote the file, if it is known',
  },
  'consent-date': {
    value: 'DATE',
    help: 'when they agreed, as 2026-01-31 (UTC), for rows without consent_date',
  },
  'consent-wording': {
    value: 'TEXT',
    help: 'what they agreed to, for rows without consent_wording',
  },
  'status-column': {
    value: 'NAME',
    many: true,
    help: 'a column that says who may be mailed, if the report does not list it as one; repeat it for several',
  },
  'ignore-column': {
    value: 'NAME',
    many: true,
    help: 'a column to leave out, for instance a status column that is about something else; repeat it for several',
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
type ImportValues = Values<typeof options>

/** The action `import` of `people`. */
export const importAction = actionsOf<CommandDeps>()({
  help: `Imports people from CSV (UTF-8, with a header) or JSON lines; - is standard input. Sign-up date, source and order come from the file. An import sends no mail. ${importColumns}`,
  argument: 'FILE',
  options,
  check(values, path) {
    const { people } = readOptions(values)
    if (people === null && path !== '-' && !existsSync(path)) throw new UsageError(addKind)
  },
  run: importCommand,
})

/** Throws UsageError. Without a kind of people, the service that wrote the file decides. */
function readOptions({
  confirmed,
  unconfirmed,
  left,
  reason,
  'consent-source': source = '',
  'consent-date': date = '',
  'consent-wording': wording = '',
  'status-column': statusColumns,
  'ignore-column': ignoredColumns,
}: ImportValues): ImportOptions {
  const chosen = [
    confirmed && ('confirmed' as const),
    unconfirmed && ('unconfirmed' as const),
    left && ('left' as const),
  ].filter((people) => people !== false)
  if (reason !== undefined && !left) throw new UsageError('--reason needs --left.')
  if (left && (source || date || wording))
    throw new UsageError('With --left nobody is entered: leave out the options of the consent.')
  if (chosen.length > 1) throw new UsageError(addKind)
  const consent = date.trim() === '' ? { at: null } : readLocalDay(date, 'UTC')
  if ('wrong' in consent)
    throw new UsageError(
      consent.wrong === 'unreadable'
        ? `--consent-date is '${date}': use a date like 2026-01-31.`
        : wrongOption('consent-date', date, consent.wrong),
    )
  return {
    people: chosen[0] ?? null,
    leftReason: (reason as LeaverKind | undefined) ?? null,
    consentSource: source.trim(),
    consentAt: consent.at,
    consentWording: wording.trim(),
    statusColumns,
    ignoredColumns,
  }
}

async function importCommand(
  deps: CommandDeps,
  values: ImportValues,
  path: string,
): Promise<number> {
  const format = formatOf(path, values.format)
  if (typeof format === 'object') return notDone(deps.note, format.wrong)
  const options = readOptions(values)
  const refusedFile = await openRefusedFile(values.refused)
  if (typeof refusedFile === 'string') return notDone(deps.note, refusedFile)
  // Standard output holds either the refused rows or the report.
  const print = values.refused === '-' ? deps.note : deps.print
  const dry = !values.yes
  try {
    const report = await readInput(deps, { path, format, options, dry, refusedFile })
    const [result, facts] = [resultOf(report), factsOf(report)]
    const refused = Object.fromEntries(result.refused)
    const confirmed = result.as === 'confirmed'
    const hasRefusedFile = refusedFile !== null && values.refused !== '-'
    if (values.json) print(JSON.stringify({ dry, ...result, refused, confirmed, ...facts }))
    else for (const line of describeReport(result, facts, { dry, hasRefusedFile })) print(line)
    return 0
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    if (error instanceof KindMissing) throw new UsageError(addKind)
    return notDone(deps.note, error.message)
  } finally {
    await refusedFile?.close()
  }
}

type Import = {
  path: string
  format: 'csv' | 'jsonl'
  options: ImportOptions
  dry: boolean
  refusedFile: Output | null
}

/** A dry run leaves nothing in the store. An import has a row, which shows servers how far it is. */
async function readInput(
  { store, config, now, note }: CommandDeps,
  { path, format, options, dry, refusedFile }: Import,
): Promise<ImportReport> {
  const input = path === '-' ? await spoolInput(process.stdin) : null
  const bytes = input?.size ?? statSync(path, { throwIfNoEntry: false })?.size ?? 0
  const begun = performance.now()
  const { onBytes, bytesRead } = bothPasses(bytes)
  const clock = () => performance.now()
  const onRows = openProgress({ note, size: 2 * bytes, bytesRead, clock })
  const name = input ? 'Standard input' : path
  const file = openPeopleFile({ file: input?.descriptor ?? path, format, name, onBytes })
  const write = async (row: Refused) => void (await refusedFile?.write(linesOf([row])))
  const deps = { store, secrets: knownSecrets(config), onRows }
  try {
    if (dry)
      return await importPeople(file, options, true, {
        ...deps,
        now,
        refuse: write,
      })
    const command = {
      server: hostname(),
      name: input ? name : basename(path),
      bytes,
      format,
      options,
    }
    const run = await store.transact((trx) => insertCommand(trx, command, now))
    return await carryOut(run, file, {
      ...deps,
      at: now,
      clock: () => now + Math.floor(performance.now() - begun),
      alone: watchServer(config),
      bytesRead,
      refused: {
        add: write,
        stage: () => 0,
      },
    })
  } finally {
    input?.close()
  }
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

type ProgressDeps = {
  note: (line: string) => void
  /** bytes to read, 0 where it is not known */
  size: number
  bytesRead: () => number
  /** in ms */
  clock: () => number
}

const reportEveryMs = 2_000

/** Returns a function that notes the progress of a long import every two seconds. */
export function openProgress({ note, size, bytesRead, clock }: ProgressDeps) {
  const began = clock()
  let reportedAt = began
  return (rows: number): void => {
    const now = clock()
    if (now - reportedAt < reportEveryMs) return
    reportedAt = now
    const share = size > 0 ? Math.min(bytesRead() / size, 1) : 0
    const left = Math.ceil(((now - began) * (1 / share - 1)) / 1_000)
    const ofFile = `, ${Math.floor(share * 100)} % of the file, about ${left} s left`
    note(`${rows} ${plural(rows, 'row')} so far${share > 0 ? ofFile : ''}`)
  }
}

/**
 * Stores standard input, which an import reads twice, in a file that no folder lists: it is gone
 * when the process ends, however it ends.
 */
async function spoolInput(input: AsyncIterable<Buffer | string>) {
  const folder = mkdtempSync(join(tmpdir(), 'ascend-import-'))
  let descriptor: number
  try {
    descriptor = openSync(join(folder, 'input'), 'wx+', 0o600)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    for await (const chunk of input) writeFileSync(descriptor, chunk)
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
  return { descriptor, size: fstatSync(descriptor).size, close: () => closeSync(descriptor) }
}
