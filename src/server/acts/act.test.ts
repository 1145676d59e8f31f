import { expect, test } from 'vitest'
import { z } from 'zod'
import { fieldOptions } from './act.ts'

const help = 'what it is'

test.each([
  ['a text', z.string().meta({ help }), { help, value: 'TEXT', required: true }],
  [
    'a named text',
    z.string().meta({ help, value: 'NOTE' }),
    { help, value: 'NOTE', required: true },
  ],
  ['one that may be left out', z.string().meta({ help }).optional(), { help, value: 'TEXT' }],
  ['a flag', z.boolean().meta({ help }), { help, flag: true }],
  [
    'a choice',
    z.enum(['stress', 'sleep']).optional().meta({ help }),
    { help, value: 'TEXT', oneOf: ['stress', 'sleep'] },
  ],
  [
    'a number',
    z.coerce.number().int().min(1).max(9).meta({ help, value: 'N' }),
    { help, value: 'N', required: true, range: [1, 9] },
  ],
] as const)('%s of a form is an option of the command', (_, field, option) =>
  expect(fieldOptions(z.object({ field }))).toEqual({ field: option }),
)

test('a field without help is of the form alone, as are fields that are read together', () => {
  expect(fieldOptions(z.object({ day: z.string() }))).toEqual({})
  expect(fieldOptions(() => z.object({ day: z.string().meta({ help }) }))).toEqual({})
})
