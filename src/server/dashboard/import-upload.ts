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
  const fieldsSent = (): ImportFields => ({
    people: sent.get('people') ?? '',
    source: sent.get('source') ?? '',
    date: sent.get('date') ?? '',
    wording: sent.get('wording') ?? '',
  })
  const file: { wrong: ImportWrong | null; name: string; bytes: number; stored: Promise<void> } = {
    wrong: 'file',
    name: '',
    bytes: 0,
    stored: Promise.resolve(),
  }
  const parser = new Busboy({
    headers: { ...request.headers, 'content-type': request.headers['content-type'] ?? '' },
    limits: {
      fieldSize: 8 * 1024,
      fields: 10,
      files: 1,
      parts: 12,
      headerPairs: 20,
      fileSize: limits.mostBytes,
    },
  })
  parser.on('field', (name, value) => void sent.set(name, value))
  parser.on('file', (_field, stream, name) => {
    file.name = name.slice(0, 100)
    file.wrong = refuse(fieldsSent(), sent.get(formTokenField) ?? '')
    file.stored = file.wrong ? drain(stream) : storeFile(stream)
    // The error is reported below, once the form has been read.
    file.stored.catch(() => {})
  })

  async function storeFile(stream: BusboyFileStream): Promise<void> {
    const check = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        if (file.bytes === 0 && isZip(chunk)) file.wrong = 'zip'
        file.bytes += chunk.length
        // What is refused is read to its end, so that the browser shows the answer.
        done(null, file.wrong ? undefined : chunk)
      },
    })
    await pipeline(stream, check, createWriteStream(path, { mode: 0o600 }))
    if (stream.truncated) file.wrong = 'too-large'
    else if (file.bytes === 0 && !file.wrong) file.wrong = 'file'
  }

  const free = allowLongUpload(request.socket, limits)
  try {
    await pipeline(request, parser)
    await file.stored
  } catch (error) {
    const isFull = (error as NodeJS.ErrnoException).code === 'ENOSPC'
    return { wrong: isFull ? 'no-space' : 'cut-off', fields: fieldsSent() }
  } finally {
    free()
  }
  const { wrong, name, bytes } = file
  return wrong ? { wrong, fields: fieldsSent() } : { name, bytes, fields: fieldsSent() }
}

async function drain(stream: BusboyFileStream): Promise<void> {
  for await (const chunk of stream) void chunk
}

/** An .xlsx file is a ZIP file, too. */
const isZip = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04'))
