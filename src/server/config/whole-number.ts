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
