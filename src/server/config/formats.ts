import { parseAddress } from '#contract/address.ts'
import type { Role } from '#contract/screens.ts'

/** One entry of OPERATORS. `email` is in its stored form. */
export type Operator = { email: string; role: Role }

/** DASH-1: reads OPERATORS. Null if an entry is not an address. */
export function readOperators(text: string): Operator[] | null {
  const operators = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(readOperator)
  return operators.every((operator) => operator !== null) ? operators : null
}

function readOperator(entry: string): Operator | null {
  const [, reader, typed = ''] = /^(reader:)?(.*)$/.exec(entry)!
  const email = parseAddress(typed)
  return email ? { email, role: reader ? 'reader' : 'operator' } : null
}

/**
 * A whole number as people and programs write it in one way: digits alone. Null for 3,000, 3.000,
 * 1e3, 0x10, +5 and 05, which are read in two ways; blanks around it are left out.
 */
export function readWhole(text: string): number | null {
  const digits = text.trim()
  return /^(?:0|[1-9]\d{0,8})$/.test(digits) ? Number(digits) : null
}

/** The remedy for a wrong one. */
export const writeWhole = (min: number, max: number): string =>
  `use a whole number from ${min} to ${max}, in digits alone`
