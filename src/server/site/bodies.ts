import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { encodingFor, type Encoding } from './negotiate.ts'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** One answer in each encoding, with its entity tags. */
export type Body = { type: string; encoded: Record<Encoding, { bytes: Buffer; etag: string }> }

/** Compressed once at the highest quality, off the main thread, and sent many times. */
export async function compressedBody(html: string): Promise<Body> {
  const identity = Buffer.from(html)
  const [br, gz] = await Promise.all([
    brotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length } }),
    zip(identity, { level: 9 }),
  ])
  return bodyOf('text/html; charset=utf-8', { identity, br, gzip: gz })
}

/** Where an encoding is missing, its place is taken by the identity. */
export function bodyOf(type: string, { identity, br, gzip: gz }: { identity: Buffer; br?: Buffer; gzip?: Buffer }): Body {
  const tag = createHash('sha256').update(identity).digest('base64url').slice(0, 16)
  const plain = { bytes: identity, etag: `"${tag}"` }
  return { type, encoded: {
    identity: plain,
    br: br ? { bytes: br, etag: `"${tag}-br"` } : plain,
    gzip: gz ? { bytes: gz, etag: `"${tag}-gz"` } : plain,
  } }
}

/** Sends the encoding that the client takes; 304 where it has it already (RFC 9110 13.1.2). */
export function sendBody(request: FastifyRequest, reply: FastifyReply, body: Body, cacheControl: string) {
  const offered = (['br', 'gzip'] as const).filter((encoding) => body.encoded[encoding] !== body.encoded.identity)
  const encoding = encodingFor(request.headers['accept-encoding'], offered)
  const { bytes, etag } = body.encoded[encoding]
  reply.header('vary', 'Accept-Encoding').header('etag', etag).header('cache-control', cacheControl)
  if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type(body.type).send(bytes)
}

const matches = (header: string | undefined, etag: string) =>
  header !== undefined && (header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag))
