import PostalMime, { decodeWords } from 'postal-mime'
import { maskedLine } from '#server/config/log.ts'
import type { Meaning } from '#server/answers/answer.ts'

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

/** Fields of a header by lower-case name, each with its values in order. */
export type Fields = ReadonlyMap<string, readonly string[]>

const mostFields = 500
const mostValue = 4_000

function readFields(pairs: Iterable<readonly [name: string, value: string]>): Fields {
  const fields = new Map<string, string[]>()
  let count = 0
  for (const [name, value] of pairs) {
    if (++count > mostFields) break
    const key = name.toLowerCase()
    const values = fields.get(key) ?? []
    values.push(value.slice(0, mostValue).trim())
    fields.set(key, values)
  }
  return fields
}

/**
 * Header-like blocks that blank lines separate, as in RFC 3464: continuation lines are unfolded,
 * other lines are skipped. A block without fields is left out.
 */
export function readBlocks(text: string): Fields[] {
  const blocks: [string, string][][] = [[]]
  for (const line of text.split(/\r?\n/)) {
    const block = blocks.at(-1)!
    const last = block.at(-1)
    if (line.trim() === '') blocks.push([])
    else if (/^[ \t]/.test(line)) {
      if (last && last[1].length < mostValue) last[1] += `\n${line.trim()}`
    } else {
      const colon = line.indexOf(':')
      const name = line.slice(0, colon)
      if (colon > 0 && /^[\w-]{1,60}$/.test(name)) block.push([name, line.slice(colon + 1).trim()])
    }
  }
  return blocks.filter((block) => block.length > 0).map(readFields)
}

export const valuesOf = (fields: Fields, ...names: readonly string[]): string[] =>
  names.flatMap((name) => fields.get(name) ?? [])

/** The first value, or an empty text. */
export const valueOf = (fields: Fields, name: string): string => fields.get(name)?.[0] ?? ''

const address = /[^\s<>()[\],;:"@]{1,64}@[a-z0-9.-]{1,253}[a-z0-9]/gi
const mostAddresses = 20

/** Addresses in a text, in lower case, each once. */
export const addressesIn = (text: string): string[] =>
  [...new Set((text.slice(0, 20_000).match(address) ?? []).map((one) => one.toLowerCase()))].slice(
    0,
    mostAddresses,
  )

/**
 * Which mail a message is about. `secrets`: texts that may contain its envelope token. `messageIds`
 * and `recipients` are what the message names; only both together identify a mail
 * (handle-message.ts).
 */
export type About = {
  secrets: readonly string[]
  messageIds: readonly string[]
  recipients: readonly string[]
}

/** Where a mail server writes the address that a report was sent to. */
const addressedIn = [
  'delivered-to',
  'x-delivered-to',
  'x-original-to',
  'envelope-to',
  'x-envelope-to',
  'original-recipient',
  'to',
  'cc',
]

/** The addresses that a message was sent to. Only a returned mail knows one with a token. */
export const addressedTo = ({ headers }: Message): string[] => valuesOf(headers, ...addressedIn)

/** The headers of the returned mail are a part, or follow the text. */
export function aboutReturned(
  message: Message,
  recipients: readonly string[],
  secrets: readonly string[] = [],
  text = '',
): About {
  const returned = [
    ...message.parts.filter(({ type }) => mayBeReturned.test(type)).map((part) => part.text),
    text,
  ].flatMap(returnedHeaders)
  return {
    secrets: [
      ...addressedTo(message),
      ...secrets,
      ...returned.flatMap((fields) => [...fields.values()].flat()),
    ],
    messageIds: messageIdsIn(returned.flatMap((fields) => valuesOf(fields, 'message-id'))),
    recipients,
  }
}

/** Some servers attach the headers of the returned mail as a text file. */
const mayBeReturned =
  /^(?:text\/(?:rfc822-headers|plain)|message\/(?:rfc822|global|global-headers))$/

/** Of a returned mail only the headers, not its text: the first block with a Message-ID. */
const returnedHeaders = (text: string): Fields[] =>
  readBlocks(text)
    .filter((block) => block.has('message-id') || block.has('return-path'))
    .slice(0, 1)

export const messageIdsIn = (values: readonly string[]): string[] =>
  [...new Set(values.join(' ').match(/<[^<>\s]{1,250}>/g) ?? [])].slice(0, 20)

/** One line without the codes that begin each further line of an answer. Addresses are masked. */
export const reasonOf = (text: string): string =>
  maskedLine(
    text.slice(0, 2_000).replaceAll(/\n\s*(?:\d{3}[ -])?(?:\d\.\d{1,3}\.\d{1,3}\s)?/g, ' '),
  )

/**
 * What a mail of the bounce mailbox is. `notice`: a delay, or a delivery: nothing follows. `other`:
 * for a person to read.
 */
export type Parsed =
  | { is: 'bounce'; meaning: Meaning; reason: string; about: About }
  | { is: 'complaint' | 'out-of-office'; reason: string; about: About }
  | { is: 'notice'; about: About }
  | { is: 'other' }

/**
 * Whether a program answered for a person: RFC 3834, the fields of older programs, or the subjects
 * of those that set none. Mails that a program sent by itself (`auto-generated`, as ours) are no
 * replies.
 */
export function isAutoReply(headers: Fields): boolean {
  const submitted = valueOf(headers, 'auto-submitted').toLowerCase()
  if (submitted.startsWith('auto-generated')) return false
  return submitted.startsWith('auto-replied') || isReplyOfPerson(headers)
}

/** The same without `Auto-Submitted: auto-replied`, which mail servers write into reports too. */
export function isReplyOfPerson(headers: Fields): boolean {
  return (
    olderFields.some((name) => valuesOf(headers, name).some((value) => !/^no\b/i.test(value))) ||
    /^auto_?reply/i.test(valueOf(headers, 'precedence')) ||
    subjects.test(valueOf(headers, 'subject'))
  )
}

const olderFields = ['x-autoreply', 'x-autorespond', 'x-autoreply-from', 'x-mail-autoreply']

const subjects =
  /^(?:(?:out of (?:the )?office|automatic(?:ally generated)? reply|auto(?:matic)?[ -]?(?:response|reply)|vacation reply|automatische antwort|abwesenheits(?:notiz|meldung)|automatisch antwoord|afwezig(?:heid|heidsbericht)?|r[ée]ponse automatique|absence du bureau|respuesta autom[áa]tica|fuera de (?:la )?oficina|risposta automatica|fuori sede|resposta autom[áa]tica)\b)/i

/** RFC 5321, 4.5.5: reports come from the null sender, which a mailbox writes into Return-Path. */
export const isFromNullSender = ({ headers }: Message): boolean =>
  valuesOf(headers, 'return-path', 'x-envelope-from', 'envelope-from').some((path) =>
    /^(?:<\s*>|<?mailer-daemon(?:@[^>]*)?>?)$/i.test(path),
  )

/** Some mailboxes do not record the null sender. */
export const isFromDaemon = (message: Message): boolean =>
  isFromNullSender(message) || isDaemonsName(message)

/** The author is a mail server by its name or address. */
export const isDaemonsName = ({ headers }: Message): boolean =>
  valuesOf(headers, 'from').some((from) =>
    /mailer-?daemon|post-?master|mail(?: delivery)? (?:system|subsystem|service)|mail delivery|mdaemon@/i.test(
      from,
    ),
  )
