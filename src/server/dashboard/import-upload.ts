import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { importPath, importRunPath, mostUploadBytes } from '#contract/import-screens.ts'
import { formTokenField } from '#contract/navigation.ts'
import { minuteMs } from '#contract/time.ts'
import { seeOther } from '#server/http/answers.ts'
import { allowLongUpload } from '#server/http/http-limits.ts'
import {
  importFiles,
  serverName,
  insertUpload,
  isBusy,
  readUpload,
} from '#server/imports/import-run.ts'
import type { ImportOptions } from '#server/imports/import.ts'
import { refuseAsScreen, withSession } from './guard.ts'
import {
  fieldsOf,
  optionsIn,
  showImportForm,
  type ImportFields,
  type ImportWrong,
  type WrongForm,
} from '#server/imports/screens.ts'
import type { DashboardDeps } from './deps.ts'
import { showing, type OpenScreens } from './show.ts'
import { isFormToken, type SignedIn } from './sessions.ts'

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

/** DASH-4: how long an upload may take. */
export type UploadLimits = { idleMs: number; mostMs: number; mostBytes: number }
const uploadLimits: UploadLimits = {
  idleMs: 20_000,
  mostMs: 30 * minuteMs,
  mostBytes: mostUploadBytes,
}

export type Upload = { name: string; bytes: number; fields: ImportFields }
export type Refusal = { wrong: ImportWrong; fields: ImportFields }

const formBytes = 64 * 1024

/** Whether the request says itself that it is too large. */
const isTooLarge = ({ headers }: IncomingMessage): boolean =>
  Number(headers['content-length'] ?? 0) > mostUploadBytes + formBytes

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
  const sent = new Map<string, string>()
  const fields = () => fieldsOf(Object.fromEntries(sent))
  let file: Promise<ReceivedFile> = Promise.resolve({ wrong: 'file' })
  const parser = openParser(request, limits)
  parser.on('field', (name, value) => void sent.set(name, value.replaceAll('\0', '')))
  parser.on('file', (_field, stream, name) => {
    const wrong = refuse(fields(), sent.get(formTokenField) ?? '')
    file = wrong ? readToEnd(stream, wrong) : storeFile(stream, path, name)
    // The error is reported below, once the form has been read.
    file.catch(() => {})
  })
  const free = allowLongUpload(request.socket, limits)
  try {
    await pipeline(request, parser)
    return { ...(await file), fields: fields() }
  } catch (error) {
    const isFull = (error as NodeJS.ErrnoException).code === 'ENOSPC'
    return { wrong: isFull ? 'no-space' : 'cut-off', fields: fields() }
  } finally {
    free()
  }
}

type ReceivedFile = { name: string; bytes: number } | { wrong: ImportWrong }

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
  name: string,
): Promise<ReceivedFile> {
  let [bytes, isZip] = [0, false]
  const check = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (bytes === 0) isZip = beginsAsZip(chunk)
      bytes += chunk.length
      // A refused upload is read to its end, so that the browser shows the answer.
      done(null, isZip ? undefined : chunk)
    },
  })
  await pipeline(stream, check, createWriteStream(path, { mode: 0o600 }))
  if (stream.truncated) return { wrong: 'too-large' }
  if (isZip) return { wrong: 'zip' }
  return bytes === 0 ? { wrong: 'file' } : { name: name.replaceAll('\0', '').slice(0, 100), bytes }
}

async function readToEnd(stream: BusboyFileStream, wrong: ImportWrong): Promise<ReceivedFile> {
  for await (const chunk of stream) void chunk
  return { wrong }
}

/** An .xlsx file is a ZIP file, too. */
const beginsAsZip = (bytes: Buffer): boolean =>
  bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04'))
