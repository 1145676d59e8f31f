import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { readdir, readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { extname, join, relative, sep } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { headerItems } from './headers.ts'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** A response body in each encoding, with its entity tag and headers. */
export type Body = {
  offered: readonly Encoding[]
  encoded: Record<Encoding, Encoded>
  own?: Readonly<Record<string, string>>
}
type Encoded = { bytes: Buffer; etag: string; headers: Record<string, string> }

/** Compresses at the highest quality, off the main thread, because the body is sent many times. */
/** `own`: headers of the page, which an answer without its body has too (RFC 9110 15.4.5). */
export async function compressedBody(
  html: string,
  own: Readonly<Record<string, string>>,
): Promise<Body> {
  const identity = Buffer.from(html)
  const [br, gz] = await Promise.all([
    brotli(identity, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_LGWIN]: 16,
        [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
      },
    }),
    zip(identity, { level: 9 }),
  ])
  return { ...bodyOf('text/html; charset=utf-8', { identity, br, gzip: gz }), own }
}

/** Compresses at a speed that a page for one request can pay. */
export async function compressQuickly(html: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'br') return brotli(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } })
  return encoding === 'gzip' ? zip(html, { level: 6 }) : html
}

/**
 * Sends what `compressQuickly` made of a page that no cache may keep. Only for pages where nothing
 * that a visitor typed is beside anything secret (BREACH).
 */
export function sendCompressed(
  reply: FastifyReply,
  bytes: Buffer,
  { encoding, own }: { encoding: Encoding; own: Readonly<Record<string, string>> },
) {
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply
    .headers({
      ...own,
      'cache-control': 'no-store',
      vary: 'Accept-Encoding',
    })
    .type('text/html; charset=utf-8')
    .send(bytes)
}

/** Uses the identity for an encoding that is missing. */
export function bodyOf(
  type: string,
  { identity, br, gzip: gz }: { identity: Buffer; br?: Buffer; gzip?: Buffer },
): Body {
  const tag = createHash('sha256').update(identity).digest('base64url').slice(0, 16)
  const encoded = (bytes: Buffer, etag: string, encoding?: Encoding): Encoded => ({
    bytes,
    etag,
    headers: {
      vary: 'Accept-Encoding',
      etag,
      'content-type': type,
      ...(encoding && { 'content-encoding': encoding }),
    },
  })
  const plain = encoded(identity, `"${tag}"`)
  return {
    offered: [...(br ? ['br' as const] : []), ...(gz ? ['gzip' as const] : [])],
    encoded: {
      identity: plain,
      br: br ? encoded(br, `"${tag}-br"`, 'br') : plain,
      gzip: gz ? encoded(gz, `"${tag}-gz"`, 'gzip') : plain,
    },
  }
}

/**
 * Sends the encoding that the client accepts, or 304 if it has the body already (RFC 9110 13.1.2).
 */
export function sendBody(
  request: FastifyRequest,
  reply: FastifyReply,
  body: Body,
  cacheControl: string,
) {
  const { bytes, etag, headers } =
    body.encoded[encodingFor(request.headers['accept-encoding'], body.offered)]
  reply.headers({ ...body.own, 'cache-control': cacheControl })
  const unchanged =
    reply.statusCode === 200 &&
    (request.method === 'GET' || request.method === 'HEAD') &&
    matches(request.headers['if-none-match'], etag)
  if (unchanged) return reply.code(304).headers({ vary: 'Accept-Encoding', etag }).send()
  return reply.headers(headers).send(bytes)
}

const matches = (header: string | undefined, etag: string) =>
  header !== undefined &&
  headerItems(header, ',').some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag)

export type Encoding = 'br' | 'gzip' | 'identity'

const known: readonly Encoding[] = ['br', 'gzip', 'identity']

/**
 * Parsed headers. Browsers send few different ones; the size is bounded because clients can send
 * any.
 */
const parsed = new Map<string, readonly Encoding[]>()
const mostParsed = 64

/** The best of `offered` that the client accepts (RFC 9110 12.5.3), or identity. */
export function encodingFor(
  acceptEncoding: string | undefined,
  offered: readonly Encoding[] = known,
): Encoding {
  if (!acceptEncoding) return 'identity'
  let encodings = parsed.get(acceptEncoding)
  if (!encodings) {
    if (parsed.size >= mostParsed) parsed.clear()
    parsed.set(acceptEncoding, (encodings = encodingsIn(acceptEncoding)))
  }
  return encodings.find((encoding) => offered.includes(encoding)) ?? 'identity'
}

/** The encodings that a header accepts, in our order of preference. */
function encodingsIn(acceptEncoding: string): readonly Encoding[] {
  const weights = new Map(
    headerItems(acceptEncoding.toLowerCase(), ',').map((part) => {
      const [name = '', ...parameters] = headerItems(part, ';')
      const q = parameters.find((parameter) => parameter.startsWith('q='))
      return [name, q ? Number(q.slice(2)) || 0 : 1] as const
    }),
  )
  return known.filter(
    (encoding) => encoding !== 'identity' && (weights.get(encoding) ?? weights.get('*') ?? 0) > 0,
  )
}

const types: Record<string, string> = {
  // Modules are UTF-8 (HTML, 8.1.4.2).
  '.js': 'text/javascript',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.ico': 'image/x-icon',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
}
/** Pictures of letters and of the mails' plate (LETTER-1): webmail loads them into its own page. */
const pictures = new Set(['.png', '.jpg', '.jpeg', '.gif'])
/** Templates and settings that only the server reads. They are not served. */
const internal = new Set([
  '/index.html',
  '/scripted.html',
  '/plain.html',
  '/quiz.html',
  '/dashboard.html',
  '/unexpected.html',
  '/csp.json',
])

export type Assets = ReadonlyMap<string, Body>

/**
 * Reads every file of these folders into memory, with the compressed copies from the build. A path
 * that two of them have is one file.
 */
export async function readAssets(folders: readonly string[]): Promise<Assets> {
  const each = await Promise.all(folders.map(readFolder))
  return new Map(each.toReversed().flatMap((assets) => [...assets]))
}

async function readFolder(folder: string): Promise<Assets> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')}`)
  const all = new Set(files)
  const assets = new Map<string, Body>()
  for (const path of files) {
    const type = types[extname(path)]
    if (!type || internal.has(path)) continue
    const read = (suffix: string) =>
      all.has(path + suffix) ? readFile(join(folder, path + suffix)) : undefined
    assets.set(
      path,
      bodyOf(type, {
        identity: await readFile(join(folder, path)),
        br: await read('.br'),
        gzip: await read('.gz'),
      }),
    )
    if (isHashed(path)) removeTags(assets.get(path)!)
  }
  return assets
}

/** Such a name changes with its content, so no browser asks whether the file has changed. */
const isHashed = (path: string) => path.startsWith('/assets/')

function removeTags({ encoded }: Body) {
  for (const { headers } of Object.values(encoded)) delete headers['etag']
}

/** They hold for documents alone, and a file embeds nothing. */
const ofDocuments = ['permissions-policy', 'referrer-policy']
/** It is short because every file of the first view carries it. */
const policy = "default-src 'none'; frame-ancestors 'none'"
/** A worker uses the policy of its file for the scripts that it imports. */
const workerPolicy = `${policy}; script-src 'self'`
const isWorker = (path: string) => path.includes('.worker-')

/**
 * Whether the connection takes another request after this answer. An HTTP/1.1 connection stays open
 * unless an answer says otherwise (RFC 9112, 9.3), so only one that closes needs the header.
 */
const staysOpen = (response: ServerResponse & { maxRequestsOnConnectionReached?: boolean }) =>
  response.shouldKeepAlive &&
  !response.maxRequestsOnConnectionReached &&
  !response.hasHeader('connection')

/**
 * Names below /assets/ contain a hash of their content, so browsers may cache them for ever. Only
 * pictures may be shown by other sites.
 */
export const sendAsset =
  (path: string, asset: Body) => (request: FastifyRequest, reply: FastifyReply) => {
    for (const name of ofDocuments) reply.removeHeader(name)
    if (staysOpen(reply.raw)) reply.raw.removeHeader('connection')
    reply.header('content-security-policy', isWorker(path) ? workerPolicy : policy)
    if (pictures.has(extname(path))) reply.header('cross-origin-resource-policy', 'cross-origin')
    const cacheControl = isHashed(path) ? 'max-age=31536000, immutable' : 'max-age=86400'
    return sendBody(request, reply, asset, cacheControl)
  }
