import { createWriteStream } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import { mostUploadBytes } from '#contract/people/imports.ts'
import { formTokenField } from '#contract/dashboard/navigation.ts'
import { minuteMs } from '#contract/time.ts'
import { allowLongUpload } from '#server/http/http-limits.ts'
import { importFields, type ImportFields, type ImportWrong } from './screens.ts'

/** DASH-4: how long an upload may take. */
export type UploadLimits = { idleMs: number; mostMs: number; mostBytes: number }
export const uploadLimits: UploadLimits = {
  idleMs: 20_000,
  mostMs: 30 * minuteMs,
  mostBytes: mostUploadBytes,
}

export type Upload = { name: string; bytes: number; fields: ImportFields }
export type Refusal = { wrong: ImportWrong; fields: ImportFields }

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
  const fields = () => importFields.parse(Object.fromEntries(sent))
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
