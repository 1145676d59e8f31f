import PostalMime, { decodeWords } from 'postal-mime'
import { readFields, type Fields } from './header-fields.ts'

/** A mail of the bounce mailbox, as far as the parsers need it. */
export type Message = {
  headers: Fields
  /** the text that a person reads */
  text: string
  /** the parts that are not text to read, in order; a returned mail is one of them */
  parts: readonly { type: string; text: string }[]
}

/** The first bytes of a mail that are read. A report states its reason before the returned mail. */
export const mostBytes = 256 * 1024
/** postal-mime takes about 10 µs for a line: a mail of empty lines would take seconds. */
const mostLines = 5_000
const mostText = 64 * 1024
const mostParts = 20

/** Never throws. Returns null for bytes that are no mail; also reads a mail that is cut off. */
export async function readMessage(raw: Uint8Array): Promise<Message | null> {
  const mail = await PostalMime.parse(beginning(raw), {
    forceRfc822Attachments: true,
    maxNestingDepth: 20,
    maxHeadersSize: mostBytes,
  }).catch(() => null)
  if (!mail || mail.headers.length === 0) return null
  const text = mail.text ?? withoutTags(mail.html ?? '')
  const isEmpty = text.trim() === '' && mail.attachments.length === 0
  return {
    headers: readFields(
      mail.headers.map(({ key, value }) => [
        key,
        withoutNul(key === 'subject' ? decodeWords(value) : value),
      ]),
    ),
    text: plain(isEmpty ? bodyOf(raw) : text),
    parts: mail.attachments.slice(0, mostParts).map(({ mimeType, content }) => ({
      type: mimeType,
      text: plain(typeof content === 'string' ? content : decode(content)),
    })),
  }
}

/** Of a mail whose parts are not found, because its boundary is not the one that its header names. */
function bodyOf(raw: Uint8Array): string {
  const text = new TextDecoder().decode(beginning(raw))
  const start = text.search(/\r?\n\r?\n/)
  return start < 0 ? '' : text.slice(start)
}

function beginning(raw: Uint8Array): Uint8Array {
  const bytes = raw.subarray(0, mostBytes)
  let end = -1
  for (let lines = 0; lines < mostLines; lines++) {
    end = bytes.indexOf(10, end + 1)
    if (end < 0) return bytes
  }
  return bytes.subarray(0, end)
}

const decode = (content: ArrayBuffer | Uint8Array) => new TextDecoder().decode(content)

const plain = (text: string) => withoutNul(text.slice(0, mostText).replaceAll('\r\n', '\n'))

/** Postgres refuses a query with NUL, so that one mail would keep all others from being read. */
const withoutNul = (text: string) => text.replaceAll('\0', '')

/** Enough for the few reports that have no text part. */
const withoutTags = (html: string) =>
  html
    .slice(0, mostBytes)
    .replaceAll(/<(?:br|p|div|tr|li)\b[^<>]{0,500}>/gi, '\n')
    .replaceAll(/<[^<>]{0,500}>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')
