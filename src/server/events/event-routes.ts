import type { FastifyReply, FastifyRequest } from 'fastify'
import { maxCount, maxEntries } from '#contract/events.ts'
import type { Log } from '#server/config/log.ts'
import type { Metrics } from '#server/http/metrics.ts'
import { StoreUnavailable } from '#server/db/open.ts'
import type { WriteBatcher } from '#server/db/write-batcher.ts'
import type { BudgetResult } from '#server/limits/budgets.ts'
import type { CountRequest } from './counts.ts'
import { admitCounts, type CountGuardDeps } from './guard.ts'
import { eventsBody } from './shapes.ts'

export type EventDeps = Omit<CountGuardDeps, 'limits'> & {
  counts: WriteBatcher<CountRequest, BudgetResult>
  metrics: Metrics
  log: Log
  /** LIMITS=off counts only for a request from this machine itself */
  limitsFor: (request: FastifyRequest) => 'on' | 'off'
}

type Answer = { status: 204 | 400 | 403 } | { status: 429 | 503; retryAfterS: number }
const storeRetryS = 60

const errors: Record<Exclude<Answer['status'], 204>, string> = {
  400: `Send JSON like {"counts": [{"event": "section_view", "label": "hero", "count": 1}]}: at most ${maxEntries()} entries, events and labels that the page has, counts from 1 to ${maxCount}.`,
  403: 'These counts came from a page of another site.',
  429: 'Too many counts from this network. Try again after the seconds in Retry-After.',
  503: 'The counts are not stored. Drop them, or send them again after the seconds in Retry-After.',
}

/** TRACK-2: what was seen and pressed on a page, as counts without address or identifier. The page does not read the answer. */
export const countEvents =
  (deps: EventDeps) => async (request: FastifyRequest, reply: FastifyReply) => {
    const answer = await judge(request, deps)
    deps.metrics.eventBatches.inc({ status: answer.status })
    reply.code(answer.status).header('cache-control', 'no-store')
    if (answer.status === 204) return reply.send()
    if ('retryAfterS' in answer) reply.header('retry-after', answer.retryAfterS)
    return reply.send({ error: errors[answer.status] })
  }

async function judge(request: FastifyRequest, deps: EventDeps): Promise<Answer> {
  const admission = admitCounts(
    { headers: request.headers, clientAddress: request.ip },
    { ...deps, limits: deps.limitsFor(request) },
  )
  if (admission.verdict === 'cross-site') return { status: 403 }
  if (admission.verdict === 'opted-out') return { status: 204 }
  const body = eventsBody.safeParse(request.body)
  if (!body.success) return { status: 400 }
  try {
    const { retryAfterMs } = await deps.counts.add({
      counts: body.data.counts,
      charges: admission.charges,
    })
    return retryAfterMs > 0
      ? { status: 429, retryAfterS: Math.ceil(retryAfterMs / 1_000) }
      : { status: 204 }
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    deps.log.error(
      { reqId: request.id, reason: error.message },
      'a batch of counts could not be stored',
    )
    return { status: 503, retryAfterS: storeRetryS }
  }
}
