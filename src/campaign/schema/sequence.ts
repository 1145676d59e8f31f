import { z } from 'zod'
import { isTimeZone } from '#contract/time.ts'
import { mailsOfIn, nextMailsIn } from './bare-numbers.ts'
import { list, textsWith } from './text.ts'

const text = textsWith({
  promises: true,
  numbers: (said) => [...mailsOfIn(said), ...nextMailsIn(said)],
  always: ['brand'],
})

/**
 * The text of one mail for one type. `{brand}` is replaced. Mailboxes show `preview` beside the
 * subject.
 */
const sequenceText = z.strictObject({
  subject: text(),
  preview: text(),
  title: text(),
  paragraphs: z.array(text()).min(1, 'a mail has a paragraph').readonly(),
  points: list(text()).optional(),
})

/**
 * A person's progress is stored by `name`, so steps can change during a campaign. `afterDays`
 * counts from the first mail. `stops`: what ends a sequence before its last step.
 */
const step = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'a name is of lower-case letters, digits and hyphens'),
  afterDays: z.number(),
  stops: list(z.enum(['unsubscribed', 'suppressed', 'replaced', 'closed'])),
  /** by the types of the quiz */
  texts: z.record(z.string(), sequenceText),
})
type Step = z.infer<typeof step>

const hour = z.number().refine((n) => Number.isInteger(n) && n >= 0 && n <= 23, {
  error: ({ input }) => `${String(input)} is no hour from 0 to 23`,
})

/** An IANA name. */
export const timeZone = z
  .string()
  .refine(isTimeZone, { error: ({ input }) => `'${String(input)}' is no time zone` })

/**
 * `quietHours`: hours of local time in `timeZone` (an IANA name) in which only first steps are
 * sent. `closed` ends all sequences.
 */
export const sequenceSchema = z.strictObject({
  timeZone,
  quietHours: z.strictObject({ from: hour, to: hour }),
  closed: z.boolean(),
  steps: list(step).superRefine((steps, context) => {
    const refuse = (at: number, name: string, message: string) =>
      context.addIssue({ code: 'custom', path: [at, name], message })
    for (const [at, { name, afterDays }] of steps.entries()) {
      if (steps.findIndex((other) => other.name === name) < at)
        refuse(at, 'name', `the name '${name}' stands twice`)
      const reason = wrongDays(afterDays, steps[at - 1])
      if (reason !== null) refuse(at, 'afterDays', reason)
    }
  }),
})

function wrongDays(afterDays: number, former: Step | undefined): string | null {
  if (!Number.isInteger(afterDays) || afterDays < 0)
    return `${afterDays} is no whole number of days`
  if (!former) return afterDays === 0 ? null : 'the first mail goes out at once, after 0 days'
  return afterDays > former.afterDays ? null : `the step before it comes after ${former.afterDays}`
}
