import { z } from 'zod'
import type { Amount } from '#contract/promises/amounts.ts'
import { promiseText, type Promised } from '#contract/promises/blanks.ts'
import { timesIn } from './bare-numbers.ts'

const amount = z
  .strictObject({
    n: z.number(),
    unit: z.enum(['second', 'minute', 'hour', 'day', 'week', 'month', 'year', 'mail']).optional(),
  })
  .refine(({ n }) => Number.isInteger(n) && n > 0, {
    error: ({ input }) => `${(input as Amount).n} is no whole number above 0`,
  })
  .readonly()

/** Numbers that the brand keeps itself, by the name of their blank. */
export const promisesSchema = z.record(z.string(), amount).superRefine((own, context) => {
  for (const name of Object.keys(own).filter((one) => !/^[a-z][A-Za-z0-9]*$/.test(one)))
    context.addIssue({
      code: 'custom',
      path: [name],
      message: 'a name begins with a small letter and has letters and digits only',
    })
})

/** What to write instead of a number that promises something. */
export function insteadOf(number: string, promised: Promised): string {
  const blanks = Object.entries(promised).flatMap(([name, value]) => fitting(number, name, value))
  const instead =
    blanks.length > 0
      ? `write ${blanks.map((blank) => `{${blank}}`).join(' or ')}`
      : 'write the blank of what it promises (src/contract/promises/promises.ts)'
  return `'${number}' would stay when the number changes: ${instead}, or declare a promise of your own in 'promises' of the campaign's index.ts`
}

/** The blanks that read so. */
function fitting(number: string, name: string, value: Amount): string[] {
  const said = ` ${number.toLowerCase()} `
  if (value.unit === undefined && timesIn(number).length > 0) return []
  return [name, `${name}InWords`].filter((blank) =>
    ['en', 'nl'].some((lang) => said.includes(` ${promiseText({ [name]: value }, blank, lang)} `)),
  )
}
