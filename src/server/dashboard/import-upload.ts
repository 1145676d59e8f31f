import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { importPath, importRunPath, mostUploadBytes } from '#contract/people/imports.ts'
import { seeOther } from '#server/http/answers.ts'
import {
  importFiles,
  serverName,
  insertUpload,
  isBusy,
  readUpload,
} from '#server/imports/import-run.ts'
import type { ImportOptions } from '#server/imports/import.ts'
import { receiveUpload, uploadLimits } from '#server/imports/receive-upload.ts'
import { optionsIn, showImportForm, type WrongForm } from '#server/imports/screens.ts'
import type { DashboardDeps } from './deps.ts'
import { refuseAsScreen, withSession } from './guard.ts'
import { isFormToken, type SignedIn } from './sessions.ts'
import { showing } from './show.ts'

/**
 * DASH-4: the upload. Origin, session, role and size are checked before the body is read, the form
 * token and the other fields before the file is. Reads only multipart forms.
 */
export function uploadRoute(app: FastifyInstance, deps: DashboardDeps): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null))
  app.post(
    importPath,
    { config: { guard: 'upload', refuse: refuseAsScreen(deps) } },
    withSession((request, reply, who) =>
      isTooLarge(request.raw)
        ? showForm(request, reply.header('connection', 'close'), who, deps, { wrong: 'too-large' })
        : upload(request, reply, who, deps),
    ),
  )
}

const showForm = (
  request: FastifyRequest,
  reply: FastifyReply,
  who: SignedIn,
  deps: DashboardDeps,
  form: WrongForm,
) => showing(() => showImportForm(deps, form), deps)(request, reply, who)

async function upload(
  request: FastifyRequest,
  reply: FastifyReply,
  who: SignedIn,
  deps: DashboardDeps,
) {
  const { store, config, now } = deps
  const files = importFiles(config.dataDir)
  const { operator, token } = who.session
  const id = randomUUID()
  await files.makeFolder()
  const busy = isBusy(await readUpload(store.db), now())
  const received = await receiveUpload(
    request.raw,
    files.uploadPath(id),
    (fields, sent) => {
      if (!isFormToken(token, sent)) return 'token'
      if (busy) return 'busy'
      const options = optionsIn(fields)
      return typeof options === 'string' ? options : null
    },
    uploadLimits,
  )
  if ('wrong' in received) {
    await files.remove(id)
    return showForm(request, reply, who, deps, received)
  }
  const { name, bytes, fields } = received
  const options = optionsIn(fields) as ImportOptions
  const server = serverName(config.port)
  const run = { id, operator, server, name, bytes, options, format: formatOf(name) }
  const before = await readUpload(store.db)
  const isTaken = await store.transact((trx) => insertUpload(trx, run, now()))
  await files.remove(isTaken ? (before?.id ?? '') : id)
  if (!isTaken) return showForm(request, reply, who, deps, { wrong: 'busy', fields })
  deps.importChanged()
  return seeOther(reply, importRunPath(id))
}

const formatOf = (name: string): 'csv' | 'jsonl' =>
  /\.(?:jsonl|ndjson)$/i.test(name) ? 'jsonl' : 'csv'

const formBytes = 64 * 1024

/** Whether the request says itself that it is too large. */
const isTooLarge = ({ headers }: IncomingMessage): boolean =>
  Number(headers['content-length'] ?? 0) > mostUploadBytes + formBytes
