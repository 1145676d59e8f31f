import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Question } from '#contract/dashboard/ask.ts'
import {
  importActPath,
  importPath,
  importRefusedPath,
  importRunPath,
  leftReasons,
} from '#contract/people/imports.ts'
import { navigation } from '#contract/dashboard/navigation.ts'
import { grouped, peopleText } from '#contract/english.ts'
import { insertAct } from '#server/acts/action-log.ts'
import { readLocalDay } from '#server/counts/zone-clock.ts'
import { newId } from '#server/db/new-id.ts'
import {
  checkAgain,
  discardRun,
  importFiles,
  isActive,
  mayStart,
  readRuns,
  readUpload,
  serverName,
  stalledSince,
  startRun,
  type ImportRun,
} from './import-run.ts'
import type { ImportOptions } from './import.ts'
import {
  loader,
  notFound,
  ofId,
  typedField,
  type LoaderDeps,
  type ScreenRoute,
  type Viewer,
} from '#server/http/loader.ts'

const typed = typedField(4_000)

/** The fields of a form as they were sent. A file cannot be filled in again. */
export const importFields = z.object({
  people: typed,
  reason: typed,
  source: typed,
  date: typed,
  wording: typed,
  status: typed,
  ignore: typed,
})
export type ImportFields = z.output<typeof importFields>

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

/** A loader of the upload that the address names. An old id leads to the form. */
const ofUpload = <Shape extends typeof ofId, View>(
  shape: Shape,
  load: (
    deps: LoaderDeps,
    upload: ImportRun,
    sent: z.output<Shape>,
    viewer: Viewer,
  ) => Promise<View>,
) =>
  loader(shape, async (deps: LoaderDeps, sent, viewer) => {
    const upload = await readUpload(deps.store.db)
    return upload?.id === sent.id ? load(deps, upload, sent, viewer) : { path: importPath }
  })

/** The state of an import. */
export const loadImport = ofUpload(ofId, (deps, upload) => showImport(deps, upload))

const showImport = async (deps: LoaderDeps, upload: ImportRun, form: WrongForm = {}) => ({
  screen: 'import-run' as const,
  run: await shownImport(deps, upload),
  ...form,
})

/** The page that asks before an import begins or goes on. */
export const loadImportAsk = ofUpload(ofId, async (deps, upload) => {
  const shown = await showImport(deps, upload)
  const { run } = shown
  if (!mayStart(run) || run.place === 'missing') return shown
  return {
    screen: 'ask' as const,
    action: importActPath(run.id, 'run'),
    question: questionOf(run, run.checked!),
    typed: {},
  }
})

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

/** Starts the import, or lets it go on. Of two operators one starts it, and both see it run. */
export const startImport = ofUpload(ofId, async (deps, upload, _, { operator }) => {
  const { store, now, importChanged } = deps
  await store.transact((trx) => startRun(trx, upload, operator, now()))
  importChanged()
  return { path: importRunPath(upload.id) }
})

const checkFields = ofId.extend(importFields.shape)

/** Checks the file again with other choices. A form with a mistake comes back as it was sent. */
export const checkImport = ofUpload(checkFields, async (deps, upload, { id, ...fields }) => {
  const options = optionsIn(fields)
  if (typeof options === 'string') return showImport(deps, upload, { wrong: options, fields })
  const { store, now, importChanged } = deps
  await store.transact((trx) => checkAgain(trx, upload, options, now()))
  importChanged()
  return { path: importRunPath(id) }
})

export const discardImport = ofUpload(ofId, async (deps, upload, _, { operator }) => {
  const { store, config, now } = deps
  const id = newId()
  const act = { operator, action: 'discard-import', outcome: 'done' } as const
  const isGone = await store.transact(async (trx) => {
    const discarded = await discardRun(trx, upload, now())
    if (discarded) await insertAct(trx, id, act, now())
    return discarded
  })
  if (!isGone) return { path: importRunPath(upload.id) }
  await importFiles(config.dataDir).remove(upload.id)
  return { path: `${importPath}?done=${id}` }
})

export const refusedRows = loader(ofId, async ({ store, config }, { id }) => {
  const upload = await readUpload(store.db)
  // While work writes the file, it may be cut back.
  const isWritten = upload?.id === id && !isActive(upload)
  const path = isWritten ? importFiles(config.dataDir).refusedPath(id) : null
  const found = path && (await stat(path).catch(() => null))
  if (!path || !found) return notFound
  return (reply: FastifyReply) =>
    reply
      .headers({
        'cache-control': 'no-store',
        'content-disposition': 'attachment; filename="refused-rows.csv"',
      })
      .type('text/csv; charset=utf-8')
      .send(createReadStream(path))
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

export const importScreens = [
  [importPath, loadImportForm, 'operator'],
  [importRunPath(':id'), loadImport, 'operator'],
  [importActPath(':id', 'run'), loadImportAsk, 'operator'],
  [importRefusedPath(':id'), refusedRows, 'operator'],
] as const satisfies readonly ScreenRoute[]

export const importForms = [
  [importActPath(':id', 'run'), startImport],
  [importActPath(':id', 'check'), checkImport],
  [importActPath(':id', 'discard'), discardImport],
] as const satisfies readonly ScreenRoute[]
