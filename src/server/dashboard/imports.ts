import type { FastifyRequest } from 'fastify'
import type { Question } from '#contract/ask.ts'
import { peopleText } from '#contract/counted.ts'
import { grouped } from '#contract/figures.ts'
import { importActPath, importPath, importRunPath, leftReasons } from '#contract/import-screens.ts'
import { navigation } from '#contract/screens.ts'
import { readLocalDay } from '#server/counts/zone-clock.ts'
import { importFiles, serverName } from '#server/imports/files.ts'
import {
  mayStart,
  readRuns,
  readUpload,
  stalledSince,
  type ImportRun,
} from '#server/imports/import-run.ts'
import type { ImportOptions } from '#server/imports/import.ts'
import type { LoaderDeps } from './loader.ts'

const fieldNames = ['people', 'reason', 'source', 'date', 'wording', 'status', 'ignore'] as const

/** The fields of a form as they were sent. A file cannot be filled in again. */
export type ImportFields = Record<(typeof fieldNames)[number], string>

/** Empty where the form does not have them. */
export const fieldsOf = (sent: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    fieldNames.map((name) => [name, String(sent[name] ?? '').slice(0, 4_000)]),
  ) as ImportFields

export type ImportWrong =
  | 'token'
  | 'kind'
  | 'date'
  | 'no-such-day'
  | 'file'
  | 'zip'
  | 'too-large'
  | 'cut-off'
  | 'busy'
  | 'no-space'

/** A form that is shown again, with what is wrong with it. */
export type WrongForm = { wrong?: ImportWrong; fields?: ImportFields }

/** The form of an upload, with the upload that there is, and imports from a shell of the last day. */
export const loadImportForm = (deps: LoaderDeps) => showImportForm(deps)

export async function showImportForm(deps: LoaderDeps, form: WrongForm = {}) {
  const { db } = deps.store
  const upload = await readUpload(db)
  return {
    screen: 'import' as const,
    current: upload && (await shownImport(deps, upload)),
    commands: (await readRuns(db, 'command')).map((run) => withStall(run, deps)),
    ...form,
  }
}

/** The state of an import. An old id leads to the form. */
export const loadImport = (deps: LoaderDeps, request: FastifyRequest) => showImport(deps, request)

export async function showImport(deps: LoaderDeps, request: FastifyRequest, form: WrongForm = {}) {
  const upload = await uploadOf(deps, request)
  if (!upload) return { path: importPath }
  return { screen: 'import-run' as const, run: await shownImport(deps, upload), ...form }
}

/** The page that asks before an import begins or goes on. */
export async function loadImportAsk(deps: LoaderDeps, request: FastifyRequest) {
  const shown = await showImport(deps, request)
  if (!('run' in shown) || !mayStart(shown.run) || shown.run.place === 'missing') return shown
  const { run } = shown
  return {
    screen: 'ask' as const,
    action: importActPath(run.id, 'run'),
    question: questionOf(run, run.checked!),
    typed: {},
  }
}

function questionOf(
  { id, name, result }: ShownImport,
  checked: NonNullable<ShownImport['checked']>,
): Question {
  const { entered } = checked
  // A file of people who left enters nobody: they are noted, so that no later file enters them.
  const work = entered > 0 ? `Import ${peopleText(entered)}` : 'Note who left elsewhere'
  return {
    nav: 'people',
    crumb: { label: 'People', path: navigation.people.path },
    backTo: importRunPath(id),
    title: `${work}?`,
    note: ['From ', { name }, '. It runs on the server and goes on without this page.'],
    facts: {
      Added:
        checked.as === 'left'
          ? 'nobody: everybody in the file left'
          : `${peopleText(entered)}, ${checked.as}`,
      ...(result && {
        Done: `${grouped(result.rows)} rows, ${peopleText(result.entered)} added: it goes on behind them`,
      }),
      Refused: `${grouped(checked.rows - entered)} rows; people who are on the list stay as they are`,
      ...(checked.takenOff > 0 && {
        'Taken off': `${peopleText(checked.takenOff)}, who left elsewhere and are here only by an earlier import`,
      }),
      Mail: 'none is sent',
      Undo: 'none: people can be taken off or erased under People',
    },
    button: work,
    back: 'Not now',
  }
}

/** The upload that the address names; null for an old one. */
export async function uploadOf(
  { store }: Pick<LoaderDeps, 'store'>,
  request: FastifyRequest,
): Promise<ImportRun | null> {
  const upload = await readUpload(store.db)
  return upload?.id === (request.params as { id: string }).id ? upload : null
}

export type ShownImport = Awaited<ReturnType<typeof shownImport>>

/**
 * An import with where its file is, and the lines of it that are here. `stalledSince`: its work was
 * last seen then, longer ago than it can be by itself.
 */
async function shownImport({ config, store, now }: LoaderDeps, run: ImportRun) {
  const files = importFiles(config.dataDir)
  const here = serverName(config.port)
  const isHere = run.state === 'done' || (await files.hasUpload(run))
  const lines = isHere ? await files.readLines(run.id) : null
  const isMissing = store.engine === 'sqlite' || run.server === here
  const has = run.state === 'done' ? lines !== null : isHere
  const place = has ? ('here' as const) : isMissing ? ('missing' as const) : ('elsewhere' as const)
  return { ...withStall(run, { now }), here, place, lines }
}

const withStall = (run: ImportRun, { now }: Pick<LoaderDeps, 'now'>) => ({
  ...run,
  stalledSince: stalledSince(run, now()),
})

const kinds = ['confirmed', 'unconfirmed', 'left', 'service'] as const

/** What the operator says about the file, or what is wrong with it. */
export function optionsIn(fields: ImportFields): ImportOptions | ImportWrong {
  const { reason, source, date, wording, status, ignore } = fields
  const people = kinds.find((kind) => kind === fields.people)
  if (people === undefined) return 'kind'
  const isLeft = people === 'left'
  const consent = isLeft || date.trim() === '' ? { at: null } : readLocalDay(date, 'UTC')
  if ('wrong' in consent) return consent.wrong === 'unreadable' ? 'date' : 'no-such-day'
  return {
    people: people === 'service' ? null : people,
    leftReason: (isLeft && leftReasons.find((name) => name === reason)) || null,
    statusColumns: namesIn(status),
    ignoredColumns: namesIn(ignore),
    consentSource: source.trim(),
    consentAt: consent.at,
    consentWording: wording.trim(),
  }
}

/** Names of columns, one in a line or between commas. */
const namesIn = (text: string): string[] =>
  text
    .split(/[,\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .slice(0, 20)
