import { groupSign } from '#campaign'
import { groupedBy } from '#contract/text.ts'

/** A whole number in the language of the page: `8,932`, in Dutch `8.932`. */
export const grouped = (n: number): string => groupedBy(n, groupSign)
