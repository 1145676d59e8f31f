import { z } from 'zod'

/** CALL-3: exactly these. The texts and the type are the page's word and are not used. */
export const sequenceBody = z.strictObject({
  email: z.string(),
  performance_type: z.string(),
  quiz_result_id: z.string(),
  result_data: z.record(z.string(), z.unknown()),
})
