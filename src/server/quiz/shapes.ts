import { z } from 'zod'
import { keyField } from '#contract/quiz-pages.ts'
import { joinFields } from '#server/signup/shapes.ts'

/** The form under a result, without script. Its answers are read as those in a query are. */
export const saveFields = joinFields.extend({ [keyField]: z.string().default('') })
