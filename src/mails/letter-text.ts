import { wordsOf, type Block, type Inline, type List } from './letter-content.ts'

/**
 * The text part of a letter's content. As in all mails a button is its label, a colon, and its
 * address on the next line; a link in a sentence has its address in brackets.
 */
export const letterText = (blocks: readonly Block[]): string => blocks.map(blockText).join('\n\n')

function blockText(block: Block): string {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return inlineText(block.children)
    case 'button':
      return `${block.label}:\n${block.href}`
    case 'picture':
      return `[${block.alt}]`
    case 'list':
      return listText(block)
    case 'quote':
      return block.paragraphs.map(inlineText).join('\n\n').replace(/^/gm, '> ')
    case 'rule':
      return '---'
  }
}

const listText = ({ start, items }: List): string =>
  items
    .map((parts, index) => {
      const mark = start === null ? '- ' : `${start + index}. `
      const text = parts
        .map((part) => (part.kind === 'list' ? listText(part) : inlineText(part.children)))
        .join('\n')
      return mark + text.replaceAll('\n', `\n${' '.repeat(mark.length)}`)
    })
    .join('\n')

const inlineText = (inlines: readonly Inline[]): string =>
  inlines
    .map((inline) => {
      switch (inline.kind) {
        case 'text':
          return inline.text
        case 'break':
          return '\n'
        case 'link':
          return linkText(wordsOf(inline.children), inline.href)
        default:
          return inlineText(inline.children)
      }
    })
    .join('')
    .trim()

/** An address that is shown as it is stands alone. */
function linkText(words: string, href: string): string {
  const address = href.startsWith('mailto:') ? href.slice('mailto:'.length).split('?')[0]! : href
  return words === address ? words : `${words} (${address})`
}
