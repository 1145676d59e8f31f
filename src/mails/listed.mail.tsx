import type { Campaign } from '#contract/campaign.ts'
import type { MailOf } from '#contract/mails.ts'
import { Layout, Paragraphs } from './layout.tsx'
import { LeaveFooter } from './leave-footer.tsx'

/** A mail that asks for nothing: the address is on the list already. */
export function template(
  { brand, mails }: Campaign,
  { template, email, unsubscribeUrl, meUrl }: MailOf<'listed'>,
) {
  const words = mails[template]
  return (
    <Layout
      brand={brand}
      words={words}

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
    </Layout>
  )
}
