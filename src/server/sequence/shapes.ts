import { z } from 'zod'

/**
 * CALL-3: exactly these fields. The type and the texts are validated but not used: the stored
 * result has its own.
 */
export const sequenceBody = z.strictObject({
  email: z.string(),
  performance_type: z.string(),
  quiz_result_id: z.string(),
  result_data: z.record(z.string(), z.unknown()),
})
