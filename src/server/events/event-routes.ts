import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { maxCount, maxEntries, isCounted, type EventCount } from '#contract/events.ts'
import { StoreUnavailable } from '#server/db/open.ts'
import { refuseAsJson, Refusal, withinBudget } from '#server/http/answers.ts'
import type { CallRoute } from '#server/http/guards.ts'
import type { Metrics } from '#server/http/metrics.ts'
import { admissionOf } from '#server/signup/guard.ts'
import { readHost, readSource } from '#contract/waitlist.ts'
import type { CountBatcher } from './counts.ts'

export type EventDeps = { countBatcher: CountBatcher; metrics: Metrics }

const retryStoreS = 60

const refuse = refuseAsJson({
  400: `Send JSON like {"counts": [{"event": "section_view", "label": "hero", "count": 1}]}: at most ${maxEntries()} entries, events and labels that the page has, counts from 1 to ${maxCount}.`,
  403: 'These counts came from a page of another site.',
  429: 'Too many counts from this network. Try again after the seconds in Retry-After.',
  503: 'The counts are not stored. Drop them, or send them again after the seconds in Retry-After.',
})

/**
 * TRACK-2: counts of what visitors saw and pressed, without addresses or identifiers. The page
 * ignores the answer.
 */
export const countEvents = ({ countBatcher, metrics }: EventDeps): CallRoute => ({
  refuse,
  answered: (status) => metrics.eventBatches.inc({ status }),
  async handler(request: FastifyRequest, reply: FastifyReply) {
    const body = eventsBody.safeParse(request.body)
    if (!body.success) throw new Refusal(400)
    const { charges } = admissionOf(request)
    withinBudget(await countBatcher.add({ ...body.data, charges }).catch(orLater))
    return reply.code(204).header('cache-control', 'no-store').send()
  },
})

/** Counts are not urgent: a page that is told so does not come back at once. */
function orLater(error: unknown): never {
  if (error instanceof StoreUnavailable) throw new Refusal(503, { retryAfterS: retryStoreS }, error)
  throw error
}

const entry = z
  .strictObject({
    event: z.string(),
    label: z.string(),
    count: z.int().min(1).max(maxCount),
  })
  .refine((any): any is EventCount => isCounted(any.event, any.label))

/**
 * A batch of counts. Every other field or name is refused, so the origin is the only text that a
 * request can make the server store; sources.ts limits how many.
 */
const eventsBody = z.strictObject({
  counts: z.array(entry).min(1).max(maxEntries()),
  source: z.string().default('').transform(readSource),
  referrer: z.string().default('').transform(readHost),
})
