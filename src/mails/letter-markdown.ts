import { Lexer, type MarkedToken, type Tokens } from 'marked'
import {
  wordsOf,
  type Block,
  type Inline,
  type LetterContent,
  type List,
  type ListPart,
} from './letter-content.ts'
import {
  known,
  located,
  noTooltip,
  readInlines,
  refuseToken,
  tooDeep,
  type Reader,
} from './letter-inlines.ts'
import type { LetterProblem } from '#contract/letters/letters.ts'
import { picturePath, type LinkTerms } from './letter-links.ts'

/** A problem in a line of the body; lines count from 1. */
export type LineProblem = Pick<LetterProblem, 'message' | 'gap'> & { line: number }
export type ReadMarkdown = { content: LetterContent; problems: LineProblem[] }

/**
 * LETTER-1: reads Markdown that has blanks in place of placeholders. marked divides the text into
 * tokens; only those below become part of a letter, and every other one is a problem. The HTML that
 * marked can write is not used.
 */
export function readMarkdown(source: string, terms: LinkTerms): ReadMarkdown {
  const problems: LineProblem[] = []
  const reader: Reader = {
    terms,
    hasButton: false,
    hasSection: false,
    refuse: (line, message) => void problems.push({ line, message }),
  }
  const tokens = lex(source)
  if (!tokens) return { content: empty, problems: [{ line: 1, message: tooDeep }] }
  const [first] = tokens
  const title =
    first?.type === 'heading' && first.depth === 1 ? readHeading(reader, first, 1) : null
  const blocks = located(tokens, 1)
    .slice(title ? 1 : 0)
    .flatMap(({ token, line }) => readBlock(reader, token, line) ?? [])
  return { content: { title: title && wordsOf(title), blocks }, problems }
}

const empty: LetterContent = { title: null, blocks: [] }

/** Null if the text is nested so deeply that marked cannot divide it. */
function lex(source: string): MarkedToken[] | null {
  try {
    return known(new Lexer({ gfm: true }).lex(source))
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function readBlock(reader: Reader, token: MarkedToken, line: number): Block | null {
  switch (token.type) {
    case 'space':
      return null
    case 'heading':
      return {
        kind: 'heading',
        level: levelOf(reader, token.depth),
        children: readHeading(reader, token, line),
      }
    case 'paragraph':
      return readParagraph(reader, token, line)
    case 'list':
      return readList(reader, token, line, 1)
    case 'blockquote':
      return { kind: 'quote', paragraphs: readQuote(reader, token, line) }
    case 'hr':
      return { kind: 'rule' }
    default:
      return refuseToken(reader, token, line)
  }
}

/** The plate has the heading of level 1; level 3 is only used below one of level 2 (WCAG 1.3.1). */
function levelOf(reader: Reader, depth: number): 2 | 3 {
  if (depth > 2 && reader.hasSection) return 3
  reader.hasSection = true
  return 2
}

function readHeading(reader: Reader, { depth, tokens }: Tokens.Heading, line: number): Inline[] {
  if (depth > 3) reader.refuse(line, 'Use #, ## or ###: letters have three sizes of headings.')
  const children = readInlines(reader, tokens, line)
  if (children.some(hasLinkOrBreak))
    reader.refuse(line, 'Write the heading as plain words, and the link in a paragraph below.')
  return children
}

const hasLinkOrBreak = (inline: Inline): boolean =>
  inline.kind === 'link' ||
  inline.kind === 'break' ||
  ('children' in inline && inline.children.some(hasLinkOrBreak))

/** A picture alone, a link alone, or text. */
function readParagraph(reader: Reader, { tokens }: Tokens.Paragraph, line: number): Block | null {
  const written = known(tokens).filter(({ type, raw }) => type !== 'text' || raw.trim() !== '')
  const alone = written.length === 1 ? written[0] : undefined
  if (alone?.type === 'image') return readPicture(reader, alone, line)
  const children = readInlines(reader, tokens, line)
  const link = children.find(({ kind }) => kind === 'link')
  const isButton = alone?.type === 'link' && alone.raw.startsWith('[') && !reader.hasButton
  if (!isButton || link?.kind !== 'link' || link.href.startsWith('mailto:'))
    return { kind: 'paragraph', children }
  reader.hasButton = true
  return { kind: 'button', href: link.href, label: wordsOf(link.children) }
}

function readPicture(reader: Reader, { href, title, text }: Tokens.Image, line: number) {
  if (title) reader.refuse(line, noTooltip)
  if (text.trim() === '')
    reader.refuse(
      line,
      'Describe the picture, for people who do not see it: ![description](address).',
    )
  const target = picturePath(href, reader.terms)
  if ('path' in target) return { kind: 'picture', path: target.path, alt: text.trim() } as const
  reader.refuse(line, target.wrong)
  return null
}

const deepestList = 2

function readList(reader: Reader, list: Tokens.List, line: number, depth: number): List {
  return {
    kind: 'list',
    start: list.ordered ? Number(list.start) : null,
    items: located(list.items, line).map(({ token, line }) =>
      located(known(token.tokens), line).flatMap(
        (part) => readListPart(reader, part.token, part.line, depth) ?? [],
      ),
    ),
  }
}

function readListPart(
  reader: Reader,
  token: MarkedToken,
  line: number,
  depth: number,
): ListPart | null {
  if (token.type === 'space') return null
  if (token.type === 'text' || token.type === 'paragraph')
    return { kind: 'paragraph', children: readInlines(reader, token.tokens, line) }
  return token.type === 'list' && depth < deepestList
    ? readList(reader, token, line, depth + 1)
    : refuseToken(reader, token, line)
}

const readQuote = (reader: Reader, { tokens }: Tokens.Blockquote, line: number): Inline[][] =>
  located(known(tokens), line).flatMap(({ token, line }) => {
    if (token.type === 'space') return []
    if (token.type === 'paragraph') return [readInlines(reader, token.tokens, line)]
    refuseToken(reader, token, line)
    return []
  })
