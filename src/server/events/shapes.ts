import { z } from 'zod'
import { isCounted, maxCount, maxEntries, type EventCount } from '#contract/events.ts'

const entry = z
  .strictObject({
    event: z.string(),
    label: z.string(),
    count: z.int().min(1).max(maxCount),
  })
  .refine((any): any is EventCount => isCounted(any.event, any.label))

/** A batch of counts. Every other field or name is refused, so no text of a visitor is stored. */
export const eventsBody = z.strictObject({ counts: z.array(entry).min(1).max(maxEntries()) })
