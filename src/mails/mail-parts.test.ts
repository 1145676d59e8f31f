import { originBlank } from './blanks.ts'
import { describe, expect, test } from 'vitest'
import { campaign as declared } from '#campaign'
import { keepPromises } from '#contract/promises/blanks.ts'
import type { Campaign } from '#contract/campaign/campaign.ts'
import type { Mail } from '#contract/mails/mails.ts'
import { everyMail } from '#test/every-mail.ts'
import { otherCampaign } from '#test/other-campaign.ts'
import { contentOf, renderCampaignMail } from './entry-server.tsx'
import { renderContent } from './layout.tsx'
import { partsOf } from './mail-parts.ts'
import { plainText } from './plain-text.ts'
import { frameOf } from './words.ts'

const campaign = keepPromises(declared)

const confirmOf = (email: string): Mail => ({
  template: 'confirm',
  email,
  confirmUrl: 'https://fuel.example/confirm/C0?a=1&b=2',
  unsubscribeUrl: 'https://fuel.example/unsubscribe/L3',
  meUrl: 'https://fuel.example/me/M3',
})

/** Renders a mail for one person, without blanks for what differs between people. */
async function renderAlone(declared: Campaign, mail: Mail) {
  const data = keepPromises(declared)
  const parts = partsOf(data, mail, (_, value) => value)
  const content = { lang: data.language, ...contentOf(data, parts) }
  const { html } = await renderContent(frameOf(data), content)
  return html.replaceAll(originBlank, 'https://fuel.example')
}

/** React Email pads a preview line by its length, which a blank in it changes. */
const withoutPadding = (html: string) => html.replaceAll(/[\u00A0\u200B-\u200F\uFEFF]/g, '')

describe.each([
  ['the shipped campaign', campaign],
  ['the second campaign', otherCampaign],
])('of %s', (_name, data) => {
  test.each(everyMail(data))(
    'the mail $name says, filled in, what it says when it is rendered for Sanne alone',
    async ({ mail }) => {
      const html = await renderAlone(data, mail)
      const filled = await renderCampaignMail(data, mail)
      expect(withoutPadding(filled.html)).toBe(withoutPadding(html))
      expect(filled.text).toBe(plainText(html))
    },
  )
})

test.each([
  "o'brien@example.com",
  'a&b<c>"d"@example.com',
  '{brand}@example.com',
  '$&@example.com',
  '\uE000meUrl\uE001@example.com',
])('the address %j is only an address', async (email) => {
  const html = await renderAlone(campaign, confirmOf(email))
  expect(await renderCampaignMail(campaign, confirmOf(email))).toMatchObject({
    html,
    text: plainText(html),
  })
})

test('of two people each gets their own address and links', async () => {
  const [sanne, bram] = await Promise.all(
    ['sanne@example.com', 'bram@example.com'].map((email) =>
      renderCampaignMail(campaign, confirmOf(email)),
    ),
  )
  expect(sanne!.html).not.toContain('bram@')
  expect(bram!.text).toBe(sanne!.text.replaceAll('sanne@', 'bram@'))
})
