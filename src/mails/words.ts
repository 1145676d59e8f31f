import type { MailText } from '#contract/campaign.ts'
import { campaign } from '#campaign/campaign.ts'

/** Fills `{brand}` and `{email}`. */
export const fill = (text: string, email = ''): string => text.replaceAll('{brand}', campaign.brand).replaceAll('{email}', email)

export const wordsOf = (text: MailText): MailText => ({
  ...text,
  subject: fill(text.subject), preview: fill(text.preview), title: fill(text.title), paragraphs: text.paragraphs.map((paragraph) => fill(paragraph)),
})
