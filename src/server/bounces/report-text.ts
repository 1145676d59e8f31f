import { meaningOf, type Meaning } from '#server/answers/meaning.ts'
import { reasonOf } from './about-mail.ts'

export type Understood = { meaning: Meaning; reason: string }

/**
 * What the readable text of a report says: the answer of the mail server with its further lines, else
 * what stands after, at and before the address. The first of them that decides counts, else the
 * first.
 */
export function understand(said: string, recipient: string, status = ''): Understood {
  const texts = placesIn(said)
  const meanings = texts.map((text) => meaningIn(text, recipient, status))
  const found = meanings.findIndex(({ about }) => about !== 'nothing')
  const at = Math.max(found, 0)
  return { meaning: meanings[at] ?? { about: 'nothing' }, reason: reasonOf(texts[at] ?? '') }
}

/** `status`: what another server wrote beside the text. */
export const meaningIn = (text: string, recipient: string, status = ''): Meaning =>
  meaningOf({
    step: null,
    code: Number(/(?:^|[\s:;>#("'[])([245]\d\d)(?:[ -]\S|$)/.exec(text)?.[1]) || null,
    status,
    text,
    recipient,
  })

function placesIn(said: string): string[] {
  const lines = said.split('\n').map((line) => line.trim())
  const ofOther = lines.findIndex((line) => ofServer.test(line))
  if (ofOther >= 0) return [answerAt(lines, ofOther)]
  // Dovecot names the recipient in one line, and its reason in the next.
  const codes = [/was automatically rejected:?$/i, hasCode].flatMap((pattern) =>
    indexesOf(lines, pattern).slice(0, 1),
  )
  const named = indexesOf(lines, /@/).slice(0, mostPlaces)
  return [
    ...codes.map((at) => paragraphAt(lines, at)),
    ...named.slice(0, 1).map((at) => paragraphAt(lines, nextLine(lines, at))),
    ...named.flatMap((at) => [
      paragraphAt(lines, at),
      paragraphAt(lines, nextParagraph(lines, at)),
    ]),
    ...named.slice(0, 1).map((at) => paragraphBefore(lines, at)),
    paragraphAt(lines, nextLine(lines, -1)),
  ].filter((place) => place !== '')
}

/** Sendmail repeats the other server's answer so, and adds words of its own for the code. */
const ofServer = /^<<< [45]\d\d/

/** An answer may have several lines. */
function answerAt(lines: readonly string[], from: number): string {
  const end = orEnd(lines, (line, index) => index > from && !ofServer.test(line))
  return lines.slice(from, Math.min(end, from + mostLines)).join('\n')
}

const mostPlaces = 5

const indexesOf = (lines: readonly string[], pattern: RegExp): number[] =>
  lines.flatMap((line, index) => (pattern.test(line) ? [index] : []))

const nextLine = (lines: readonly string[], at: number): number =>
  orEnd(lines, (line, index) => index > at && line !== '')

function nextParagraph(lines: readonly string[], at: number): number {
  const end = orEnd(lines, (line, index) => index > at && line === '')
  return nextLine(lines, end)
}

function orEnd(lines: readonly string[], is: (line: string, index: number) => boolean): number {
  const found = lines.findIndex(is)
  return found < 0 ? lines.length : found
}

/** A basic or an enhanced code somewhere in a line. */
export const hasCode =
  /(?:^|[\s:;>#("'[])[45]\d\d[ -]\S|(?:^|[^\d.])[45]\.\d{1,3}\.\d{1,3}(?![\d.])/

/** As far as a blank line, or the line of another recipient. */
function paragraphAt(lines: readonly string[], from: number): string {
  const end = orEnd(lines, (line, index) => index > from && (line === '' || ofRecipient.test(line)))
  return lines.slice(from, Math.min(end, from + mostLines)).join('\n')
}

const ofRecipient = /^["<]?[^\s@"<>]{1,64}@[^\s@"<>]{1,255}[">]?:/

function paragraphBefore(lines: readonly string[], at: number): string {
  const last = lines.findLastIndex((line, index) => index < at && line !== '')
  const first = lines.findLastIndex((line, index) => index < last && line === '')
  return lines.slice(Math.max(first + 1, last + 1 - mostLines), last + 1).join('\n')
}

const mostLines = 12
