import type { Report } from '#server/signup/mail-reports.ts'

/**
 * A bounce of Amazon SES ('Bounce types' of its documentation). SES has tried again for hours before
 * it reports a transient one. Null where it is about the text of the mail.
 */
export function bounceKindOfSes(type: string, subType: string): Report['kind'] | null {
  if (type === 'Permanent') return 'hard-bounce'
  return aboutText.has(subType) ? null : 'soft-bounce'
}

const aboutText = new Set(['MessageTooLarge', 'ContentRejected', 'AttachmentRejected'])
