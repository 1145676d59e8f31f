import type { Campaign } from './campaign.ts'
import { fill } from '#contract/text.ts'

/**
 * LANG-5: who keeps the addresses and writes the mails, whom the law wants named on the privacy page
 * (GDPR, Article 13) and in mails. Each is null until the brand gives it.
 */
export type Contact = Campaign['privacy']['contact']
export const contactParts = ['name', 'address', 'email'] as const
export type ContactPart = (typeof contactParts)[number]

/** What the page and the mails show for a part that is not given, in their language. */
export type ContactBlanks = Readonly<Record<ContactPart, string>>

/**
 * `[your company]`, `TODO`, `TBD`: what authors write where they mean to come back. A link of
 * Markdown is none.
 */
const noteToAuthor = /\[[^\]]*\s[^\]]*\](?!\()|\b(?:TODO|TBD)\b/
export const isNoteToAuthor = (text: string): boolean => noteToAuthor.test(text)

/** The parts that a text of the campaign names and that are not given. The address to write to is always named. */
export function openContact({ privacy: { contact }, mails }: Campaign): ContactPart[] {
  const said = `${contact.text} ${mails.sender ?? ''} {email}`
  return contactParts.filter(
    (part) =>
      (said.includes(`{${part}}`) && isOpen(contact[part])) ||
      (part === 'name' && isNoteToAuthor(contact.text)),
  )
}

const isOpen = (value: string | null) => value === null || isNoteToAuthor(value)

/** A text with the parts, and with what stands for those that are not given. */
export const fillContact = (text: string, contact: Contact, blanks: ContactBlanks): string =>
  fill<string>(
    text,
    Object.fromEntries(contactParts.map((part) => [part, contact[part] ?? blanks[part]])),
  )
