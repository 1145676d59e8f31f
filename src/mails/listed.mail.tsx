import type { Campaign } from '#contract/campaign/campaign.ts'
import type { MailOf } from '#contract/mails/mails.ts'
import { fill } from '#contract/text.ts'
import { LeaveFooter, NoteLink, Paragraphs } from './blocks.tsx'
import { Layout } from './layout.tsx'
import { fillHead } from './words.ts'

/** The address is on the list already: the mail asks for nothing and links to what is kept. */
export function template(
  { brand, mails }: Campaign,
  { template, email, unsubscribeUrl, meUrl }: MailOf<'listed'>,
) {
  const words = mails[template]
  return (
    <Layout
      brand={brand}
      words={fillHead(words, { brand })}
      footer={
        <LeaveFooter
          brand={brand}
          words={mails.footer}
          email={email}
          unsubscribeUrl={unsubscribeUrl}
          meUrl={meUrl}
        />
      }
    >
      <Paragraphs brand={brand} texts={words.paragraphs} />
      {words.button && <NoteLink href={meUrl} label={fill(words.button, { brand })} />}
    </Layout>
  )
}
