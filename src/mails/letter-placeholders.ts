import {
  placeholders,
  type LetterText,
  type Placeholder,
  type PlaceholderUse,
} from '#contract/letters.ts'
import type { PlaceholdersIn } from '#contract/render.ts'
import { blankOf } from './blanks.ts'

export const placeholdersIn: PlaceholdersIn = ({ subject, preview, body }: LetterText) =>
  [subject, preview, body].flatMap((source) => readPlaceholders(source).uses)

/** A brace that begins no placeholder: `text` is what stands there, `line` counts from 1. */
export type WrongBrace = { text: string; line: number }
/** `source` has a blank in place of each placeholder; the blanks are numbered from `first`. */
export type ReadSource = { source: string; uses: PlaceholderUse[]; wrong: WrongBrace[] }

/** A backslash takes the character after it out of the search, as in Markdown. */
const pattern = /\\[^\n]|\{([^{}\n]*)\}|\{/g

/** Finds the placeholders of a text. A name that is not known is left in the text. */
export function readPlaceholders(text: string, first = 0): ReadSource {
  const uses: PlaceholderUse[] = []
  const wrong: WrongBrace[] = []
  const source = text.replace(pattern, (found, inner: string | undefined, at: number) => {
    if (found.startsWith('\\')) return found
    const use = inner === undefined ? null : useOf(inner)
    if (use) return blankOf(`v${first + uses.push(use) - 1}`)
    wrong.push({ text: found, line: text.slice(0, at).split('\n').length })
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
