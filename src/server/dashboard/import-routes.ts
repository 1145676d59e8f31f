import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import {
  importActPath,
  importPath,
  importRefusedPath,
  importRunPath,
} from '#contract/import-screens.ts'
import { insertAct } from '#server/acts/action-log.ts'
import { newId } from '#server/db/new-id.ts'
import { seeOther } from '#server/http/answers.ts'
import { importFiles } from '#server/imports/files.ts'
import { checkAgain, discardRun, isActive, startRun } from '#server/imports/import-run.ts'
import type { DashboardDeps } from './dashboard-deps.ts'
import type { AddRoute, ScreenHandler } from './guard.ts'
import {
  fieldsOf,
  loadImport,
  loadImportAsk,
  loadImportForm,
  optionsIn,
  showImport,
  uploadOf,
} from './imports.ts'
import { showing, type OpenScreens } from './screens.ts'

type ImportDeps = DashboardDeps & { screens: OpenScreens }

/** The routes of the import by upload, but for the upload. Readers can open none of them. */
export function importRoutes(
  { screen, act }: { screen: AddRoute; act: AddRoute },
  deps: ImportDeps,
): void {
  const operators = { readers: false }
  screen(importPath, showing(loadImportForm, deps), operators)
  screen(importRunPath(':id'), showing(loadImport, deps), operators)
  screen(importActPath(':id', 'run'), showing(loadImportAsk, deps), operators)
  act(importActPath(':id', 'run'), startImport(deps), operators)
  act(importActPath(':id', 'check'), checkImport(deps), operators)
  act(importActPath(':id', 'discard'), discardImport(deps), operators)
  screen(importRefusedPath(':id'), refusedRows(deps), operators)
}

/** Starts the import, or lets it go on. Of two operators one starts it, and both see it run. */
const startImport =
  (deps: ImportDeps): ScreenHandler =>
  async (request, reply, { session }) => {
    const upload = await uploadOf(deps, request)
    if (!upload) return seeOther(reply, importPath)
    const { store, now, importChanged } = deps
    await store.transact((trx) => startRun(trx, upload, session.operator, now()))
    importChanged()
    return seeOther(reply, importRunPath(upload.id))
  }

/** Checks the file again with other choices. A form with a mistake comes back as it was sent. */
const checkImport =
  (deps: ImportDeps): ScreenHandler =>
  async (request, reply, who) => {
    const upload = await uploadOf(deps, request)
    if (!upload) return seeOther(reply, importPath)
    const fields = fieldsOf((request.body ?? {}) as Record<string, unknown>)
    const options = optionsIn(fields)
    if (typeof options === 'string') {
      const form = { wrong: options, fields }
      return showing(() => showImport(deps, request, form), deps)(request, reply, who)
    }
    const { store, now, importChanged } = deps
    await store.transact((trx) => checkAgain(trx, upload, options, now()))
    importChanged()
    return seeOther(reply, importRunPath(upload.id))
  }

const discardImport =
  (deps: ImportDeps): ScreenHandler =>
  async (request, reply, { session }) => {
    const upload = await uploadOf(deps, request)
    if (!upload) return seeOther(reply, importPath)
    const { store, config, now } = deps
    const id = newId()
    const act = { operator: session.operator, action: 'discard-import', outcome: 'done' } as const
    const isGone = await store.transact(async (trx) => {
      const discarded = await discardRun(trx, upload, now())
      if (discarded) await insertAct(trx, id, act, now())
      return discarded
    })
    if (!isGone) return seeOther(reply, importRunPath(upload.id))
    await importFiles(config.dataDir).remove(upload.id)
    return seeOther(reply, `${importPath}?done=${id}`)
  }

const refusedRows =
  (deps: ImportDeps): ScreenHandler =>
  async (request, reply, who) => {
    const upload = await uploadOf(deps, request)
    // While work writes the file, it may be cut back.
    const isWritten = upload && !isActive(upload)
    const path = isWritten ? importFiles(deps.config.dataDir).refusedPath(upload.id) : null
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
