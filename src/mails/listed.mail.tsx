import type { Campaign } from '#contract/campaign/campaign.ts'
import type { MailOf } from '#contract/mails/mails.ts'
import { Action, LeaveFooter, Paragraphs } from './blocks.tsx'
import type { MailContent } from './layout.tsx'

/** The address is on the list already: the mail asks for nothing, and its button leads to what is kept. */
export const template = (
  { mails: { listed: words, footer } }: Campaign,
  mail: MailOf<'listed'>,
): MailContent => ({
  words,
  children: (
    <>
      <Paragraphs texts={words.paragraphs} />
      {words.button && <Action href={mail.meUrl} label={words.button} />}
    </>
  ),
  footer: <LeaveFooter words={footer} {...mail} />,
})
