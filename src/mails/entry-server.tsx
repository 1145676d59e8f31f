import { render } from '@react-email/render'
import type { ReactElement } from 'react'
import type { Campaign } from '#contract/campaign.ts'
import type { RenderedMail, RenderMail } from '#contract/render.ts'
import { mailTemplates, type Mail } from '#contract/mails.ts'
import { keepPromises } from '#contract/promise-blanks.ts'
import { shownFigures } from '#contract/shown-figures.ts'
import { campaign } from '#campaign/campaign.ts'
import { fill } from '#contract/text.ts'
import { fillBlanks, valuesOf, withBlanks } from './blanks.ts'
import { friendHead } from './friend.mail.tsx'
import { readyMail, type LineMailOf, type ReadyMail } from './line-parts.ts'
import { plainText } from './plain-text.ts'
import { resultHead } from './result.mail.tsx'
import { rewardHead } from './reward.mail.tsx'
import { sequenceText } from './sequence.mail.tsx'
import { turnHead } from './turn.mail.tsx'
import { welcomeHead } from './welcome.mail.tsx'

export { renderOperatorMail } from './operator-mails.tsx'
export { checkLetter } from './letter-check.ts'
export { placeholdersIn } from './letter-placeholders.ts'
export { renderLetter } from './letter.tsx'

type Template = (campaign: Campaign, mail: never) => ReactElement
const templates = import.meta.glob<Template>('./*.mail.tsx', { eager: true, import: 'template' })

for (const name of mailTemplates)
  if (!templates[`./${name}.mail.tsx`])
    throw new Error(`${name}.mail.tsx does not export template.`)

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
  const ready = readyMail(campaign, mail)
  const blank = withBlanks(ready)
  const key = JSON.stringify(blank)
  const found = known.get(key) ?? (await renderAnew(campaign, blank))
  // The last of the map is the one that was used last, so the first is removed.
  known.delete(key)
  known.set(key, found)
  const [oldest] = known.keys()
  if (known.size > mostRendered && oldest !== undefined) known.delete(oldest)
  return fillBlanks(found, valuesOf(ready))
}

async function renderAnew(campaign: Campaign, mail: ReadyMail): Promise<RenderedMail> {
  const html = await render(elementOf(campaign, mail))
  return { subject: subjectOf(campaign, mail), html, text: plainText(html) }
}

function subjectOf(campaign: Campaign, mail: ReadyMail): string {
  switch (mail.template) {
    case 'sequence':
      return fill(sequenceText(campaign, mail).subject, { brand: campaign.brand })
    case 'friend':
      return friendHead(campaign, mail as LineMailOf<'friend'>).subject
    case 'reward':
      return rewardHead(campaign, mail as LineMailOf<'reward'>).subject
    case 'turn':
      return turnHead(campaign, mail as LineMailOf<'turn'>).subject
    case 'result':
      return resultHead(campaign, mail).subject
    case 'welcome':
      return welcomeHead(campaign, mail).subject
    default:
      return fill(campaign.mails[mail.template].subject, { brand: campaign.brand })
  }
}

// The file name matches a template to its mail; a glob cannot express that in types.
export const elementOf = (campaign: Campaign, mail: ReadyMail): ReactElement =>
  templates[`./${mail.template}.mail.tsx`]!(campaign, mail as never)
