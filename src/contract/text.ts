/**
 * Small functions for what people read. Each exists once, here: `scripts/small-functions.test.ts`
 * finds a second one.
 */

/** What stands for each blank of a text. One without a value is unknown. */
export type Values = Readonly<Record<string, string | number | undefined>>

declare const filledIn: unique symbol
/** A text of a campaign with the names of its blanks, which its schema declares. */
export type Text<Blank extends string> = string & { readonly [filledIn]?: Blank }
/** The names of a text's blanks. */
export type BlankOf<T> = T extends { readonly [filledIn]?: infer Blank }
  ? Exclude<Blank, undefined>
  : never
/** What stands for each blank of a text. */
export type ValuesOf<T> = { readonly [Blank in BlankOf<T> & string]: string | undefined }

/** Replaces `{name}` by its value. Unknown blanks stay, and values are not searched for blanks. */
export const fill = <Blank extends string>(
  text: Text<Blank>,
  values: { readonly [Name in NoInfer<Blank>]: Values[string] },
): string => {
  const known: Values = values
  return text.replaceAll(/\{(\w+)\}/g, (blank, name: string) => `${known[name] ?? blank}`)
}

/** The same, with a function that knows the values. */
export const fillBy = (text: string, valueOf: (name: string) => Values[string]): string =>
  fill(text, Object.fromEntries(blanksIn(text).map((name) => [name, valueOf(name)])))

/** The text filled in, or null if a blank has no value. */
export const filledOrNull = <Blank extends string>(
  text: Text<Blank>,
  values: { readonly [Name in NoInfer<Blank>]?: Values[string] },
): string | null => {
  const known: Values = values
  return blanksIn(text).every((name) => known[name] !== undefined)
    ? fill<string>(text, known)
    : null
}

export const blanksIn = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)

/**
 * 8,932 with ',' and 8.932 with '.'. By hand: a browser takes longer to load its first Intl format
 * than to bring the rest of an island to life.
 */
export const groupedBy = (n: number, sign: string): string =>
  n < 1_000 ? String(n) : String(n).replaceAll(/\B(?=(?:\d{3})+$)/g, sign)

/** A number with one decimal at most, as drawings write their coordinates. */
export const tenth = (value: number): number => Math.round(value * 10) / 10

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/**
 * The number of letters to insert, delete, replace, or swap with their neighbour (optimal string
 * alignment).
 */
export function lettersApart(from: string, to: string): number {
  const rows = [Array.from({ length: to.length + 1 }, (_, index) => index)]
  for (let done = 1; done <= from.length; done++) {
    const row = [done]
    const [before, above] = [rows[done - 2], rows[done - 1]!]
    for (let at = 1; at <= to.length; at++) {
      const isSame = from[done - 1] === to[at - 1]
      const isSwapped = from[done - 1] === to[at - 2] && from[done - 2] === to[at - 1]
      row.push(
        Math.min(
          above[at]! + 1,
          row[at - 1]! + 1,
          above[at - 1]! + (isSame ? 0 : 1),
          before && at > 1 && isSwapped ? before[at - 2]! + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    rows.push(row)
  }
  return rows.at(-1)!.at(-1)!
}

/** Every value of an object, with its path as key. */
export function leaves(value: unknown, key = ''): { key: string; value: unknown }[] {
  if (typeof value !== 'object' || value === null) return [{ key, value }]
  return Object.entries(value).flatMap(([name, inner]) =>
    leaves(inner, key ? `${key}.${name}` : name),
  )
}

/** Escapes as React does, for text and for attributes. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (sign) => entities[sign]!)

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
}
