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
