import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  importActPath,
  importPath,
  importRefusedPath,
  importRunPath,
  leftReasons,
  type ImportFields,
  type ImportRun as ShownRun,
  type ImportWrong,
} from '#contract/import-screens.ts'
import { insertAct } from '#server/acts/action-log.ts'
import { readLocalDay } from '#server/counts/local-time.ts'
import { newId } from '#server/db/new-id.ts'
import { seeOther } from '#server/http/answers.ts'
import { importFiles, serverName, type ImportFiles } from '#server/imports/files.ts'
import {
  checkAgain,
  discardRun,
  mayStart,
  readRuns,
  readUpload,
  stalledSince,
  startRun,
  type ImportRun,
} from '#server/imports/import-run.ts'
import type { ImportOptions } from '#server/imports/import.ts'
import type { DashboardDeps } from './dashboard-deps.ts'
import type { AddRoute, ScreenHandler } from './guard.ts'

type ImportDeps = DashboardDeps & { files: ImportFiles }

/** Every route of the import by upload. Readers can open none of them. */
export function importRoutes(
  { screen, act }: { screen: AddRoute; act: AddRoute },
  dashboard: DashboardDeps,
): void {
  const deps: ImportDeps = { ...dashboard, files: importFiles(dashboard.config.dataDir) }
  const operators = { readers: false }
  screen(importPath, importForm(deps), operators)
  screen(importRunPath(':id'), importScreen('import-run', deps), operators)
  screen(importActPath(':id', 'run'), importScreen('import-ask', deps), operators)
  act(importActPath(':id', 'run'), startImport(deps), operators)
  act(importActPath(':id', 'check'), checkImport(deps), operators)
  act(importActPath(':id', 'discard'), discardImport(deps), operators)
  screen(importRefusedPath(':id'), refusedRows(deps), operators)
}

const importForm =
  (deps: ImportDeps): ScreenHandler =>
  async (request, reply, who) =>
    deps.screens.show(request, reply, who, { screen: 'import', ...(await latestImports(deps)) })

/** What the form shows of imports that there are. */
export async function latestImports(dashboard: DashboardDeps) {
  const deps = { ...dashboard, files: importFiles(dashboard.config.dataDir) }
  const { db } = deps.store
  const upload = await readUpload(db)
  const commands = await readRuns(db, 'command')
  return {
    current: upload && (await shownRun(upload, deps)),
    commands: await Promise.all(commands.map((run) => shownRun(run, deps))),
  }
}

/** An import with where its file is, and the lines of it that are here. */
async function shownRun(run: ImportRun, deps: ImportDeps): Promise<ShownRun> {
  const { files, store, config, now } = deps
  const here = serverName(config.port)
  const isHere = run.state === 'done' ? await files.has(run.id) : await files.hasUpload(run)
  const isMissing = store.engine === 'sqlite' || run.server === here
  return {
    ...run,
    here,
    place: isHere ? 'here' : isMissing ? 'missing' : 'elsewhere',
    stalledSince: stalledSince(run, now()),
    lines: isHere ? await files.readLines(run.id) : { facts: null, refused: [] },
  }
}

/** The upload that the address names; null for an old one. */
async function uploadIn(request: FastifyRequest, { store }: ImportDeps): Promise<ImportRun | null> {
  const upload = await readUpload(store.db)
  return upload?.id === (request.params as { id: string }).id ? upload : null
}

/** The state of an import, or the page that asks before it. An old id leads to the form. */
const importScreen =
  (screen: 'import-run' | 'import-ask', deps: ImportDeps): ScreenHandler =>
  async (request, reply, who) => {
    const upload = await uploadIn(request, deps)
    if (!upload) return toForm(reply)
    const run = await shownRun(upload, deps)
    const asks = screen === 'import-ask' && mayStart(upload) && run.place !== 'missing'
    return deps.screens.show(request, reply, who, { screen: asks ? screen : 'import-run', run })
  }

const toForm = async (reply: FastifyReply) => seeOther(reply, importPath)
export const toRun = async (reply: FastifyReply, id: string) => seeOther(reply, importRunPath(id))

/** Starts the import, or lets it go on. Of two operators one starts it, and both see it run. */
const startImport =
  (deps: ImportDeps): ScreenHandler =>
  async (request, reply, { session }) => {
    const { store, now, importChanged } = deps
    const upload = await uploadIn(request, deps)
    if (!upload) return toForm(reply)
    await store.transact((trx) => startRun(trx, upload, session.operator, now()))
    importChanged()
    return toRun(reply, upload.id)
  }

/** Checks the file again with other choices. A form with a mistake comes back as it was sent. */
const checkImport =
  (deps: ImportDeps): ScreenHandler =>
  async (request, reply, who) => {
    const { store, screens, now, importChanged } = deps
    const upload = await uploadIn(request, deps)
    if (!upload) return toForm(reply)
    const sent = new Map(Object.entries((request.body ?? {}) as Record<string, unknown>))
    const fields = fieldsOf((name) => String(sent.get(name) ?? '').slice(0, 4_000))
    const options = optionsIn(fields)
    if (typeof options === 'string') {
      const run = await shownRun(upload, deps)
      return screens.show(request, reply.code(422), who, {
        screen: 'import-run',
        run,
        wrong: options,
        fields,
      })
    }
    await store.transact((trx) => checkAgain(trx, upload, options, now()))
    importChanged()
    return toRun(reply, upload.id)
  }

const discardImport =
  (deps: ImportDeps): ScreenHandler =>
  async (request, reply, { session }) => {
    const { store, files, now } = deps
    const upload = await uploadIn(request, deps)
    if (!upload) return toForm(reply)
    const actId = newId()
    const act = { operator: session.operator, action: 'discard-import', outcome: 'done' } as const
    const isGone = await store.transact(
      async (trx) =>
        (await discardRun(trx, upload, now())) && !!(await insertAct(trx, actId, act, now())),
    )
    if (!isGone) return toRun(reply, upload.id)
    await files.remove(upload.id)
    return seeOther(reply, `${importPath}?done=${actId}`)
  }

const refusedRows =
  (deps: ImportDeps): ScreenHandler =>
  async (request, reply, who) => {
    const upload = await uploadIn(request, deps)
    const isWritten = upload && (upload.checked !== null || upload.state === 'failed')
    const path = isWritten && upload.state !== 'running' ? deps.files.refusedPath(upload.id) : null
    const found = path && (await stat(path).catch(() => null))
    if (!path || !found) return deps.screens.show(request, reply, who, { screen: 'not-found' })
    return reply
      .headers({
        'cache-control': 'no-store',
        'content-disposition': 'attachment; filename="refused-rows.csv"',
      })
      .type('text/csv; charset=utf-8')
      .send(createReadStream(path))
  }

/** `sent` returns a field as the browser sent it, empty where it did not. */
export const fieldsOf = (sent: (name: keyof ImportFields) => string): ImportFields => ({
  people: sent('people'),
  reason: sent('reason'),
  source: sent('source'),
  date: sent('date'),
  wording: sent('wording'),
  status: sent('status'),
  ignore: sent('ignore'),
})

const kinds = {
  confirmed: 'confirmed',
  unconfirmed: 'unconfirmed',
  left: 'left',
  service: null,
} as const

/** What the operator says about the file, or what is wrong with it. */
export function optionsIn(fields: ImportFields): ImportOptions | ImportWrong {
  const { people, reason, source, date, wording, status, ignore } = fields
  if (!Object.hasOwn(kinds, people)) return 'kind'
  const isLeft = people === 'left'
  const consent = isLeft || date.trim() === '' ? { at: null } : readLocalDay(date, 'UTC')
  if ('wrong' in consent) return consent.wrong === 'unreadable' ? 'date' : 'no-such-day'
  return {
    people: kinds[people as keyof typeof kinds],
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
