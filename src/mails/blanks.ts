import { unicodeEmail } from '#contract/address/unicode-host.ts'
import type { RenderedMail } from '#contract/render.ts'
import { escapeHtml } from '#contract/text.ts'

/**
 * Keeps a value that differs between people, and returns what stands for it in a mail that is
 * rendered once for all of them.
 */
export type Blank = (name: string, value: string) => string

// Characters of the private use area: no campaign contains them, and neither React nor the text
// part changes them.
export const blankOf = (name: string) => `\uE000${name}\uE001`
const blanks = /\uE000(\w+)\uE001/g

/** Stands for the origin of PUBLIC_URL, from which a mail loads its plate and links to the page. */
export const originBlank = blankOf('origin')

/** `meUrl` gives the origin of PUBLIC_URL. */
type Values = { meUrl: string; email?: string } & Readonly<Record<string, string | undefined>>

/**
 * Puts a person's address and links into a mail that was rendered with blanks. Values are not
 * searched for blanks.
 */
export function fillBlanks({ subject, html, text }: RenderedMail, mail: Values): RenderedMail {
  const email = unicodeEmail(mail.email ?? '')
  const values: Values = { ...mail, email, origin: new URL(mail.meUrl).origin }
  const written = (body: string, write: (value: string) => string) =>
    body.replace(blanks, (_blank, name: string) => write(values[name] ?? ''))
  const asText = (value: string) => value
  return {
    subject: written(subject, asText),
    html: written(html, escapeHtml),
    text: written(text, asText),
  }
}

/** Puts the origin of PUBLIC_URL into the HTML of a mail that has no other blank. */
export const fillOrigin = (html: string, origin: string): string =>
  html.replaceAll(originBlank, () => escapeHtml(origin))
