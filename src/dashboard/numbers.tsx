/** A count as people write it. */
export const count = (value: number): string => value.toLocaleString('en')

/** A count that stops at `most`: from there on it is 'at least', as 10,000+. */
export const upTo = (value: number, most: number): string =>
  value < most ? count(value) : `${count(most - 1)}+`

/** Fewer than this many make no percentage. */
const leastForRate = 30

/** A share as a percentage; a dash where its base is too small. */
export const rate = (part: number, base: number, digits = 1): string =>
  base < leastForRate ? '–' : `${((100 * part) / base).toFixed(digits)}%`

export const counted = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`
