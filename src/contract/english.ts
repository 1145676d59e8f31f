import { groupedBy } from './text.ts'
import { inZone } from './time.ts'

/**
 * Numbers, plurals, lists and times in English, as operators read them: on the dashboard, in commands
 * and logs, and where the build refuses a campaign. Visitors read them in the language of their page:
 * `numbers.ts`. Neither page nor mails may import this file (scripts/import-arrows.ts).
 */

/** `8,932` */
export const grouped = (n: number): string => groupedBy(n, ',')

/** What is said of one, or of another number of them: `mail` or `mails`, `it is` or `they are`. */
export const plural = <One extends string, Many extends string = `${One}s`>(
  n: number,
  one: One,
  // The cast is right for the default, and for another word it changes nothing.
  many = `${one}s` as Many,
): One | Many => (n === 1 ? one : many)

/** A number and its noun: `1 mail`, `1,247 mails`. */
export const counted = (n: number, one: string, many?: string): string =>
  `${grouped(n)} ${plural(n, one, many)}`

/** `1 person`, `8,412 people`. */
export const peopleText = (n: number): string => counted(n, 'person', 'people')

/** A count that stops at `most`: from there on it is 'at least', as 10,000+. */
export const upTo = (value: number, most: number): string =>
  value < most ? grouped(value) : `${grouped(most - 1)}+`

/** `8.3%`, the share of a base that is not 0. */
export const percentText = (part: number, base: number, digits = 1): string =>
  `${((part / base) * 100).toFixed(digits)}%`

/** `a, b or c` */
export const listed = (words: readonly string[], last: 'and' | 'or'): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`

/** A moment in an IANA time zone: `30 November 2026, 23:59`. */
export const momentText = (ms: number, timeZone: string): string =>
  inZone(ms, timeZone, 'en').dayAndTime
