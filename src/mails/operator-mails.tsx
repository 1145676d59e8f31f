import { render } from '@react-email/render'
import type { ReactElement } from 'react'
import type { Campaign } from '#contract/campaign.ts'
import type { OperatorMail } from '#contract/operator-mails.ts'
import type { RenderOperatorMail } from '#contract/render.ts'
import { campaign } from '#campaign/campaign.ts'
import { fillOrigin } from './blanks.ts'
import { Action, Layout, Note, Paragraphs } from './layout.tsx'
import { plainText } from './plain-text.ts'

/** Mails to operators, in the layout of all mails. Their words are not a campaign's. */
const templates: {
  [T in OperatorMail['template']]: (
    campaign: Pick<Campaign, 'brand'>,
    mail: Extract<OperatorMail, { template: T }>,
  ) => { subject: string; element: ReactElement }
} = {
  'sign-in': ({ brand }, { url, minutes }) => {
    const words = {
      subject: `Sign in to the dashboard of ${brand}`,
      preview: `This link works once, for ${minutes} minutes.`,
      title: 'Sign in',
    }
    return {
      subject: words.subject,
      element: (
        <Layout
          brand={brand}
          words={words}
          footer={
            <Note>
              You are an operator of this waitlist. If you did not ask for this link, ignore this
              mail: the link does nothing until somebody presses the button on its page.
            </Note>
          }
        >
          <Paragraphs
            brand={brand}
            texts={[
              `Open this link to sign in to the dashboard. It works once, for ${minutes} minutes.`,
            ]}
          />
          <Action href={url} label="Sign in" />
        </Layout>
      ),
    }
  },
}

export const renderOperatorMail: RenderOperatorMail = async (mail) => {
  const { subject, element } = templates[mail.template](campaign, mail)
  const html = fillOrigin(await render(element), new URL(mail.url).origin)
  return { subject, html, text: plainText(html) }
}
