import type { FastifyReply, FastifyRequest, FastifyInstance, onResponseHookHandler } from 'fastify'
import { hourMs } from '#contract/time.ts'
import type { Store } from '#server/db/store.ts'
import type { Config } from '#server/config/config.ts'
import type { Log } from '#server/config/log.ts'
import { isSame } from '#server/db/new-id.ts'
import { fromLoopback } from './guards.ts'
import type { Metrics } from './metrics.ts'

/** 200 as long as the process runs. */
export const healthz = (_: FastifyRequest, reply: FastifyReply) =>
  reply.header('cache-control', 'no-store').send({ ok: true })

/**
 * 200 if the store accepts writes, so that a load balancer may send visitors. Probes once a second
 * at most.
 */
export const readyz = ({ store, now }: { store: Store; now: () => number }) => {
  let probed = { at: -Infinity, reason: Promise.resolve<string | null>(null) }
  return async (_: FastifyRequest, reply: FastifyReply) => {
    if (Math.abs(now() - probed.at) >= probeEveryMs)
      probed = {
        at: now(),
        reason: store.probe().then(
          () => null,
          () => 'the store takes no writes',
        ),
      }
    const reason = store.refusal() ? 'the store is damaged: the log says more' : await probed.reason
    return reply
      .code(reason ? 503 : 200)
      .header('cache-control', 'no-store')
      .send(reason ? { ok: false, reason } : { ok: true })
  }
}

const probeEveryMs = 1_000

/**
 * Answers requests with the token and local ones; others get a 404. A proxy on this machine is
 * recognised by the forwarding header that it has to add.
 */
export const metricsPage =
  ({ metrics, metricsToken }: { metrics: Metrics; metricsToken: string | undefined }) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const withToken =
      metricsToken !== undefined &&
      isSame(request.headers.authorization ?? '', `Bearer ${metricsToken}`)
    if (!withToken && !fromLoopback(request)) return reply.callNotFound()
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.registry.contentType)
      .send(await metrics.registry.metrics())
  }

type LogDeps = {
  config: Pick<Config, 'logRequests' | 'trustedProxies'>
  log: Log
  metrics: Metrics
  now: () => number
}
const slowMs = 1_000
const warnEveryMs = hourMs
/** The usual forwarding headers. The list is short because every request is checked. */
const forwardingHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip'] as const

/**
 * Measures every request. Logs writes, errors (5xx) and answers that took over a second, or every
 * request with LOG_REQUESTS=all.
 */
export function logRequests(app: FastifyInstance, { config, log, metrics, now }: LogDeps): void {
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
