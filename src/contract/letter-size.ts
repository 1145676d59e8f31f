import { grouped } from './figures.ts'

/** Gmail shows the first 102 KB of a mail's HTML. The limit leaves room for longer links. */
export const mostHtmlBytes = 100_000

export const kilobytes = (bytes: number): string =>
  `${grouped(Math.max(1, Math.round(bytes / 1_000)))} KB`

/** What to do about a letter whose end Gmail would hide; null where it is short enough. */
export const sizeWarning = (htmlBytes: number): string | null =>
  htmlBytes <= mostHtmlBytes
    ? null
    : `The HTML has ${kilobytes(htmlBytes)}. Gmail shows the first 102 KB and hides the rest, with the link to unsubscribe at the end. Shorten the text, use fewer and longer paragraphs, or send two letters.`
