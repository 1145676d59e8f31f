import { z } from 'zod'
import { isCounted, maxCount, maxEntries, type EventCount } from '#contract/events.ts'

const entry = z
  .strictObject({
    event: z.string(),
    label: z.string(),
    count: z.int().min(1).max(maxCount),
  })
  .refine((any): any is EventCount => isCounted(any.event, any.label))

/** A batch of counts. What else a body could say is refused: nothing that a visitor writes is kept. */
export const eventsBody = z.strictObject({ counts: z.array(entry).min(1).max(maxEntries()) })
