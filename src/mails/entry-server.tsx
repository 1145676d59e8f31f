import type { Campaign } from '#contract/campaign/campaign.ts'
import type { RenderedMail, RenderMail } from '#contract/render.ts'
import { mailTemplates, type Mail, type MailTemplate } from '#contract/mails/mails.ts'
import { keepPromises } from '#contract/promises/blanks.ts'
import { shownFigures } from '#contract/figures/shown-figures.ts'
import { campaign } from '#campaign'
import { blankOf, fillBlanks } from './blanks.ts'
import { keepRenderings } from './kept-renderings.ts'
import { renderContent, type MailContent } from './layout.tsx'
import { partsOf, type MailParts } from './mail-parts.ts'
import { frameOf } from './words.ts'

export { renderOperatorMail } from './operator-mails.tsx'
export { checkLetter } from './letter-check.ts'
export { placeholdersIn } from './letter-placeholders.ts'
export { renderLetter } from './letter.tsx'

type MailFile = { template: (campaign: Campaign, mail: never, line: never) => MailContent }
const files = import.meta.glob<MailFile>('./*.mail.tsx', { eager: true })
const fileOf = (template: MailTemplate): MailFile | undefined => files[`./${template}.mail.tsx`]

for (const name of mailTemplates)
  if (!fileOf(name)?.template) throw new Error(`${name}.mail.tsx does not export template.`)

/** LIVE-2: with live figures mails name no offer that only an unproven claim stands for. */
const shown = { simulated: campaign, live: shownFigures(campaign, 'live') }

export const renderMail: RenderMail = (mail, figures = 'simulated') =>
  renderCampaignMail(shown[figures], mail)

/** One for each text of the campaign, of some 30 KB. Mails of the line differ by their rewards. */
const kept = keepRenderings<RenderedMail>(500)

/**
 * For any campaign. A mail is rendered once and filled in for each person. Throws if the sequence
 * does not have the step, and for a mail of the line where the campaign has none.
 */
export async function renderCampaignMail(declared: Campaign, mail: Mail): Promise<RenderedMail> {
  const campaign = keepPromises(declared)
  const values: Record<string, string> = {}
  const parts = partsOf(campaign, mail, (name, value) => {
    values[name] = value
    return blankOf(name)
  })
  const found = await kept(campaign, JSON.stringify(parts), () =>
    renderContent(frameOf(campaign), {
      lang: campaign.language,
      ...contentOf(campaign, parts),
    }),
  )
  return fillBlanks(found, { ...values, meUrl: mail.meUrl })
}

// The file name matches a template to its mail; a glob cannot express that in types.
export const contentOf = (campaign: Campaign, { mail, line }: MailParts): MailContent =>
  fileOf(mail.template)!.template(campaign, mail as never, line as never)
