import type { Campaign } from '#contract/campaign/campaign.ts'
import type { MailOf } from '#contract/mails/mails.ts'
import { LeaveFooter, NoteLink, Paragraphs } from './blocks.tsx'
import type { MailContent } from './layout.tsx'

/** The address is on the list already: the mail asks for nothing and links to what is kept. */
export const template = (
  { mails: { listed: words, footer } }: Campaign,
  mail: MailOf<'listed'>,
): MailContent => ({
  words,
  children: (
    <>
      <Paragraphs texts={words.paragraphs} />
      {words.button && <NoteLink href={mail.meUrl} label={words.button} />}
    </>
  ),
  footer: <LeaveFooter words={footer} {...mail} />,
})
