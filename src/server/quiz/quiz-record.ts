import { z } from 'zod'
import {
  performanceTypes,
  resultOf,
  wrongResult,
  type QuizCopy,
  type QuizResult,
} from '#contract/quiz.ts'
import { parseAddress } from '#contract/address.ts'
import { whyWrong } from '#server/signup/sign-up.ts'
import type { Column } from './rest-request.ts'
import { restErrors, type RestError } from './rest-errors.ts'

export type QuizRecord = { email: string; result: QuizResult }

/**
 * QUIZ-6: validates a row, first each column and then the row as a whole. The texts of the result
 * are those of the campaign, whatever the row has.
 */
export function parseRecord(row: Record<string, unknown>, quiz: QuizCopy): QuizRecord | RestError {
  const generated = (['id', 'created_at'] as const).find(
    (name) => row[name] !== undefined && row[name] !== null,
  )
  if (generated) return restErrors.generatedColumn(generated)
  for (const [name, { shape, details }] of checks) {
    if (row[name] === undefined || row[name] === null) return restErrors.nullColumn(name)
    const value = row[name]
    if (!shape.safeParse(value).success)
      return restErrors.failedCheck(
        name,
        (name === 'email' && typeof value === 'string' && whyWrong(value)) || details,
      )
  }
  // Every column has just been checked against its shape.
  const given = row as QuizResult & { email: string }
  const wrong = wrongResult(quiz, given)
  if (wrong) return restErrors.failedCheck(wrong.key, wrong.reason)
  return { email: parseAddress(given.email)!, result: resultOf(quiz, given.answers)! }
}

const text = z.string()
const checks: readonly [
  Exclude<Column, 'id' | 'created_at'>,
  { shape: z.ZodType; details: string },
][] = [
  [
    'email',
    {
      shape: text.refine((typed) => parseAddress(typed) !== null),
      details: 'This address cannot receive mail.',
    },
  ],
  [
    'performance_type',
    { shape: z.enum(performanceTypes), details: `It is one of ${performanceTypes.join(', ')}.` },
  ],
  [
    'primary_score',
    { shape: z.int().min(4).max(12), details: 'It is a whole number from 4 to 12.' },
  ],
  [
    'scores',
    {
      shape: z.strictObject({
        focus: z.int(),
        energy: z.int(),
        stress: z.int(),
        motivation: z.int(),
      }),
      details: 'They are four whole numbers: focus, energy, stress, motivation.',
    },
  ],
  [
    'answers',
    {
      shape: z.strictObject({
        energy_pattern: text,
        focus_challenge: text,
        stress_response: text,
        goal_pursuit: text,
      }),
      details: 'They are the id of one option for each of the four questions.',
    },
  ],
  [
    'result_data',
    {
      shape: z.object({ title: text, description: text, recommendation: text }),
      details: 'It has three texts: title, description, recommendation.',
    },
  ],
]
