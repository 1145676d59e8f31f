import { open, type FileHandle } from 'node:fs/promises'
import { Misread } from '#server/arguments.ts'
import { notDone, type Command } from '#server/command.ts'
import { knownSecrets } from '#server/secret.ts'
import type { Store } from '#server/store/open.ts'
import { byteOrderMark, csvLine, Unreadable } from './csv.ts'
import { importPeople, type ImportReport, type Refused } from './import.ts'
import { timeIn, type Terms } from './judge-row.ts'
import { readRows } from './read-file.ts'

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const
export const importOptions = { confirmed: flag, unconfirmed: flag, 'consent-source': text, 'consent-date': text, 'consent-wording': text, refused: text, yes: flag }

/** What a command on people has at hand. */
export type CommandDeps = Pick<Command, 'config' | 'now' | 'print'> & { store: Store }
type Values = Record<string, unknown>

/** Throws Misread. */
export async function importCommand({ store, config, now, print }: CommandDeps, path: string, values: Values): Promise<number> {
  const terms = termsIn(values)
  const secrets = knownSecrets(config)
  const dry = values['yes'] !== true
  const list = await openList(values['refused'])
  if (typeof list === 'string') return notDone(print, list)
  try {
    const report = await importPeople(readRows(path), terms, dry, { store, now, secrets, refuse: async (row) => void await list?.write(lineOf(row)) })
    for (const line of told(report, dry)) print(line)
    return 0
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return notDone(print, `${error.message}${dry ? '' : ' What stands before it may be entered: mend the file and begin anew.'}`)
  } finally {
    await list?.close()
  }
}

function termsIn(values: Values): Terms {
  const [source, date, wording] = ['consent-source', 'consent-date', 'consent-wording'].map((name) => String(values[name] ?? '').trim())
  const consentAt = date ? timeIn(date) : null
  if (values['confirmed'] === values['unconfirmed']) throw new Misread('Say what the file holds: --confirmed or --unconfirmed.')
  if (date && consentAt === null) throw new Misread(`--consent-date is '${date}': use a date like 2026-01-31.`)
  return { confirmed: values['confirmed'] === true, consentSource: source!, consentAt, consentWording: wording! }
}

/** A new file for the rows that are refused, null where none is wished, or what stands in its way. */
async function openList(path: unknown): Promise<FileHandle | string | null> {
  if (typeof path !== 'string') return null
  try {
    const file = await open(path, 'wx', 0o600)
    await file.write(byteOrderMark + csvLine(['line', 'reason', 'address']))
    return file
  } catch (error) {
    return `${path} cannot be written (${(error as NodeJS.ErrnoException).code}): name a new file in a folder that is there.`
  }
}

const lineOf = ({ line, reason, address }: Refused) => csvLine([String(line), reason, address])

function* told({ rows, entered, refused }: ImportReport, dry: boolean): Generator<string> {
  yield `Rows: ${rows}. ${dry ? 'Would be entered' : 'Entered'}: ${entered}. Refused: ${rows - entered}.`
  for (const [reason, count] of [...refused].sort(([, a], [, b]) => b - a)) yield `${String(count).padStart(9)} ${reason}`
  if (dry) yield 'Nothing is entered yet: the same command with --yes does it.'
}
