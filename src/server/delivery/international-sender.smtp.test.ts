import { afterAll, expect, test } from 'vitest'
import { startApp } from '#test/app.ts'
import { openRudeServer } from '#test/smtp.ts'
import { joinByCall } from '#test/visitor.ts'

const domain = 'xn--mller-kva.de'

test.each([
  [{}, /^MAIL FROM:<hello@xn--mller-kva\.de>(?!.*SMTPUTF8)/],
  [{ BOUNCE_ADDRESS: 'bounce@müller.de' }, /^MAIL FROM:<bounce\+[\w-]+@xn--mller-kva\.de>/],
])(
  'the international host of MAIL_FROM is in its xn-- form in the envelope, the sender and the Message-ID (%j)',
  async (env, sender) => {
    const mailServer = await openRudeServer({})
    const app = await startApp({
      env: {
        SMTP_URL: mailServer.url,
        PUBLIC_URL: 'https://müller.de',
        MAIL_FROM: 'Müller <hello@müller.de>',
        LIMITS: '',
        ...env,
      },
    })
    afterAll(() => app.close())
    await joinByCall(app.url, 'info@bücher.example', { headers: { origin: `https://${domain}` } })
    await expect.poll(() => mailServer.taken.length, { timeout: 30_000 }).toBe(1)
    const [from, to] = mailServer.envelopes
    expect(from).toMatch(sender)
    expect(to).toMatch(/^RCPT TO:<info@xn--bcher-kva\.example>/)
    const raw = mailServer.taken[0]!
    const [headers = ''] = raw.split('\r\n\r\n')
    expect(headers).toMatch(new RegExp(`^From: =\\?UTF-8\\?\\S+ <hello@${domain}>`, 'm'))
    expect(headers).toMatch(new RegExp(`^Message-ID: <[\\w-]+@${domain}>`, 'm'))
    expect(raw).toMatch(/^\p{ASCII}*$/u)
  },
)
