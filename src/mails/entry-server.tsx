import { render } from '@react-email/render'
import type { ReactElement } from 'react'
import type { Campaign } from '#contract/campaign/campaign.ts'
import type { RenderedMail, RenderMail } from '#contract/render.ts'
import { mailTemplates, type Mail, type MailTemplate } from '#contract/mails/mails.ts'
import { keepPromises } from '#contract/promises/blanks.ts'
import { shownFigures } from '#contract/figures/shown-figures.ts'
import { campaign } from '#campaign/campaign.ts'
import { blankOf, fillBlanks } from './blanks.ts'
import { partsOf, type MailParts } from './mail-parts.ts'
import { plainText } from './plain-text.ts'
import { fillHead, type MailHead } from './words.ts'

export { renderOperatorMail } from './operator-mails.tsx'
export { checkLetter } from './letter-check.ts'
export { placeholdersIn } from './letter-placeholders.ts'
export { renderLetter } from './letter.tsx'

type Of<Made> = (campaign: Campaign, mail: never, line: never) => Made
/** `head`: subject, preview and title. A file without has the words of its name in `campaign.mails`. */
type MailFile = { template: Of<ReactElement>; head?: Of<MailHead> }
const files = import.meta.glob<MailFile>('./*.mail.tsx', { eager: true })
const fileOf = (template: MailTemplate): MailFile | undefined => files[`./${template}.mail.tsx`]

for (const name of mailTemplates)
  if (!fileOf(name)?.template) throw new Error(`${name}.mail.tsx does not export template.`)

/** LIVE-2: with live figures mails name no offer that only an unproven claim stands for. */
const shown = { simulated: campaign, live: shownFigures(campaign, 'live') }

export const renderMail: RenderMail = (mail, figures = 'simulated') =>
  renderCampaignMail(shown[figures], mail)

/** By campaign, then by the mail with blanks: one entry for each text of the campaign. */
const rendered = new WeakMap<Campaign, Map<string, RenderedMail>>()
/** Each takes some 30 KB. Mails of the line differ by the rewards that their readers have. */
const mostRendered = 500

/**
 * For any campaign. A mail is rendered once and filled in for each person. Throws if the sequence
 * does not have the step, and for a mail of the line where the campaign has none.
 */
export async function renderCampaignMail(declared: Campaign, mail: Mail): Promise<RenderedMail> {
  const campaign = keepPromises(declared)
  const known = rendered.get(campaign) ?? new Map<string, RenderedMail>()
  rendered.set(campaign, known)
  const values: Record<string, string> = {}
  const parts = partsOf(campaign, mail, (name, value) => {
    values[name] = value
    return blankOf(name)
  })
  const key = JSON.stringify(parts)
  const found = known.get(key) ?? (await renderAnew(campaign, parts))
  // The last of the map is the one that was used last, so the first is removed.
  known.delete(key)
  known.set(key, found)
  const [oldest] = known.keys()
  if (known.size > mostRendered && oldest !== undefined) known.delete(oldest)
  return fillBlanks(found, { ...values, meUrl: mail.meUrl })
}

async function renderAnew(campaign: Campaign, parts: MailParts): Promise<RenderedMail> {
  const html = await render(elementOf(campaign, parts))
  return { subject: headOf(campaign, parts).subject, html, text: plainText(html) }
}

// The file name matches a template to its mail; a glob cannot express that in types.
export const elementOf = (campaign: Campaign, { mail, line }: MailParts): ReactElement =>
  fileOf(mail.template)!.template(campaign, mail as never, line as never)

const headOf = (campaign: Campaign, { mail, line }: MailParts): MailHead =>
  fileOf(mail.template)!.head?.(campaign, mail as never, line as never) ??
  // The words of these have a head, as those of `listed` have.
  fillHead(campaign.mails[mail.template as 'listed'], { brand: campaign.brand })
