import type { MarkedToken, Token, Tokens } from 'marked'
import { wordsOf, type Inline } from './letter-content.ts'
import { linkTarget, type LinkTerms } from './letter-links.ts'

export type Reader = {
  terms: LinkTerms
  /** the first paragraph that is one link alone is the letter's button, and no other */
  hasButton: boolean
  /** a heading of level 2 was read */
  hasSection: boolean
  /** adds a problem; `line` counts from 1 */
  refuse: (line: number, message: string) => void
}

export const tooDeep = 'Use fewer quotes, lists and marks inside each other.'
export const noTooltip = 'Remove the words in quotes after the address: mails do not show them.'
const deepestMark = 3

// Without extensions marked has no other tokens than these.
export const known = (tokens: readonly Token[] = []) => tokens as MarkedToken[]

/** A token's raw text is its part of the source, so that the lines of all before it add up. */
export function located<T extends { raw: string }>(tokens: readonly T[], line: number) {
  let next = line
  return tokens.map((token) => {
    const at = next
    next += newlinesIn(token.raw)
    return { token, line: at }
  })
}

const newlinesIn = (text: string) => text.split('\n').length - 1

const unsupported: Partial<Record<MarkedToken['type'], string>> = {
  html: 'Remove the HTML. To show the character <, write \\<.',
  code: 'Remove the code block: the ``` or the spaces at the beginning of the line.',
  codespan: 'Remove the backticks: letters show no code.',
  table: 'Write a list in place of the table: tables are too wide for phones.',
  del: 'Remove the ~~: letters show no crossed-out text.',
  def: 'Write the address beside the text of the link, as [text](https://example.com/).',
  checkbox: 'Remove the box [ ]: letters have no tasks.',
  list: 'Use at most one list inside a list, and none in a quote.',
  blockquote: 'Write the quote outside of lists and other quotes.',
  heading: 'Write the heading outside of lists and quotes.',
  hr: 'Write the rule outside of lists and quotes.',
  image: 'Put the picture into a paragraph of its own, outside of lists and quotes.',
}

export function refuseToken(reader: Reader, { type }: MarkedToken, line: number): null {
  reader.refuse(line, unsupported[type] ?? 'Remove this: letters cannot show it.')
  return null
}

/** Reads the tokens of a passage. `depth` counts the marks (bold, italic) around it. */
export const readInlines = (
  reader: Reader,
  tokens: readonly Token[] | undefined,
  line: number,
  depth = 0,
): Inline[] =>
  located(known(tokens), line).flatMap(
    ({ token, line }) => readInline(reader, token, line, depth) ?? [],
  )

function readInline(
  reader: Reader,
  token: MarkedToken,
  line: number,
  depth: number,
): Inline | null {
  switch (token.type) {
    case 'text':
      return readText(reader, token.raw, line)
    case 'escape':
      return { kind: 'text', text: token.text }
    case 'br':
      return { kind: 'break' }
    case 'strong':
    case 'em':
      return readMark(reader, token, line, depth)
    case 'link':
      return readLink(reader, token, line, depth)
    default:
      return refuseToken(reader, token, line)
  }
}

function readMark(
  reader: Reader,
  { type, tokens }: Tokens.Strong | Tokens.Em,
  line: number,
  depth: number,
): Inline | null {
  if (depth < deepestMark)
    return {
      kind: type === 'strong' ? 'bold' : 'italic',
      children: readInlines(reader, tokens, line, depth + 1),
    }
  reader.refuse(line, tooDeep)
  return null
}

const entity = /&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]*);/i
const brokenLink = '](' // marked has found no link around it

function readText(reader: Reader, raw: string, line: number): Inline {
  const lineAt = (at: number) => line + newlinesIn(raw.slice(0, at))
  const found = entity.exec(raw)
  if (found)
    reader.refuse(lineAt(found.index), `Write the character itself in place of ${found[0]}.`)
  if (raw.includes(brokenLink))
    reader.refuse(
      lineAt(raw.indexOf(brokenLink)),
      'Close the link, and remove spaces from its address: [text](https://example.com/).',
    )
  return { kind: 'text', text: raw.replace(/[ \t\n]+/g, ' ') }
}

function readLink(reader: Reader, token: Tokens.Link, line: number, depth: number): Inline {
  const children = readInlines(reader, token.tokens, line, depth)
  const shown = wordsOf(children)
  if (shown === '')
    reader.refuse(line, 'Write the words of the link, as [words](https://example.com/).')
  if (token.title) reader.refuse(line, noTooltip)
  const target = linkTarget(token.href, shown, reader.terms)
  if ('wrong' in target) reader.refuse(line, target.wrong)
  return { kind: 'link', href: 'href' in target ? target.href : '', children }
}
