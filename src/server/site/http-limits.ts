import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { bodyLimit } from './body-parsers.ts'

const urlLimit = 4 * 1024

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
  clientErrorHandler: refuseBytes,
  routerOptions: { maxParamLength: urlLimit },
  http: { headersTimeout: 8_000, connectionsCheckingInterval: 1_000 },
}

export function limitUrl(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  if (request.url.length <= urlLimit) return done()
  reply.code(414).header('cache-control', 'no-store').type('text/plain').send('This address is longer than 4 KiB. Go to the start page instead.')
}

/** What is no HTTP, or too much of it: no request comes of it, so that the headers are written by hand. */
function refuseBytes(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const status = { HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large', ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout' }[error.code ?? ''] ?? '400 Bad Request'
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nContent-Security-Policy: default-src 'none'; frame-ancestors 'none'\r\n\r\n`)
}

/** A path that is no valid percent-encoding: the router finds no route for it, nor the not-found page. */
export function refuseUrl(reply: FastifyReply): void {
  reply.code(400).header('cache-control', 'no-store').type('text/plain').send('This address cannot be read. Go to the start page instead.')
}

/** Short and unique: the process's start and a count. */
function requestIds(): () => string {
  const start = Date.now().toString(36)
  let count = 0
  return () => `${start}-${(++count).toString(36)}`
}
