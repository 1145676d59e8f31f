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
  forceCloseConnections: 'idle' as const,
  return503OnClosing: false,
  genReqId: requestIds(),
  routerOptions: { maxParamLength: 512 },
  http: { headersTimeout: 8_000, connectionsCheckingInterval: 1_000 },
}

export function limitUrl(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  if (request.url.length <= urlLimit) return done()
  reply.code(414).header('cache-control', 'no-store').type('text/plain').send('This address is longer than 4 KiB. Go to the start page instead.')
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
