import { render } from '@react-email/render'
import type { ReactElement } from 'react'
import type { Campaign } from '#contract/campaign.ts'
import type { RenderedMail, RenderMail } from '#contract/render.ts'
import { mailTemplates, type Mail } from '#contract/mails.ts'
import { campaign } from '#campaign/campaign.ts'
import { fillBlanks, withBlanks } from './blanks.ts'
import { plainText } from './plain-text.ts'
import { sequenceText } from './sequence.mail.tsx'
import { fill } from './words.ts'

export { renderOperatorMail } from './operator-mails.tsx'
export { checkLetter } from './letter-check.ts'
export { placeholdersIn } from './letter-placeholders.ts'
export { renderLetter } from './letter.tsx'

type Template = (campaign: Campaign, mail: never) => ReactElement
const templates = import.meta.glob<Template>('./*.mail.tsx', { eager: true, import: 'template' })

for (const name of mailTemplates)
  if (!templates[`./${name}.mail.tsx`])
    throw new Error(`${name}.mail.tsx does not export template.`)

export const renderMail: RenderMail = (mail) => renderCampaignMail(campaign, mail)

/** By campaign, then by the mail with blanks: one entry for each text of the campaign. */
const rendered = new WeakMap<Campaign, Map<string, RenderedMail>>()

/**
 * For any campaign. A mail is rendered once and filled in for each person. Throws if the sequence
 * does not have the step.
 */
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

// The file name matches a template to its mail; a glob cannot express that in types.
export const elementOf = (campaign: Campaign, mail: Mail): ReactElement =>
  templates[`./${mail.template}.mail.tsx`]!(campaign, mail as never)
