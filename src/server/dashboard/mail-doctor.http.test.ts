import { expect, test } from 'vitest'
import { storeRun } from '#server/ops/doctor/doctor.ts'
import { startApp } from '#test/app.ts'
import { afterFile } from '#test/after-file.ts'
import { signIn } from '#test/signed-in.ts'
import { openMailServer } from '#test/smtp.ts'

const now = Date.parse('2026-11-24T11:04:00Z')
const [anna, bob] = ['anna@example.com', 'bob@example.com']

test('[DOCTOR-1] the screen of mail shows what the doctor found and the record to publish; an operator may ask again, a reader may not', async () => {
  const mailServer = await openMailServer()
  const app = await startApp({
    now: () => now,
    env: {
      OPERATORS: `${anna}, reader:${bob}`,
      SMTP_URL: mailServer.url,
      PUBLIC_URL: 'http://localhost:3000',
    },
  })
  afterFile(() => app.close())
  const [operator, reader] = await Promise.all([anna, bob].map((who) => signIn(app, who, now)))
  const screen = async (browser = operator!) => (await browser.get('/dashboard/mail')).text()
  expect(await screen()).toContain('Run the checks')
  await storeRun(app.server().store, {
    at: now - 3_600_000,
    outcome: 'wrong',
    checks: [
      { key: 'spf', state: 'in order', found: 'Found it.', advice: null, record: null },
      {
        key: 'dmarc',
        state: 'wrong',
        found: 'fuel.example has no DMARC record <b>.',
        advice: 'Publish this record:',
        record: { name: '_dmarc.fuel.example', type: 'TXT', value: 'v=DMARC1; p=none' },
      },
    ],
  })
  const shown = await screen()
  expect(shown).toContain('no DMARC record &lt;b&gt;.')
  expect(shown).toContain('<code class="copy">_dmarc.fuel.example</code>')
  expect(shown).toContain('<code class="copy">v=DMARC1; p=none</code>')
  expect(shown).toContain('Run them again')
  expect(await screen(reader!)).not.toContain('Run them again')
  const asked = await operator!.post('/dashboard/mail/doctor', {})
  expect([asked.status, asked.headers.get('location')]).toEqual([
    303,
    expect.stringMatching(/^\/dashboard\/mail\?done=/),
  ])
  expect((await reader!.post('/dashboard/mail/doctor', {})).status).toBe(403)
})
