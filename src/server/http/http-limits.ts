import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { plainText, Refusal } from './answers.ts'
import { refusedFor } from './language.ts'

/** The most bytes of a body (8 KiB). A larger one is answered 413. */
export const bodyLimit = 8 * 1024

const urlLimit = 4 * 1024
type Headers = Readonly<Record<string, string>>

/**
 * A client has 8 s for its headers, 10 s for its whole request, and 11 s between two bytes. Checked
 * every second, so a slower client is disconnected within 12 s.
 */
export const httpLimits = {
  bodyLimit,
  requestTimeout: 10_000,
  connectionTimeout: 11_000,
  keepAliveTimeout: 5_000,
  /**
   * Pipelined requests of one connection whose answers are not read stay in memory (measured: 1 GB
   * from 6.5 MB of requests).
   */
  maxRequestsPerSocket: 100,
  forceCloseConnections: 'idle' as const,
  return503OnClosing: false,
  genReqId: requestIds(),
  routerOptions: { maxParamLength: urlLimit },
  http: { headersTimeout: 8_000, connectionsCheckingInterval: 1_000, requireHostHeader: false },
}

/** Checks that run before every route, and the headers of every response. */
export function limitRequests(app: FastifyInstance, headers: Headers): void {
  app.addHook('onRequest', (_request, reply, next) => {
    reply.headers(headers)
    next()
  })
  app.addHook('onRequest', limitUrl)
  app.addHook('onRequest', requireHost)
  app.addHook('preValidation', replaceNulInIds)
  app.server.on('checkExpectation', refuseExpectation(headers))
}

function limitUrl(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  if (request.url.length <= urlLimit) return done()
  plainText(reply, 414, refusedFor(request).longPath)
}

/**
 * HTTP/1.1 requires one Host (RFC 9112 3.2). Node accepts several, and would refuse a missing one
 * without our headers.
 */
function requireHost({ raw }: FastifyRequest, reply: FastifyReply, done: () => void): void {
  const hosts = hostsIn(raw)
  if (
    hosts.length === 1
      ? hasHost(raw.url ?? '', hosts[0]!)
      : hosts.length === 0 && raw.httpVersion !== '1.1'
  )
    return done()
  const text =
    hosts.length === 0
      ? 'This request names no host. Send a Host header.'
      : 'This request names more than one host. Send one Host header.'
  plainText(reply.header('connection', 'close'), 400, text)
}

function hostsIn({ rawHeaders }: IncomingMessage): string[] {
  const hosts: string[] = []
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts.push(rawHeaders[index + 1]!)
  }
  return hosts
}

/** An absolute request target must have the same host as the Host header. */
function hasHost(target: string, host: string): boolean {
  if (target.startsWith('/') || !URL.canParse(target)) return true
  return URL.canParse(`http://${host}`) && new URL(target).host === new URL(`http://${host}`).host
}

/**
 * Postgres takes no NUL (U+0000) in a query. An id with it, or a position in a list, is one that
 * does not exist, whichever engine has the store.
 */
function replaceNulInIds(
  { params, query }: FastifyRequest,
  _reply: FastifyReply,
  done: () => void,
) {
  const replace = (texts: Record<string, unknown>, names: readonly string[]) => {
    for (const name of names)
      if (typeof texts[name] === 'string') texts[name] = texts[name].replaceAll('\0', '\ufffd')
  }
  replace(params as Record<string, string>, Object.keys(params as object))
  replace(query as Record<string, unknown>, ['older', 'newer'])
  done()
}

/** Refuses what an operator typed or chose with NUL in it. What visitors send is checked part by part. */
export async function refuseNul({ query, body }: FastifyRequest): Promise<void> {
  if (hasNul(query) || hasNul(body))
    throw new Refusal(400, {
      reason:
        'This contains a NUL character (U+0000), which cannot be stored. Remove it and send it again.',
    })
}

const hasNul = (fields: unknown): boolean =>
  Object.entries(Object(fields)).some(([name, value]) => `${name}${String(value)}`.includes('\0'))

const longUploads = new WeakSet<Socket>()

/**
 * DASH-4: for a signed-in upload. The limit of 10 s for a whole request does not end it; instead the
 * connection is cut after `idleMs` without a byte, or after `mostMs`. Returns a function that ends
 * the second limit.
 */
export function allowLongUpload(
  socket: Socket,
  { idleMs, mostMs }: { idleMs: number; mostMs: number },
): () => void {
  longUploads.add(socket)
  socket.setTimeout(idleMs)
  const cut = setTimeout(() => socket.destroy(), mostMs)
  return () => {
    clearTimeout(cut)
    longUploads.delete(socket)
  }
}

/**
 * Answers bytes that are not a valid request. Node creates no response for them, so it is written
 * here.
 */
export const refuseBytes =
  (headers: () => Headers) =>
  (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && longUploads.has(socket)) return
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const status =
      {
        HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
        ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
      }[error.code ?? ''] ?? '400 Bad Request'
    const lines = Object.entries({
      connection: 'close',
      'content-length': '0',
      'cache-control': 'no-store',
      ...headers(),
    })
    socket.end(
      `HTTP/1.1 ${status}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
    )
  }

/** Answers an `Expect` other than `100-continue`, for which Node creates no request either. */
const refuseExpectation =
  (headers: Headers) =>
  (_request: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(417, {
      ...headers,
      connection: 'close',
      'cache-control': 'no-store',
      'content-type': 'text/plain; charset=utf-8',
    })
    response.end('What this request expects cannot be met. Send it without the Expect header.')
  }

/** Answers a path with invalid percent-encoding, for which the router runs no handler. */
export function refuseUrl(reply: FastifyReply): void {
  plainText(reply, 400, refusedFor(reply.request).wrongPath)
}

/** Short and unique: the time of the process's start and a counter. */
function requestIds(): () => string {
  const start = Date.now().toString(36)
  let count = 0
  return () => `${start}-${(++count).toString(36)}`
}

/** Reads only JSON. `__proto__` and `constructor.prototype` count as malformed. */
export function jsonParser(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit },
    app.getDefaultJsonParser('error', 'error'),
  )
}

/** Reads a plain HTML form. The last of several fields with one name counts. */
export function formParser(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
  )
}

/** The most bytes of a webhook's body (256 KiB). */
const webhookLimit = 256 * 1024

/** Hands on the bytes of a body of any type: signatures are over these, and SNS sends text/plain. */
export function webhookParser(app: FastifyInstance): void {
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: webhookLimit },
    (_request, body, done) => done(null, body),
  )
}

/** Ignores a body of any type: a one-click POST has its token in the path (RFC 8058). */
export function anyParser(app: FastifyInstance): void {
  const type = 'application/octet-stream'
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    headers['content-type'] = type
    done()
  })
  app.addContentTypeParser(type, { parseAs: 'buffer', bodyLimit }, (_request, _body, done) =>
    done(null),
  )
}
