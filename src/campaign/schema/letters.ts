import { z } from 'zod'
import { whole } from './text.ts'

/** The most mails in the first hour of sending. Each further hour has `growth` times as many. */
const ramp = {
  firstHour: whole,
  growth: z.number().min(1, { error: ({ input }) => `${String(input)} is below 1` }),
}

/** A letter stops above the share, but never at `atLeast` or fewer. */
const limit = {
  atLeast: z.number(),
  share: z.number().refine((share) => share > 0 && share < 1, {
    error: ({ input }) => `${String(input)} is not between 0 and 1`,
  }),
}

/**
 * LETTER-3: how fast a letter leaves, up to MAILS_PER_HOUR, and what stops it. `perProvider`: the
 * ramp of each large mailbox provider, within the ramp of the letter. `bounces` considers the last
 * `of` mails, `complaints` all mails since the last resume.
 */
export const lettersSchema = z.strictObject({
  plan: z.strictObject({ ...ramp, perProvider: z.strictObject(ramp) }),
  stops: z.strictObject({
    bounces: z.strictObject({ ...limit, of: z.number() }),
    complaints: z.strictObject(limit),
  }),
})
