import { listed } from '#contract/english.ts'
import type { Campaign } from './campaign.ts'
import { fileOf } from './campaign-files.ts'
import { openContact, type ContactPart } from './contact.ts'

/** What is left to fill in before a public page sends letters, for operators; null if nothing is. */
export function contactToFill(campaign: Campaign): string | null {
  const open = openContact(campaign).map((part) => contactNouns[part])
  return open.length === 0
    ? null
    : `Fill in your ${listed(open, 'and')} as 'contact' in ${fileOf(campaign, 'privacy')} and start the server again: until then the privacy page and the mails show a blank, and a public page sends no letters.`
}

/** What operators read. */
export const contactNouns: Record<ContactPart, string> = {
  name: 'name',
  address: 'postal address',
  email: 'e-mail address',
}
