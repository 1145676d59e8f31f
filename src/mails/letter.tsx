import { render } from '@react-email/render'
import type { Campaign } from '#contract/campaign.ts'
import type { LetterText } from '#contract/letters.ts'
import type { LetterRecipient, RenderedMail, RenderLetter } from '#contract/render.ts'
import { campaign } from '#campaign/campaign.ts'
import { fillOrigin } from './blanks.ts'
import { Layout, Paragraphs } from './layout.tsx'
import { LeaveFooter } from './leave-footer.tsx'
import { plainText } from './plain-text.ts'

export const renderLetter: RenderLetter = (text, recipient) =>
  renderCampaignLetter(campaign, text, recipient)

export async function renderCampaignLetter(
  { brand, mails }: Campaign,
  { subject, preview, body }: LetterText,
  { email, unsubscribeUrl, meUrl }: LetterRecipient,
): Promise<RenderedMail> {
  const footer = (
    <LeaveFooter
      brand={brand}
      words={mails.footer}
      email={email}
      unsubscribeUrl={unsubscribeUrl}
      meUrl={meUrl}
    />
  )
  const html = await render(
    <Layout brand={brand} words={{ subject, preview, title: subject }} footer={footer}>
      <Paragraphs brand={brand} texts={body.split(/\n{2,}/)} />
    </Layout>,
  )
  return { subject, html: fillOrigin(html, new URL(meUrl).origin), text: plainText(html) }
}
