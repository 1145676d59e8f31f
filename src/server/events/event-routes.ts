import type { FastifyReply, FastifyRequest } from 'fastify'
import { maxCount, maxEntries } from '#contract/events.ts'
import type { Log } from '#server/config/log.ts'
import type { Metrics } from '#server/http/metrics.ts'
import { sendAnswer, storeCall, type RetryLater } from '#server/http/store-call.ts'
import type { CountBatcher } from './counts.ts'
import { guardCounts, type CountGuardDeps } from './guard.ts'
import { eventsBody } from './shapes.ts'

export type EventDeps = CountGuardDeps & { countBatcher: CountBatcher; metrics: Metrics; log: Log }

type Answer = { status: 204 | 400 | 403 } | RetryLater
const retryStoreS = 60

const errors: Record<Exclude<Answer['status'], 204>, string> = {
  400: `Send JSON like {"counts": [{"event": "section_view", "label": "hero", "count": 1}]}: at most ${maxEntries()} entries, events and labels that the page has, counts from 1 to ${maxCount}.`,
  403: 'These counts came from a page of another site.',
  429: 'Too many counts from this network. Try again after the seconds in Retry-After.',
  503: 'The counts are not stored. Drop them, or send them again after the seconds in Retry-After.',
}

/**
 * TRACK-2: counts of what visitors saw and pressed, without addresses or identifiers. The page
 * ignores the answer.
 */
export const countEvents =
  (deps: EventDeps) => async (request: FastifyRequest, reply: FastifyReply) => {
    const answer = await answerTo(request, deps)
    deps.metrics.eventBatches.inc({ status: answer.status })
    return sendAnswer(reply, answer, errors)
  }

async function answerTo(request: FastifyRequest, deps: EventDeps): Promise<Answer> {
  const admission = guardCounts(request, deps)
  if ('status' in admission) return admission
  const body = eventsBody.safeParse(request.body)
  if (!body.success) return { status: 400 }
  const call = await storeCall(
    deps.countBatcher.add({ ...body.data, charges: admission.charges }),
    (reason) =>
      deps.log.error({ reqId: request.id, reason }, 'a batch of counts could not be stored'),
    retryStoreS,
  )
  return 'stored' in call ? { status: 204 } : call
}
