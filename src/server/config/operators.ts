import type { Role } from '#contract/screens.ts'

/** One entry of OPERATORS. `email` is lower-cased. */
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
  const [, reader, email = ''] = /^(reader:)?(.*)$/.exec(entry)!
  return address.test(email)
    ? { email: email.toLowerCase(), role: reader ? 'reader' : 'operator' }
    : null
}

const address = /^[^\s@:,]{1,64}@[a-z\d-]+(\.[a-z\d-]+)+$/i
