import { z } from 'zod'
import type { Option, Options } from '#server/cli/command-table.ts'

/** What the help of a command says of a field: `field.meta({ value: 'REASON', help: '…' })`. */
type Said = { help?: string; value?: string }

/** The options of an act's command: those of its fields that say what the help is. */
export function fieldOptions(fields: unknown): Options {
  if (!(fields instanceof z.ZodObject)) return {}
  return Object.fromEntries(
    Object.entries(fields.shape as Record<string, z.ZodType>).flatMap(([name, field]) => {
      const option = optionOf(field)
      return option ? [[name, option]] : []
    }),
  )
}

function optionOf(field: z.ZodType): Option | null {
  const inner = field instanceof z.ZodOptional ? (field.unwrap() as z.ZodType) : field
  const { help, value = 'TEXT' } = (field.meta() ?? inner.meta() ?? {}) as Said
  if (help === undefined) return null
  if (inner instanceof z.ZodBoolean) return { flag: true, help }
  return {
    help,
    value,
    ...(inner === field && { required: true as const }),
    ...(inner instanceof z.ZodEnum && { oneOf: inner.options.map(String) }),
    ...(inner instanceof z.ZodNumber && { range: [inner.minValue!, inner.maxValue!] as const }),
  }
}
