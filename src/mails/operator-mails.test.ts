import { describe, expect, test } from 'vitest'
import { campaign as declared } from '#campaign'
import { keepPromises } from '#contract/promises/blanks.ts'
import type { OperatorNotice } from '#contract/mails/operator-mails.ts'
import { mailFaults } from '#test/mail-html.ts'
import { otherCampaign } from '#test/other-campaign.ts'
import { renderOperatorMail } from './entry-server.tsx'
import { renderUnlisted } from './operator-mails.tsx'

const campaign = keepPromises(declared)

const { brand } = campaign
const url = 'https://fuel.example/dashboard'
const sinceMs = Date.parse('2026-11-24T11:04:00Z')
const stopped: OperatorNotice = {
  title: 'The letter ‘We are live’ stopped',
  text: 'Above 5 % of its mails bounced.',
  sinceMs,
  path: '/dashboard/letters/0199',
}
const disk: OperatorNotice = {
  title: 'The disk is nearly full',
  text: '0.8 GB are free.',
  sinceMs,
  path: '/dashboard',
}
const alert = (...notices: OperatorNotice[]) =>
  renderOperatorMail({ template: 'alert', url, notices })

describe('the mail that alerts operators', () => {
  test('with one incident states it, its start and what to do, and links to its screen', async () => {
    const { subject, html, text } = await alert(stopped)
    expect(subject).toBe(`${brand}: The letter ‘We are live’ stopped`)
    for (const words of [
      'Since Tue, 24 November 2026 at 12:04 CET. Above 5 % of its mails bounced.',
      'https://fuel.example/dashboard/letters/0199',
      url,
      'at most once an hour',
    ])
      expect(text).toContain(words)
    expect(await mailFaults(html)).toEqual([])
  })

  test('of several counts them in its subject and shows each under its title', async () => {
    const { subject, html, text } = await alert(stopped, disk)
    expect(subject).toBe(`${brand}: The letter ‘We are live’ stopped, and 1 more`)
    expect(html).toContain('2 things need you')
    for (const { title, path } of [stopped, disk]) {
      expect(text).toContain(title)
      expect(html).toContain(`href="https://fuel.example${path}"`)
    }
    expect(await mailFaults(html)).toEqual([])
  })

  test('shows a subject that somebody wrote as text', async () => {
    const { html } = await alert({ ...stopped, title: '<img src=x onerror=alert(1)> stopped' })
    expect(html).not.toContain('<img')
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; stopped')
  })
})

describe.each([
  ['the campaign', campaign],
  ['the second campaign', otherCampaign],
])('[END-3] the mails of a closed list, with the words of %s', (_, data) => {
  const email = 'sanne@example.com'
  const filled = (text: string) =>
    text.replaceAll('{brand}', data.brand).replaceAll('{email}', email)

  test.each([
    ['once-confirm', data.mails.onceConfirm],
    ['once', data.mails.once],
  ] as const)('%s', async (template, words) => {
    const link = `${url}/once/T0ken`
    const { subject, html, text } = await renderUnlisted(data, { template, url: link, email })
    expect(subject).toBe(filled(words.subject))
    for (const part of [words.title, ...words.paragraphs, words.button, words.note])
      expect(text.replaceAll(/\s+/g, ' ')).toContain(filled(part))
    expect(html).toContain(filled(words.preview))
    expect(html).toContain(`href="${link}"`)
    expect(await mailFaults(html)).toEqual([])
  })

  test('an address that looks like a placeholder is named as it is', async () => {
    const mail = { template: 'once-confirm', url, email: '{brand}@example.com' } as const
    const { text } = await renderUnlisted(data, mail)
    expect(text).toContain('{brand}@example.com')
  })
})
