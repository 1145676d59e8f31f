import type { z } from 'zod'
import type { Wrong } from '#contract/figures/figures.ts'
import { listed } from '#contract/english.ts'
import { lettersApart } from '#contract/text.ts'
import { keysAt } from './walk.ts'

/** What is wrong by an issue: its key, and the reason in a sentence. */
export function wrongBy(schema: z.ZodType, issue: z.core.$ZodIssue): Wrong[] {
  const key = issue.path.join('.')
  return issue.code === 'unrecognized_keys'
    ? issue.keys.map((name) => ({
        key: key ? `${key}.${name}` : name,
        reason: unknownKey(name, keysAt(schema, issue.path)),
      }))
    : [{ key, reason: issue.message }]
}

/** In the place of zod's own words. */
export function reasonOf(issue: z.core.$ZodRawIssue): string | undefined {
  const { input } = issue
  if (issue.code === 'invalid_type') {
    if (input === undefined) return 'it is missing'
    if (input === null) return 'it cannot be null: the page needs it'
    if (Number.isNaN(input) || input === Infinity) return `${String(input)} is no number`
    return `it is ${kindOf(input)}, and has to be ${kinds[issue.expected as string] ?? issue.expected}`
  }
  if (issue.code === 'invalid_value')
    return `'${String(input)}' is not ${listed(issue.values.map(String), 'or')}`
  if ((issue.code === 'too_small' || issue.code === 'too_big') && Array.isArray(input))
    return `it has ${input.length} entries, and needs ${String(issue.code === 'too_small' ? issue.minimum : issue.maximum)}`
  return undefined
}

const kinds: Partial<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
}
export const kindOf = (input: unknown): string =>
  kinds[Array.isArray(input) ? 'array' : typeof input] ?? 'of another kind'

/** A key that is not declared, with the declared key that it may be a slip of. */
export function unknownKey(name: string, declared: readonly string[]): string {
  const [nearest] = declared
    .map((known) => ({ known, edits: lettersApart(name.toLowerCase(), known.toLowerCase()) }))
    .filter(({ known, edits }) => edits <= Math.max(1, Math.floor(known.length / 3)))
    .toSorted((a, b) => a.edits - b.edits)
  return nearest
    ? `there is no such key: write '${nearest.known}'`
    : `there is no such key: remove it, or write one of ${listed(declared, 'or')}`
}
