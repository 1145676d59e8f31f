import { z } from 'zod'
import { keyField } from '#contract/quiz-pages.ts'
import { joinFields } from '#server/signup/sign-up-form.ts'

/** The form under a quiz result, without script. Its answers are read like those in a query. */
export const saveFields = joinFields.extend({ [keyField]: z.string().default('') })
