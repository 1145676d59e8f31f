import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Question } from '#contract/ask.ts'
import { importActPath, importPath, importRunPath, leftReasons } from '#contract/import-screens.ts'
import { navigation } from '#contract/navigation.ts'
import { grouped, peopleText } from '#contract/text.ts'
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
import type { DashboardDeps } from '#server/dashboard/deps.ts'
import type { SignedIn } from '#server/dashboard/sessions.ts'

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
export const loadImportForm = (deps: DashboardDeps) => showImportForm(deps)

export async function showImportForm(deps: DashboardDeps, form: WrongForm = {}) {
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
export const loadImport = (deps: DashboardDeps, request: FastifyRequest) =>
  showImport(deps, request)

async function showImport(deps: DashboardDeps, request: FastifyRequest, form: WrongForm = {}) {
  const upload = await uploadOf(deps, request)
  if (!upload) return { path: importPath }
  return { screen: 'import-run' as const, run: await shownImport(deps, upload), ...form }
}

/** The page that asks before an import begins or goes on. */
export async function loadImportAsk(deps: DashboardDeps, request: FastifyRequest) {
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
async function uploadOf(
  { store }: DashboardDeps,
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
async function shownImport({ config, store, now }: DashboardDeps, run: ImportRun) {
  const files = importFiles(config.dataDir)
  const here = serverName(config.port)
  const isHere = run.state === 'done' || (await files.hasUpload(run))
  const lines = isHere ? await files.readLines(run.id) : null
  const isMissing = store.engine === 'sqlite' || run.server === here
  const has = run.state === 'done' ? lines !== null : isHere
  const place = has ? ('here' as const) : isMissing ? ('missing' as const) : ('elsewhere' as const)
  return { ...withStall(run, { now }), here, place, lines }
}

const withStall = (run: ImportRun, { now }: Pick<DashboardDeps, 'now'>) => ({
  ...run,
  stalledSince: stalledSince(run, now()),
})

/** Starts the import, or lets it go on. Of two operators one starts it, and both see it run. */
export async function startImport(
  deps: DashboardDeps,
  request: FastifyRequest,
  { session }: SignedIn,
) {
  const upload = await uploadOf(deps, request)
  if (!upload) return { path: importPath }
  const { store, now, importChanged } = deps
  await store.transact((trx) => startRun(trx, upload, session.operator, now()))
  importChanged()
  return { path: importRunPath(upload.id) }
}

/** Checks the file again with other choices. A form with a mistake comes back as it was sent. */
export async function checkImport(deps: DashboardDeps, request: FastifyRequest) {
  const upload = await uploadOf(deps, request)
  if (!upload) return { path: importPath }
  const fields = fieldsOf((request.body ?? {}) as Record<string, unknown>)
  const options = optionsIn(fields)
  if (typeof options === 'string') return showImport(deps, request, { wrong: options, fields })
  const { store, now, importChanged } = deps
  await store.transact((trx) => checkAgain(trx, upload, options, now()))
  importChanged()
  return { path: importRunPath(upload.id) }
}

export async function discardImport(
  deps: DashboardDeps,
  request: FastifyRequest,
  { session }: SignedIn,
) {
  const upload = await uploadOf(deps, request)
  if (!upload) return { path: importPath }
  const { store, config, now } = deps
  const id = newId()
  const act = { operator: session.operator, action: 'discard-import', outcome: 'done' } as const
  const isGone = await store.transact(async (trx) => {
    const discarded = await discardRun(trx, upload, now())
    if (discarded) await insertAct(trx, id, act, now())
    return discarded
  })
  if (!isGone) return { path: importRunPath(upload.id) }
  await importFiles(config.dataDir).remove(upload.id)
  return { path: `${importPath}?done=${id}` }
}

export async function refusedRows(deps: DashboardDeps, request: FastifyRequest) {
  const upload = await uploadOf(deps, request)
  // While work writes the file, it may be cut back.
  const isWritten = upload && !isActive(upload)
  const path = isWritten ? importFiles(deps.config.dataDir).refusedPath(upload.id) : null
  const found = path && (await stat(path).catch(() => null))
  if (!path || !found) return { screen: 'not-found' as const }
  return (reply: FastifyReply) =>
    reply
      .headers({
        'cache-control': 'no-store',
        'content-disposition': 'attachment; filename="refused-rows.csv"',
      })
      .type('text/csv; charset=utf-8')
      .send(createReadStream(path))
}

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
