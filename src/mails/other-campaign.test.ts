import { describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import { readable, textsOf } from '#test/campaign-texts.ts'
import { everyMail } from '#test/every-mail.ts'
import { mailFaults } from '#test/mail-html.ts'
import { otherCampaign } from '#test/other-campaign.ts'
import { renderCampaignMail } from './entry-server.tsx'

const texts = [
  ...new Set(
    textsOf({
      brand: campaign.brand,
      mails: campaign.mails,
      quiz: campaign.quiz,
      sequence: campaign.sequence?.steps,
    }),
  ),
]
const shown = async (data: typeof campaign, mail: Parameters<typeof renderCampaignMail>[1]) => {
  const { subject, html, text } = await renderCampaignMail(data, mail)
  return readable(`${subject} ${html} ${text}`)
}

test('the comparison finds what is there: more than half of the shipped texts are in the shipped mails', async () => {
  const all = (
    await Promise.all(everyMail(campaign).map(({ mail }) => shown(campaign, mail)))
  ).join(' ')
  expect(texts.length).toBeGreaterThan(200)
  expect(texts.filter((text) => all.includes(text)).length).toBeGreaterThan(texts.length / 2)
})

describe.each(everyMail(otherCampaign))('the mail $name of the second campaign', ({ mail }) => {
  test('shows nothing of the first, and its own name', async () => {
    const said = await shown(otherCampaign, mail)
    expect(texts.filter((text) => said.includes(text))).toEqual([])
    expect(said).toContain(otherCampaign.brand)
  })

  test('is HTML that mailboxes show alike', async () => {
    expect(await mailFaults((await renderCampaignMail(otherCampaign, mail)).html)).toEqual([])
  })
})

test('its sequence is in its language', async () => {
  const { html } = await renderCampaignMail(otherCampaign, everyMail(otherCampaign).at(-1)!.mail)
  expect(html).toContain('lang="de"')
  expect(html).toContain('Brief 1, 1 insgesamt')
})
