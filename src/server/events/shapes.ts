import { z } from 'zod'
import { readHost, readSource } from '#contract/waitlist.ts'
import { isCounted, maxCount, maxEntries, type EventCount } from '#contract/events.ts'

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
export const eventsBody = z.strictObject({
  counts: z.array(entry).min(1).max(maxEntries()),
  source: z.string().default('').transform(readSource),
  referrer: z.string().default('').transform(readHost),
})
