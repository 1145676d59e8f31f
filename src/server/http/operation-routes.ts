import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Store } from '#server/db/open.ts'
import { fromLoopback } from './local-request.ts'
import type { Metrics } from './metrics.ts'

/** The process lives. */
export const healthz = (_: FastifyRequest, reply: FastifyReply) =>
  reply.header('cache-control', 'no-store').send({ ok: true })

/** The store answers and takes writes: a balancer sends visitors here. */
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
 * To this machine, or with the token; to anybody else the page does not exist. A proxy on this machine is told from it by the
 * header that it must add for its visitors' addresses to be known.
 */
export const metricsPage =
  ({ metrics, metricsToken }: { metrics: Metrics; metricsToken: string | undefined }) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const withToken =
      metricsToken !== undefined &&
      sameText(request.headers.authorization ?? '', `Bearer ${metricsToken}`)
    if (!withToken && !fromLoopback(request)) return reply.callNotFound()
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.registry.contentType)
      .send(await metrics.registry.metrics())
  }

/** Compared by hash, so that neither length nor content shows in the time it takes. */
export const sameText = (given: string, expected: string): boolean =>
  timingSafeEqual(
    createHash('sha256').update(given).digest(),
    createHash('sha256').update(expected).digest(),
  )
