import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import type { Log } from '#server/log.ts'
import { forwardingHeaderOf } from './local-request.ts'
import type { Metrics } from './metrics.ts'

type Deps = { config: Pick<Config, 'logRequests' | 'trustedProxies'>; log: Log; metrics: Metrics; now: () => number }
const slowMs = 1_000
const warnEveryMs = 3_600_000

/** One measure for each request; one line for each write, each error and each answer over a second; LOG_REQUESTS=all for the rest. */
export function logRequests(app: FastifyInstance, { config, log, metrics, now }: Deps): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request
    const route = request.routeOptions.url ?? 'none'
    const status = reply.statusCode
    const ms = Math.round(reply.elapsedTime)
    metrics.requests.observe({ method, route, status }, reply.elapsedTime / 1_000)
    if (config.logRequests === 'all' || isWrite(method) || status >= 500 || ms > slowMs) log.info({ reqId: request.id, method, route, status, ms }, 'request')
    done()
  })

  let warnedAt = -Infinity
  app.addHook('onRequest', (request, _reply, done) => {
    const header = forwardingHeaderOf(request)
    if (header !== undefined && now() - warnedAt >= warnEveryMs && request.ip === request.raw.socket.remoteAddress) {
      warnedAt = now()
      log.warn({ peer: request.raw.socket.remoteAddress, header }, 'a peer outside TRUSTED_PROXIES sends a forwarding header; if it is your proxy, name it in TRUSTED_PROXIES, or all its visitors share one budget')
    }
    done()
  })
}

const isWrite = (method: string) => method !== 'GET' && method !== 'HEAD'
