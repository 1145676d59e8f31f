import { toPlainText } from '@react-email/render'

/**
 * The text part: headings are not uppercased, a row reads 'Name: text', and a link is its label, a
 * colon, and its URL on the next line.
 */
export const plainText = (html: string): string => `${toPlainText(html, options)}\n`

// html-to-text ships no types; this is the part of its formatter interface that is used here.
type Element = { children: Element[]; attribs: Record<string, string> }
type Builder = {
  addInline(text: string, options: { noWordTransform: boolean }): void
  addLineBreak(): void
}

type Format = (
  element: Element,
  walk: (children: Element[], builder: Builder) => void,
  builder: Builder,
) => void

const labelledLink: Format = (element, walk, builder) => {
  walk(element.children, builder)
  builder.addInline(':', { noWordTransform: true })
  builder.addLineBreak()
  builder.addInline(element.attribs.href ?? '', { noWordTransform: true })
}

/** A row's name and a colon. */
const rowName: Format = (element, walk, builder) => {
  walk(element.children, builder)
  builder.addInline(':', { noWordTransform: true })
}

const options = {
  formatters: { labelledLink, rowName },
  selectors: [
    { selector: 'h1', options: { uppercase: false, leadingLineBreaks: 2, trailingLineBreaks: 2 } },
    { selector: 'h2', options: { uppercase: false, leadingLineBreaks: 2, trailingLineBreaks: 2 } },
    { selector: 'a', format: 'labelledLink' },
    // Its label is its address.
    { selector: 'a.bare', format: 'inline' },
    { selector: 'strong', format: 'rowName' },
    { selector: 'td.row', format: 'inline' },
    { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
  ],
}
