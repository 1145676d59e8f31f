import { expect, test } from 'vitest'
import { campaign, language, stored } from '#campaign'
import { withPromises } from '#contract/promises/blanks.ts'
import { renderCampaign, renderPage } from '#page/shell/entry-server.tsx'
import { filledCampaign, openCampaign } from '#test/open-campaign.ts'
import { readable } from '#test/campaign-texts.ts'

const { html } = renderPage(
  { page: 'privacy' },
  { publicUrl: 'https://fuel.example', anonKey: 'anon', optIn: 'double' },
)
const page = readable(html)
const sentences = Object.entries({ ...stored.columns, ...stored.parts })

test.each(sentences)('the privacy page says once what %s holds', (_, sentence) => {
  expect(page.split(withPromises(sentence, language, campaign))).toHaveLength(2)
})

test('what the line stores is said in its own part', () => {
  for (const paragraph of campaign.line!.copy.privacy.paragraphs)
    expect(page).toContain(withPromises(paragraph, language, campaign))
})

const site = { publicUrl: 'https://fuel.example', anonKey: 'anon', optIn: 'double' } as const
const privacyOf = (of: typeof campaign) =>
  readable(renderCampaign(of, { page: 'privacy' }, site).html)

test('[LANG-5] the privacy page says who keeps the addresses, or shows a blank for it', () => {
  expect(privacyOf(openCampaign)).toContain(
    `[your name], [your address], who writes to you about this launch.`,
  )
  expect(privacyOf(openCampaign)).toContain('[your email]')
  expect(privacyOf(openCampaign)).not.toContain('mailto:')
  expect(privacyOf(filledCampaign)).toContain(
    'Slot & Zoon, Kade 1, 1011 AB Amsterdam, who writes to you about this launch.',
  )
  expect(privacyOf(filledCampaign)).toContain('mailto:privacy@slot.nl')
})
