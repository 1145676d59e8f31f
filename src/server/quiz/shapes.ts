import { z } from 'zod'
import { keyField } from '#contract/quiz-pages.ts'
import { joinFields } from '#server/waitlist/shapes.ts'

/** CALL-3: exactly these. The texts and the type are the page's word and are not used. */
export const sequenceBody = z.strictObject({
  email: z.string(),
  performance_type: z.string(),
  quiz_result_id: z.string(),
  result_data: z.record(z.string(), z.unknown()),
})

/** The form under a result, without script. Its answers are read as those in a query are. */
export const saveFields = joinFields.extend({ [keyField]: z.string().default('') })
