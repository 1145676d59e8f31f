/**
 * What a letter consists of, with blanks for placeholders. `href` and `path` are checked
 * (letter-links.ts).
 */
export type LetterContent = {
  /** of the plate; null: the subject */
  title: string | null
  blocks: readonly Block[]
}

export type Block =
  | { kind: 'heading'; level: 2 | 3; children: readonly Inline[] }
  | { kind: 'paragraph'; children: readonly Inline[] }
  /** the letter's one next step */
  | { kind: 'button'; href: string; label: string }
  /** `path` on PUBLIC_URL */
  | { kind: 'picture'; path: string; alt: string }
  | List
  | { kind: 'quote'; paragraphs: readonly (readonly Inline[])[] }
  | { kind: 'rule' }

/** `start`: the number of the first item; null without numbers. An item's lists have no further lists. */
export type List = {
  kind: 'list'
  start: number | null
  items: readonly (readonly ListPart[])[]
}
export type ListPart = { kind: 'paragraph'; children: readonly Inline[] } | List

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'bold' | 'italic'; children: readonly Inline[] }
  | { kind: 'link'; href: string; children: readonly Inline[] }
  | { kind: 'break' }

/** The words of a passage alone, on one line. */
export const wordsOf = (inlines: readonly Inline[]): string =>
  inlines
    .map((inline) => {
      if (inline.kind === 'text') return inline.text
      return inline.kind === 'break' ? ' ' : wordsOf(inline.children)
    })
    .join('')
    .trim()
