import { render } from '@react-email/render'
import type { ReactElement } from 'react'
import type { Campaign } from '#contract/campaign.ts'
import type { Mail, MailOf, MailTemplate, RenderedMail, RenderMail } from '#contract/render.ts'
import { campaign } from '#campaign/campaign.ts'
import { fillBlanks, withBlanks } from './blanks.ts'
import { ConfirmMail } from './confirm.tsx'
import { NoticeMail } from './notice.tsx'
import { plainText } from './plain-text.ts'
import { SequenceMail, sequenceText } from './sequence.tsx'
import { WelcomeMail } from './welcome.tsx'
import { fill } from './words.ts'

/** Every mail of the product: one line each. */
const templates: { [T in MailTemplate]: (campaign: Campaign, mail: MailOf<T>) => ReactElement } = {
  confirm: ConfirmMail,
  listed: NoticeMail,
  welcome: WelcomeMail,
  sequence: SequenceMail,
}

export const renderMail: RenderMail = (mail) => renderCampaignMail(campaign, mail)

/** By campaign, then by all that is the same for everybody: as many as the campaign has texts. */
const rendered = new WeakMap<Campaign, Map<string, RenderedMail>>()

/** The same for any campaign, rendered once and filled in for each person. Throws for a step that its sequence does not have. */
export async function renderCampaignMail(campaign: Campaign, mail: Mail): Promise<RenderedMail> {
  const known = rendered.get(campaign) ?? new Map<string, RenderedMail>()
  rendered.set(campaign, known)
  const blank = withBlanks(mail)
  const key = JSON.stringify(blank)
  const found = known.get(key) ?? (await renderAnew(campaign, blank))
  known.set(key, found)
  return fillBlanks(found, mail)
}

async function renderAnew(campaign: Campaign, mail: Mail): Promise<RenderedMail> {
  const { subject } =
    mail.template === 'sequence' ? sequenceText(campaign, mail) : campaign.mails[mail.template]
  const html = await render(elementOf(campaign, mail))
  return { subject: fill(subject, { brand: campaign.brand }), html, text: plainText(html) }
}

// TypeScript cannot see that a template and its own mail meet here (microsoft/TypeScript#30581).
export const elementOf = <T extends MailTemplate>(
  campaign: Campaign,
  mail: MailOf<T>,
): ReactElement => templates[mail.template as T](campaign, mail)
