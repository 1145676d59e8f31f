import { placeholders, type Placeholder, type PlaceholderUse } from '#contract/letters/letters.ts'
import type { PlaceholdersIn } from '#contract/render.ts'
import { blankOf } from './blanks.ts'

export const placeholdersIn: PlaceholdersIn = ({ subject, preview, body }) =>
  [subject, preview, body].flatMap((text) =>
    readPlaceholders(text).uses.map(({ name, fallback }) => ({ name, fallback })),
  )

/** `line` counts from 1. */
export type LocatedUse = PlaceholderUse & { line: number }
/** A brace that begins no placeholder, and the text up to its end. */
export type WrongBrace = { found: string; line: number }
/** `source` is the text with a blank in place of each placeholder. */
type ReadText = { source: string; uses: LocatedUse[]; wrong: WrongBrace[] }

/** A backslash takes the next character out of the search, as in Markdown. */
const pattern = /\\[^\n]|\{([^{}\n]*)\}|\{/g

/**
 * Finds the placeholders of a text. Their blanks are numbered from `first`, so that each of a
 * letter has a number of its own.
 */
export function readPlaceholders(text: string, first = 0): ReadText {
  const uses: LocatedUse[] = []
  const wrong: WrongBrace[] = []
  let [line, counted] = [1, 0]
  const source = text.replace(pattern, (found, inner: string | undefined, at: number) => {
    if (found.startsWith('\\')) return found
    line += text.slice(counted, at).split('\n').length - 1
    counted = at
    const use = inner === undefined ? null : useOf(inner)
    if (use) return valueBlank(first + uses.push({ ...use, line }) - 1)
    wrong.push({ found, line })
    return found
  })
  return { source, uses, wrong }
}

function useOf(inner: string): PlaceholderUse | null {
  const [, name = '', fallback = null] = /^(\w+)(?:\|(.*))?$/.exec(inner) ?? []
  return isPlaceholder(name) ? { name, fallback } : null
}

const isPlaceholder = (name: string): name is Placeholder =>
  placeholders.some((known) => known === name)

const valueBlank = (index: number) => blankOf(`v${index}`)
const valueBlanks = /\uE000v(\d+)\uE001/g

/** Replaces the blanks of placeholders in a text. */
export const replaceValues = (text: string, write: (index: number) => string): string =>
  text.replace(valueBlanks, (_blank, index: string) => write(Number(index)))

/** The number of the placeholder that a text consists of. */
export function onlyValue(text: string): number | null {
  const [, index] = /^\uE000v(\d+)\uE001$/.exec(text) ?? []
  return index === undefined ? null : Number(index)
}

/** In links, values are percent-encoded: their blanks have another letter. */
export const encodedBlanks = (href: string): string =>
  replaceValues(href, (index) => blankOf(`u${index}`))

/** The values behind the blanks of a letter's placeholders. */
export const blanksOf = (values: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    values.flatMap((value, index) => [
      [`v${index}`, value],
      [`u${index}`, encodeURIComponent(value)],
    ]),
  )
