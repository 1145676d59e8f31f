import { newId } from '#server/db/new-id.ts'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  importActPath,
  importPath,
  importRefusedPath,
  importRunPath,
  type ImportRun,
} from '#contract/import-screens.ts'
import { insertAct, writeOutcome } from '#server/acts/action-log.ts'
import type { AddRoute, ScreenHandler } from './guard.ts'
import { mayStart, openImports, type Imports } from './import-runs.ts'
import { uploadElsewhere } from './import-elsewhere.ts'
import { optionsIn, toRun, uploadRoute, type ImportDeps } from './import-upload-route.ts'
import { fieldsOf, uploadLimits } from './import-upload.ts'
import type { DashboardDeps } from './dashboard-deps.ts'
import { seeOther } from '#server/http/answers.ts'

/** Every route of the import by upload. Readers can open none of them. */
export function importRoutes(
  app: FastifyInstance,
  { screen, act }: { screen: AddRoute; act: AddRoute },
  dashboard: DashboardDeps,
): void {
  const { dataDir } = dashboard.config
  const imports = openImports({ ...dashboard, dataDir })
  const deps: ImportDeps = { ...dashboard, imports, uploadLimits }
  const operators = { readers: false }
  app.addHook('onClose', () => imports.stop())
  screen(importPath, importForm(deps), operators)
  screen(importRunPath(':id'), importScreen('import-run', deps), operators)
  screen(importActPath(':id', 'run'), importScreen('import-ask', deps), operators)
  act(importActPath(':id', 'run'), startImport(deps), operators)
  act(importActPath(':id', 'check'), checkAgain(deps), operators)
  act(importActPath(':id', 'discard'), discardImport(deps), operators)
  screen(importRefusedPath(':id'), refusedRows(deps), operators)
  app.register(async (inner) => uploadRoute(inner, deps))
}

const importForm =
  ({ screens, imports, store, config, now }: ImportDeps): ScreenHandler =>
  async (request, reply, who) => {
    const current = imports.latest()
    const { port } = config
    const since = current?.startedAt ?? 0
    const elsewhere = await uploadElsewhere(store.db, { port, since, now: now() })
    return screens.show(request, reply, who, {
      screen: 'import',
      current,
      ...(elsewhere && { elsewhere }),
    })
  }

/** The state of an import, or the page that asks before it. An old id leads to the form. */
const importScreen =
  (screen: 'import-run' | 'import-ask', { screens, imports }: ImportDeps): ScreenHandler =>
  (request, reply, who) => {
    const run = currentRun(request, imports)
    if (!run) return toForm(reply)
    const shown = screen === 'import-ask' && !mayStart(run) ? 'import-run' : screen
    return screens.show(request, reply, who, { screen: shown, run })
  }

const currentRun = (request: FastifyRequest, imports: Imports): ImportRun | null => {
  const run = imports.latest()
  return run?.id === (request.params as { id: string }).id ? run : null
}

const toForm = async (reply: FastifyReply) => seeOther(reply, importPath)

/** Starts the import, or continues it. Of two operators one starts it, and both see it run. */
const startImport =
  ({ store, imports, now }: ImportDeps): ScreenHandler =>
  async (request, reply, { session }) => {
    const run = currentRun(request, imports)
    if (!run) return toForm(reply)
    const actId = newId()
    await imports.start(
      run.id,
      (rows) =>
        store.transact((trx) =>
          insertAct(
            trx,
            actId,
            { operator: session.operator, action: 'import', details: { rows } },
            now(),
          ),
        ),
      async (outcome) => {
        await store.transact((trx) => writeOutcome(trx, actId, outcome))
      },
    )
    return toRun(reply, run.id)
  }

/** Checks the file again with other choices. A form with a mistake comes back as it was sent. */
const checkAgain =
  ({ imports, screens }: ImportDeps): ScreenHandler =>
  async (request, reply, who) => {
    const run = currentRun(request, imports)
    if (!run) return toForm(reply)
    const sent = new Map(Object.entries((request.body ?? {}) as Record<string, unknown>))
    const fields = fieldsOf((name) => String(sent.get(name) ?? '').slice(0, 4_000))
    const options = optionsIn(fields)
    if (typeof options === 'string')
      return screens.show(request, reply.code(422), who, {
        screen: 'import-run',
        run,
        wrong: options,
        fields,
      })
    imports.checkAgain(run.id, options)
    return toRun(reply, run.id)
  }

const discardImport =
  ({ store, imports, now }: ImportDeps): ScreenHandler =>
  async (request, reply, { session }) => {
    const run = currentRun(request, imports)
    if (!run || !imports.discard(run.id)) return run ? toRun(reply, run.id) : toForm(reply)
    const actId = newId()
    await store.transact((trx) =>
      insertAct(
        trx,
        actId,
        { operator: session.operator, action: 'discard-import', outcome: 'done' },
        now(),
      ),
    )
    return seeOther(reply, `${importPath}?done=${actId}`)
  }

const refusedRows =
  ({ screens, imports }: ImportDeps): ScreenHandler =>
  async (request, reply, who) => {
    const run = currentRun(request, imports)
    const path = run && !imports.isBusy() ? imports.refusedPath(run.id) : null
    const found = path && (await stat(path).catch(() => null))
    if (!path || !found) return screens.show(request, reply, who, { screen: 'not-found' })
    return reply
      .headers({
        'cache-control': 'no-store',
        'content-disposition': 'attachment; filename="refused-rows.csv"',
      })
      .type('text/csv; charset=utf-8')
      .send(createReadStream(path))
  }
