import { z } from 'zod'
import { fieldNames } from '#contract/waitlist.ts'

/** CALL-1: exactly these two fields (else 400). address.ts validates the address (else 422). */
export const signUpBody = z.strictObject({ email: z.string(), firstName: z.string() })

const field = z.string().default('')
/** The plain form's fields. Others, as from a browser extension, are ignored. */
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
  [fieldNames.via]: field,
})
