import { describe, expect, test } from 'vitest'
import { campaign } from '#campaign/campaign.ts'
import type { RenderedMail } from '#contract/render.ts'
import type { Mail } from '#contract/mails.ts'
import { everyMail } from '#test/every-mail.ts'
import { mailFaults } from '#test/mail-html.ts'
import { renderCampaignMail, renderMail } from './entry-server.tsx'

const mails = everyMail(campaign)
const mailOf = (name: string): Mail => mails.find((one) => one.name === name)!.mail
const { email, confirmUrl, unsubscribeUrl, meUrl } = mailOf('confirm') as Extract<
  Mail,
  { template: 'confirm' }
>
const quizUrl = 'https://fuel.example/quiz/1'
const bodies = ({ html, text }: RenderedMail) => [html, text]
const linksIn = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)

describe.each(mails)('the mail $name', ({ name, mail }) => {
  test('names the address that it was sent to, its unsubscribe link and the one to what is kept, as HTML and as text', async () => {
    for (const body of bodies(await renderMail(mail))) {
      expect(body).toContain(email)
      expect(body).toContain(unsubscribeUrl)
      expect(body).toContain(meUrl)
    }
  })

  test('is HTML that mailboxes show alike, and stays far under the 100 KB at which they cut', async () => {
    const { html } = await renderMail(mail)
    expect(await mailFaults(html)).toEqual([])
    expect(Buffer.byteLength(html)).toBeLessThan(20_000)
  })

  test('loads only the plate of this server, without a token, and has no link but its own', async () => {
    const { html, text } = await renderMail(mail)
    const next = mail.template === 'confirm' ? confirmUrl : name === 'welcome' ? quizUrl : meUrl
    const own = [unsubscribeUrl, meUrl, next]
    const withoutPlate = html
      .replace(' background="https://fuel.example/mail-plate.png"', '')
      .replace('background-image:url(https://fuel.example/mail-plate.png)', '')
    expect(withoutPlate.length).toBeLessThan(html.length - 80)
    expect(withoutPlate).not.toMatch(/@import|url\(|\s(src|srcset|background|poster)=/i)
    expect(new Set(linksIn(html))).toEqual(new Set(own))
    expect(new Set(text.match(/https?:\S+/g))).toEqual(new Set(own))
  })

  test('names its language and both colour schemes', async () => {
    const { html } = await renderMail(mail)
    expect(html).toContain(`<html dir="ltr" lang="${mail.template === 'sequence' ? 'nl' : 'en'}">`)
    for (const name of ['color-scheme', 'supported-color-schemes'])
      expect(html).toContain(`<meta name="${name}" content="light dark"/>`)
  })

  test('has a text part that does not shout and leaves no mark-up or placeholder', async () => {
    const { subject, text } = await renderMail(mail)
    expect(text).not.toMatch(/<|>|\{|\}|&[a-z]+;|\b[A-Z]{4,}\b/)
    expect(subject).not.toContain('{')
  })
})

test('the confirm mail reads as well in text as in HTML', async () => {
  const { text } = await renderMail(mailOf('confirm'))
  expect(text).toMatchInlineSnapshot(`
    "Fuel Protocol

    One step left.

    Someone, we hope you, asked for early access to the Fuel Protocol with this address. Confirm it on the page this button opens.

    Early-access details go to confirmed addresses only.

    Confirm my spot:
    https://fuel.example/confirm/C0nfirmT0ken

    You get this mail because sanne@example.com was entered on the Fuel Protocol waitlist.

    If this was not you, do nothing: without a confirmation you are not on the list, and this address is deleted after 30 days.

    Not you? Remove this address:
    https://fuel.example/unsubscribe/L3aveT0ken

    See, change or erase what we keep:
    https://fuel.example/me/M3T0ken
    "
  `)
})

test('the confirm mail has one button, its address beneath, and a way out', async () => {
  const { html } = await renderMail(mailOf('confirm'))
  expect(linksIn(html)).toEqual([confirmUrl, confirmUrl, unsubscribeUrl, meUrl])
  expect(html).toContain(`>${confirmUrl}</a>`)
  expect(html).toContain('Not you? Remove this address')
  expect(html.match(/background-color:#F4B740/g)).toHaveLength(1)
})

test('a confirm mail names the type of a quiz result that waits for it, and no other does', async () => {
  const [plain, quiz] = [
    await renderMail(mailOf('confirm')),
    await renderMail(mailOf('confirm-stress')),
  ]
  for (const body of bodies(quiz))
    expect(body).toContain(
      'Its result: Stress Optimizer. The protocol for it follows once the address is confirmed.',
    )
  for (const body of bodies(plain)) expect(body).not.toMatch(/quiz|Optimizer/i)
  expect(linksIn(quiz.html)).toEqual(linksIn(plain.html))
})

test("[CALL-1] [FORM-5] the welcome mail says what was promised: early access, the bonus stack and the offers, with the campaign's own figures", async () => {
  const { text } = await renderMail(mailOf('welcome-stress'))
  expect(text).toMatchInlineSnapshot(`
    "Fuel Protocol

    You are in.

    Welcome to the elite. Your spot on the Fuel Protocol list is yours. Here are the details that we promised.

    Early access: 1,000 invitations, 6 months ahead of the public launch.
    Mystery bonus stack: Added to your spot within 24 hours of joining. There is nothing to do for it.
    Legacy Pack #001: For the first 500 only.
    Founding status: Goes to the first 3,000.

    What happens next

    We write to this address when early access opens. Until then your spot stays as it is.

    You also took the quiz: Stress Optimizer. The protocol for it follows in a mail of its own.

    You get this mail because sanne@example.com was entered on the Fuel Protocol waitlist.

    Leave the list:
    https://fuel.example/unsubscribe/L3aveT0ken

    See, change or erase what we keep:
    https://fuel.example/me/M3T0ken
    "
  `)
  for (const body of bodies(await renderMail(mailOf('welcome'))))
    expect(body).not.toMatch(/You also took the quiz|Optimizer/i)
})

test.each([
  ['no sequence', null],
  ['a closed one', { ...campaign.sequence!, closed: true }],
])('where the campaign has %s the welcome mail promises no protocol', async (_, sequence) => {
  for (const body of bodies(
    await renderCampaignMail({ ...campaign, sequence }, mailOf('welcome-stress')),
  ))
    expect(body).not.toMatch(/quiz|Optimizer/i)
})

test('[CALL-1] the next step of the welcome mail is the quiz, unless a result is saved or the campaign has none', async () => {
  const { html, text } = await renderMail(mailOf('welcome'))
  expect(linksIn(html)).toEqual([quizUrl, quizUrl, unsubscribeUrl, meUrl])
  expect(text).toContain(`Find my type:\n${quizUrl}`)
  expect(html.match(/background-color:#F4B740/g)).toHaveLength(1)
  const without = await renderCampaignMail({ ...campaign, quiz: null }, mailOf('welcome'))
  for (const body of bodies(without)) expect(body).not.toMatch(/quiz|Find my type|#F4B740/i)
})

test('a mail has one gold button at most, and none where the next step is not on our page', async () => {
  for (const { name, mail } of mails) {
    const presses = mail.template === 'confirm' || name === 'welcome' ? 1 : 0
    const gold = (await renderMail(mail)).html.match(/background-color:#F4B740/g) ?? []
    expect([name, gold.length]).toEqual([name, presses])
  }
})

test('the mail to a listed address leads to what is kept about it', async () => {
  const { html, text } = await renderMail(mailOf('listed'))
  expect(linksIn(html)).toEqual([meUrl, unsubscribeUrl, meUrl])
  expect(text).toContain(`See your page:\n${meUrl}`)
})

test.each(["o'neil&<b>x</b>@example.com", '{brand}@example.com', "a$&b$'c@example.com"])(
  'the address %s stays text, as it is',
  async (hostile) => {
    const { html, text } = await renderMail({
      template: 'listed',
      email: hostile,
      unsubscribeUrl,
      meUrl,
    })
    expect(text).toContain(hostile)
    expect(html).not.toContain('<b>x')
  },
)
