import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Store } from '#server/db/open.ts'
import { isSameText } from './anon-key.ts'
import { fromLoopback } from './local-request.ts'
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
      isSameText(request.headers.authorization ?? '', `Bearer ${metricsToken}`)
    if (!withToken && !fromLoopback(request)) return reply.callNotFound()
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.registry.contentType)
      .send(await metrics.registry.metrics())
  }
