import { createWriteStream } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import { mostUploadBytes, type ImportFields, type ImportWrong } from '#contract/import-screens.ts'
import { formTokenField } from '#contract/screens.ts'
import { allowLongUpload } from '#server/http/http-limits.ts'

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
