import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  importActPath,
  importPath,
  importRefusedPath,
  importRunPath,
  type ImportFields,
  type ImportRun,
  type ImportWrong,
} from '#contract/import-screens.ts'
import { dashboardPaths } from '#contract/screens.ts'
import { parseTime, type ImportTerms } from '#server/people/check-row.ts'
import { senderOf } from '#server/signup/guard.ts'
import { insertAct, writeOutcome } from './action-log.ts'
import { isFormToken } from './form-token.ts'
import { signedIn, type ScreenHandler, type SignedIn } from './guard.ts'
import { mayStart, openImports, type Imports } from './import-runs.ts'
import { isTooLarge, receiveUpload, uploadLimits, type UploadLimits } from './import-upload.ts'
import type { DashboardDeps } from './routes.ts'

type ImportDeps = DashboardDeps & { imports: Imports; uploadLimits: UploadLimits }

type AddRoute = (path: string, handler: ScreenHandler, roles?: { readers: boolean }) => void

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
  act(importActPath(':id', 'discard'), discardImport(deps), operators)
  screen(importRefusedPath(':id'), refusedRows(deps), operators)
  app.register(async (inner) => uploadRoute(inner, deps))
}

const importForm =
  ({ screens, imports }: ImportDeps): ScreenHandler =>
  (request, reply, who) =>
    screens.show(request, reply, who, { screen: 'import', current: imports.latest() })

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

const toForm = async (reply: FastifyReply) =>
  reply.header('cache-control', 'no-store').redirect(importPath, 303)
const toRun = async (reply: FastifyReply, id: string) =>
  reply.header('cache-control', 'no-store').redirect(importRunPath(id), 303)

/** Starts the import, or continues it. Of two operators one starts it, and both see it run. */
const startImport =
  ({ store, imports, now }: ImportDeps): ScreenHandler =>
  async (request, reply, { session }) => {
    const run = currentRun(request, imports)
    if (!run) return toForm(reply)
    const actId = randomUUIDv7()
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

const discardImport =
  ({ store, imports, now }: ImportDeps): ScreenHandler =>
  async (request, reply, { session }) => {
    const run = currentRun(request, imports)
    if (!run || !imports.discard(run.id)) return run ? toRun(reply, run.id) : toForm(reply)
    const actId = randomUUIDv7()
    await store.transact((trx) =>
      insertAct(
        trx,
        actId,
        { operator: session.operator, action: 'discard-import', outcome: 'done' },
        now(),
      ),
    )
    return reply.header('cache-control', 'no-store').redirect(`${importPath}?done=${actId}`, 303)
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

/**
 * DASH-4: the upload. Origin, session, role and size are checked before the body is read, the form
 * token and the other fields before the file is. Reads only multipart forms.
 */
function uploadRoute(app: FastifyInstance, deps: ImportDeps): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null))
  app.post(importPath, { config: { guard: 'session' } }, async (request, reply) => {
    const who = await mayUpload(request, reply, deps)
    return who ? upload(request, reply, who, deps) : reply
  })
}

/** Answers and returns null where the body must not be read. The connection is closed then. */
async function mayUpload(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: ImportDeps,
): Promise<SignedIn | null> {
  const close = () => reply.headers({ connection: 'close', 'cache-control': 'no-store' })
  if (senderOf(request.headers, deps.publicUrl) !== 'our-page') {
    await close()
      .code(403)
      .type('text/plain; charset=utf-8')
      .send('This form was sent by another site. Open the dashboard and send it from there.')
    return null
  }
  const who = await signedIn(request, deps)
  if (!who) {
    await close().redirect(dashboardPaths.signIn, 303)
    return null
  }
  if (who.role === 'reader') {
    await deps.screens.show(request, close(), who, { screen: 'operators-only' })
    return null
  }
  if (isTooLarge(request.raw, deps.uploadLimits)) {
    await showForm(request, close(), who, deps, 'too-large')
    return null
  }
  return who
}

const showForm = (
  request: FastifyRequest,
  reply: FastifyReply,
  who: SignedIn,
  { screens, imports }: ImportDeps,
  wrong: ImportWrong,
  fields?: ImportFields,
) =>
  screens.show(request, reply, who, {
    screen: 'import',
    current: imports.latest(),
    wrong,
    ...(fields && { fields }),
  })

async function upload(
  request: FastifyRequest,
  reply: FastifyReply,
  who: SignedIn,
  deps: ImportDeps,
) {
  const { imports, store, now } = deps
  const { operator, token } = who.session
  const id = randomUUID()
  const received = await receiveUpload(
    request.raw,
    imports.uploadPath(id),
    (fields, sent) => {
      if (!isFormToken(token, sent)) return 'token'
      return imports.isBusy() ? 'busy' : wrongTerms(fields)
    },
    deps.uploadLimits,
  )
  if ('wrong' in received) {
    imports.drop(id)
    return showForm(request, reply, who, deps, received.wrong, received.fields)
  }
  const { name, bytes, fields } = received
  const terms = termsOf(fields) as ImportTerms
  await store.transact((trx) =>
    insertAct(
      trx,
      randomUUIDv7(),
      { operator, action: 'upload-import', details: { bytes }, outcome: 'done' },
      now(),
    ),
  )
  const { confirmed } = terms
  if (imports.check({ id, operator, name, bytes, confirmed, terms, format: formatOf(name) }))
    return toRun(reply, id)
  imports.drop(id)
  return showForm(request, reply, who, deps, 'busy', fields)
}

const formatOf = (name: string) => (/\.(?:jsonl|ndjson)$/i.test(name) ? 'jsonl' : 'csv')

function wrongTerms(fields: ImportFields): ImportWrong | null {
  const terms = termsOf(fields)
  return typeof terms === 'string' ? terms : null
}

function termsOf({ people, source, date, wording }: ImportFields): ImportTerms | ImportWrong {
  if (people !== 'confirmed' && people !== 'unconfirmed') return 'kind'
  const consentAt = date.trim() === '' ? null : parseTime(date.trim())
  if (date.trim() !== '' && consentAt === null) return 'date'
  return {
    confirmed: people === 'confirmed',
    consentSource: source.trim(),
    consentAt,
    consentWording: wording.trim(),
  }
}
