import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { importPath, importRunPath, mostUploadBytes } from '#contract/import-screens.ts'
import { formTokenField } from '#contract/screens.ts'
import { seeOther } from '#server/http/answers.ts'
import { allowLongUpload } from '#server/http/http-limits.ts'
import { importFiles, serverName } from '#server/imports/files.ts'
import { insertUpload, isBusy, readUpload } from '#server/imports/import-run.ts'
import type { ImportOptions } from '#server/imports/import.ts'
import { refuseAsScreen } from './away.ts'
import type { DashboardDeps } from './dashboard-deps.ts'
import { isFormToken } from './form-token.ts'
import { withSession } from './guard.ts'
import {
  fieldsOf,
  optionsIn,
  showImportForm,
  type ImportFields,
  type ImportWrong,
  type WrongForm,
} from './imports.ts'
import { showing, type OpenScreens } from './screens.ts'
import type { SignedIn } from './sessions.ts'

type UploadDeps = DashboardDeps & { screens: OpenScreens }

/**
 * DASH-4: the upload. Origin, session, role and size are checked before the body is read, the form
 * token and the other fields before the file is. Reads only multipart forms.
 */
export function uploadRoute(app: FastifyInstance, deps: UploadDeps): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null))
  app.post(
    importPath,
    { config: { guard: 'upload', refuse: refuseAsScreen(deps) } },
    withSession((request, reply, who) =>
      isTooLarge(request.raw, uploadLimits)
        ? showForm(request, reply.header('connection', 'close'), who, deps, { wrong: 'too-large' })
        : upload(request, reply, who, deps),
    ),
  )
}

const showForm = (
  request: FastifyRequest,
  reply: FastifyReply,
  who: SignedIn,
  deps: UploadDeps,
  form: WrongForm,
) => showing(() => showImportForm(deps, form), deps)(request, reply, who)

async function upload(
  request: FastifyRequest,
  reply: FastifyReply,
  who: SignedIn,
  deps: UploadDeps,
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
      return busy ? 'busy' : wrongOptions(fields)
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

function wrongOptions(fields: ImportFields): ImportWrong | null {
  const options = optionsIn(fields)
  return typeof options === 'string' ? options : null
}

/** DASH-4: how long an upload may take. */
export type UploadLimits = { idleMs: number; mostMs: number; mostBytes: number }
export const uploadLimits: UploadLimits = {
  idleMs: 20_000,
  mostMs: 30 * 60_000,
  mostBytes: mostUploadBytes,
}

export type Upload = { name: string; bytes: number; fields: ImportFields }
export type Refusal = { wrong: ImportWrong; fields: ImportFields }

const formBytes = 64 * 1024

/** Whether the request says itself that it is too large. */
export const isTooLarge = ({ headers }: IncomingMessage, { mostBytes }: UploadLimits): boolean =>
  Number(headers['content-length'] ?? 0) > mostBytes + formBytes

/** What a form has sent so far. */
type Received = {
  sent: Map<string, string>
  /** why the file is refused; without one, that there is none */
  wrong: ImportWrong | null
  name: string
  bytes: number
  stored: Promise<void>
}

/**
 * Streams the file of a multipart form to `path`. The form token and all other fields come before
 * the file: `refuse` checks them before a byte of it is stored.
 */
export async function receiveUpload(
  request: IncomingMessage,
  path: string,
  refuse: (fields: ImportFields, token: string) => ImportWrong | null,
  limits: UploadLimits,
): Promise<Upload | Refusal> {
  const received: Received = {
    sent: new Map(),
    wrong: 'file',
    name: '',
    bytes: 0,
    stored: Promise.resolve(),
  }
  const { sent } = received
  const field = (name: string) => sent.get(name) ?? ''
  const parser = openParser(request, limits)
  parser.on('field', (name, value) => void sent.set(name, value))
  parser.on('file', (_field, stream, name) => {
    received.name = name.slice(0, 100)
    received.wrong = refuse(fieldsOf(field), sent.get(formTokenField) ?? '')
    received.stored = received.wrong ? drain(stream) : storeFile(stream, path, received)
    // The error is reported below, once the form has been read.
    received.stored.catch(() => {})
  })
  const free = allowLongUpload(request.socket, limits)
  try {
    await pipeline(request, parser)
    await received.stored
  } catch (error) {
    const isFull = (error as NodeJS.ErrnoException).code === 'ENOSPC'
    return { wrong: isFull ? 'no-space' : 'cut-off', fields: fieldsOf(field) }
  } finally {
    free()
  }
  const { wrong, name, bytes } = received
  return wrong ? { wrong, fields: fieldsOf(field) } : { name, bytes, fields: fieldsOf(field) }
}

const openParser = ({ headers }: IncomingMessage, { mostBytes }: UploadLimits) =>
  new Busboy({
    headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
    limits: {
      fieldSize: 8 * 1024,
      fields: 10,
      files: 1,
      parts: 12,
      headerPairs: 20,
      fileSize: mostBytes,
    },
  })

async function storeFile(
  stream: BusboyFileStream,
  path: string,
  received: Received,
): Promise<void> {
  const check = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (received.bytes === 0 && isZip(chunk)) received.wrong = 'zip'
      received.bytes += chunk.length
      // A refused upload is read to its end, so that the browser shows the answer.
      done(null, received.wrong ? undefined : chunk)
    },
  })
  await pipeline(stream, check, createWriteStream(path, { mode: 0o600 }))
  if (stream.truncated) received.wrong = 'too-large'
  else if (received.bytes === 0 && !received.wrong) received.wrong = 'file'
}

async function drain(stream: BusboyFileStream): Promise<void> {
  for await (const chunk of stream) void chunk
}

/** An .xlsx file is a ZIP file, too. */
const isZip = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04'))
