import { maskedLine } from '#server/config/log.ts'
import { readBlocks, valuesOf, type Fields } from './header-fields.ts'
import type { Message } from './read-message.ts'

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
export const returnedHeaders = (text: string): Fields[] =>
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
