import type { FastifyInstance, onResponseHookHandler } from 'fastify'
import type { Config } from '#server/config/config.ts'
import type { Log } from '#server/config/log.ts'
import type { Metrics } from './metrics.ts'

type Deps = {
  config: Pick<Config, 'logRequests' | 'trustedProxies'>
  log: Log
  metrics: Metrics
  now: () => number
}
const slowMs = 1_000
const warnEveryMs = 3_600_000
/** The usual forwarding headers. The list is short because every request is checked. */
const forwardingHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip'] as const

/**
 * Measures every request. Logs writes, errors (5xx) and answers that took over a second, or every
 * request with LOG_REQUESTS=all.
 */
export function logRequests(app: FastifyInstance, { config, log, metrics, now }: Deps): void {
  const measured =
    (route: string): onResponseHookHandler =>
    ({ id, method }, { statusCode: status, elapsedTime }, done) => {
      metrics.requests.observe({ method, route, status }, elapsedTime / 1_000)
      if (config.logRequests === 'all' || isWrite(method) || status >= 500 || elapsedTime > slowMs)
        log.info({ reqId: id, method, route, status, ms: Math.round(elapsedTime) }, 'request')
      done()
    }
  // A hook per route knows its path. Reading it from each request took a tenth of serving a page.
  app.addHook('onRoute', (route) => {
    route.onResponse = [...[route.onResponse ?? []].flat(), measured(route.url)]
  })
  const unknown = measured('none')
  app.addHook('onResponse', function (request, reply, done) {
    if (request.is404) unknown.call(this, request, reply, done)
    else done()
  })

  let warnedAt = -Infinity
  app.addHook('onRequest', (request, _reply, done) => {
    const header = forwardingHeaders.find((name) => request.headers[name] !== undefined)
    if (
      header !== undefined &&
      Math.abs(now() - warnedAt) >= warnEveryMs &&
      request.ip === request.raw.socket.remoteAddress
    ) {
      warnedAt = now()
      log.warn(
        { header },
        'a peer outside TRUSTED_PROXIES sends a forwarding header; if it is your proxy, add it to TRUSTED_PROXIES, or all its visitors share one budget',
      )
    }
    done()
  })
}

const isWrite = (method: string) => method !== 'GET' && method !== 'HEAD'
