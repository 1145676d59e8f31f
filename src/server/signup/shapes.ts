import { z } from 'zod'
import { fieldNames } from '#contract/waitlist.ts'

/** CALL-1: exactly these two fields. Whether the address can be mailed is judged by address.ts (422), not here (400). */
export const welcomeEmailBody = z.strictObject({ email: z.string(), firstName: z.string() })

const field = z.string().default('')
/** The plain form's fields; what a browser extension adds is ignored. */
export const joinFields = z.object({
  [fieldNames.email]: field,
  [fieldNames.token]: field,
  [fieldNames.trap]: field,
  [fieldNames.placement]: field,
  [fieldNames.consent]: field,
  [fieldNames.source]: field,
  [fieldNames.medium]: field,
  [fieldNames.campaign]: field,
  [fieldNames.referrer]: field,
})
