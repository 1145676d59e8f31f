import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { bodyLimit } from './body-parsers.ts'

const urlLimit = 4 * 1024
type Headers = Readonly<Record<string, string>>

/**
 * A client has 8 s for its headers and 10 s for its whole request, looked at every second, and 11 s without a byte moving:
 * whoever is slower is cut within 12 s.
 */
export const httpLimits = {
  bodyLimit,
  requestTimeout: 10_000,
  connectionTimeout: 11_000,
  keepAliveTimeout: 5_000,
  /** Requests that one connection may send without reading the answers: more would be held in memory (measured: 1 GB from 6.5 MB). */
  maxRequestsPerSocket: 100,
  forceCloseConnections: 'idle' as const,
  return503OnClosing: false,
  genReqId: requestIds(),
  routerOptions: { maxParamLength: urlLimit },
  http: { headersTimeout: 8_000, connectionsCheckingInterval: 1_000, requireHostHeader: false },
}

/** What holds for every request before its route, and for every answer. */
export function limitRequests(app: FastifyInstance, headersOfAll: Headers): void {
  app.addHook('onRequest', (_request, reply, next) => {
    reply.headers(headersOfAll)
    next()
  })
  app.addHook('onRequest', limitUrl)
  app.addHook('onRequest', requireHost)
  app.server.on('checkExpectation', refuseExpectation(headersOfAll))
}

function limitUrl(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  if (request.url.length <= urlLimit) return done()
  reply
    .code(414)
    .header('cache-control', 'no-store')
    .type('text/plain')
    .send('This address is longer than 4 KiB. Go to the start page instead.')
}

/** HTTP/1.1 wants one Host (RFC 9112 3.2). Node would take the first of several, and would refuse none at all without the headers of every answer. */
function requireHost({ raw }: FastifyRequest, reply: FastifyReply, done: () => void): void {
  const hosts = hostsIn(raw)
  if (
    hosts.length === 1
      ? agrees(raw.url ?? '', hosts[0]!)
      : hosts.length === 0 && raw.httpVersion !== '1.1'
  )
    return done()
  const text =
    hosts.length === 0
      ? 'This request names no host. Send a Host header.'
      : 'This request names more than one host. Send one Host header.'
  reply
    .code(400)
    .headers({ 'cache-control': 'no-store', connection: 'close' })
    .type('text/plain')
    .send(text)
}

function hostsIn({ rawHeaders }: IncomingMessage): string[] {
  const hosts: string[] = []
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts.push(rawHeaders[index + 1]!)
  }
  return hosts
}

/** A target in absolute form names a host itself, which must be the same. */
function agrees(target: string, host: string): boolean {
  if (target.startsWith('/') || !URL.canParse(target)) return true
  return URL.canParse(`http://${host}`) && new URL(target).host === new URL(`http://${host}`).host
}

/** What is no HTTP, or too much of it: no request comes of it, so that the headers are written by hand. */
export const refuseBytes =
  (headersOfAll: () => Headers) =>
  (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const status =
      {
        HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
        ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
      }[error.code ?? ''] ?? '400 Bad Request'
    const headers = Object.entries({
      connection: 'close',
      'content-length': '0',
      'cache-control': 'no-store',
      ...headersOfAll(),
    })
    socket.end(
      `HTTP/1.1 ${status}\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
    )
  }

/** An `Expect` that is not `100-continue`: Node makes no request of it either. */
const refuseExpectation =
  (headersOfAll: Headers) =>
  (_request: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(417, {
      ...headersOfAll,
      connection: 'close',
      'cache-control': 'no-store',
      'content-type': 'text/plain; charset=utf-8',
    })
    response.end('What this request expects cannot be met. Send it without the Expect header.')
  }

/** A path that is no valid percent-encoding: the router finds no route for it, nor the not-found page. */
export function refuseUrl(reply: FastifyReply): void {
  reply
    .code(400)
    .header('cache-control', 'no-store')
    .type('text/plain')
    .send('This address cannot be read. Go to the start page instead.')
}

/** Short and unique: the process's start and a count. */
function requestIds(): () => string {
  const start = Date.now().toString(36)
  let count = 0
  return () => `${start}-${(++count).toString(36)}`
}
