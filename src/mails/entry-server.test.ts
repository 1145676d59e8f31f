import { HtmlValidate } from 'html-validate'
import { describe, expect, test } from 'vitest'
import type { Mail, RenderedMail } from '#contract/render.ts'
import { renderMail } from './entry-server.tsx'

const email = 'sanne@example.com'
const confirmUrl = 'https://fuel.example/confirm/C0nfirmT0ken'
const unsubscribeUrl = 'https://fuel.example/unsubscribe/L3aveT0ken'
const meUrl = 'https://fuel.example/me/M3T0ken'
const mails: Mail[] = [
  { template: 'confirm', email, confirmUrl, unsubscribeUrl, meUrl },
  { template: 'confirm', email, confirmUrl, unsubscribeUrl, meUrl, quizType: 'stress' },
  { template: 'listed', email, unsubscribeUrl, meUrl },
  { template: 'welcome', email, unsubscribeUrl, meUrl },
]
const bodies = ({ html, text }: RenderedMail) => [html, text]
const linksIn = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)

describe.each(mails)('the $template mail', (mail) => {
  test('names the address that it was sent to, its unsubscribe link and the one to what is kept, as HTML and as text', async () => {
    for (const body of bodies(await renderMail(mail))) {
      expect(body).toContain(email)
      expect(body).toContain(unsubscribeUrl)
      expect(body).toContain(meUrl)
    }
  })

  test('loads nothing from anywhere and runs nothing', async () => {
    const { html } = await renderMail(mail)
    expect(html).not.toMatch(/<(img|script|link|iframe|style|form)\b|@import|url\(|\ssrc=|background=/i)
    expect(linksIn(html).every((href) => href?.startsWith('https://fuel.example/'))).toBe(true)
  })

  test('says its language and stays far under the 100 KB at which mailboxes cut', async () => {
    const { html } = await renderMail(mail)
    expect(html).toContain('lang="en"')
    expect(Buffer.byteLength(html)).toBeLessThan(20_000)
  })

  test('is well-formed', async () => {
    const { html } = await renderMail(mail)
    const report = await new HtmlValidate({ rules: { 'close-order': 'error', 'no-dup-attr': 'error', 'no-dup-id': 'error', 'element-permitted-content': 'error' } }).validateString(html)
    expect(report.results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([])
  })

  test('has a text part that does not shout and leaves no mark-up or placeholder', async () => {
    const { subject, text } = await renderMail(mail)
    expect(text).not.toMatch(/<|>|\{|\}|&[a-z]+;|\b[A-Z]{4,}\b/)
    expect(subject).not.toContain('{')
  })
})

test('the confirm mail reads as well in text as in HTML', async () => {
  const { text } = await renderMail(mails[0]!)
  expect(text).toMatchInlineSnapshot(`
    "Fuel Protocol

    One step left.

    Somebody, hopefully you, asked for early access to the Fuel Protocol with this address.

    Open the link and confirm on the page that it leads to. Early access details and the mystery bonus stack go to confirmed addresses only.

    Confirm my spot:
    https://fuel.example/confirm/C0nfirmT0ken

    You get this mail because sanne@example.com was entered on the Fuel Protocol waitlist.

    If this was not you, do nothing: without a confirmation you are not on the list, and this address is deleted after 30 days.

    Not you? Remove this address:
    https://fuel.example/unsubscribe/L3aveT0ken

    See, change or erase what is kept about you:
    https://fuel.example/me/M3T0ken
    "
  `)
})

test('the confirm mail has one button, its address beneath, and a way out', async () => {
  const { html } = await renderMail(mails[0]!)
  expect(linksIn(html)).toEqual([confirmUrl, confirmUrl, unsubscribeUrl, meUrl])
  expect(html).toContain(`>${confirmUrl}</a>`)
  expect(html).toContain('Not you? Remove this address')
  expect(html.match(/background-color:#F4B740/g)).toHaveLength(1)
})

test('a confirm mail names the type of a quiz result that waits for it, and no other does', async () => {
  const [plain, quiz] = [await renderMail(mails[0]!), await renderMail(mails[1]!)]
  for (const body of bodies(quiz)) expect(body).toContain('Its result: Stress Optimizer. The protocol for it follows once the address is confirmed.')
  for (const body of bodies(plain)) expect(body).not.toMatch(/quiz|Optimizer/i)
  expect(linksIn(quiz.html)).toEqual(linksIn(plain.html))
})

test('an address with mark-up in it stays text', async () => {
  const { html } = await renderMail({ template: 'listed', email: "o'neil&<b>x</b>@example.com", unsubscribeUrl, meUrl })
  expect(html).not.toContain('<b>x')
})
