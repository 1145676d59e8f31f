import { expect, test } from 'vitest'
import type { MailView } from '#contract/render.ts'
import type { KeptMail } from '#server/delivery/kept-mails.ts'
import { skippingHeadings } from '#test/headings.ts'
import { renderDashboard } from './entry-server.tsx'

const mail: KeptMail = {
  id: '0199',
  email: 'sanne@example.com',
  subject: 'Confirm your spot',
  template: 'confirm',
  lang: 'en',
  bytes: 6_200,
  createdAt: Date.parse('2026-11-21T12:04:59Z'),
}
const one = (text = 'Hello', kept = mail, view: MailView = '600') =>
  renderDashboard({
    screen: 'kept-mail',
    mail: kept,
    view,
    headers: 'To: sanne@example.com',
    text,
    frame: '/dev/mails/0199/body',
  }).html

test('without a mail the screen says how to get one', () => {
  expect(renderDashboard({ screen: 'kept-mails', mails: [], page: 1, pages: 1 }).html).toContain(
    'No mail yet.',
  )
})

test('a kept mail is listed with its address, subject and the time in the zone of the campaign', () => {
  const { html } = renderDashboard({ screen: 'kept-mails', mails: [mail], page: 1, pages: 1 })
  for (const shown of [
    'sanne@example.com',
    '<a href="/dev/mails/0199">Confirm your spot</a>',
    'Sat 21 Nov 2026 13:04</time>',
  ])
    expect(html).toContain(shown)
  expect(html).not.toContain('rel="next"')
})

test('the dashboard shows an address at an international host in its letters', () => {
  const kept = { ...mail, email: 'info@xn--mller-kva.de' }
  const list = renderDashboard({ screen: 'kept-mails', mails: [kept], page: 1, pages: 1 })
  for (const html of [list.html, one('Hello', kept)]) expect(html).toContain('info@müller.de')
})

test('each mail of the list can be looked at at two widths, dark and as text', () => {
  const { html } = renderDashboard({ screen: 'kept-mails', mails: [mail], page: 1, pages: 1 })
  for (const view of ['600', '375', 'dark', 'text'])
    expect(html).toContain(`<a href="/dev/mails/0199?view=${view}">${view}</a>`)
  for (const shown of ['>en<', '>7 KB<']) expect(html).toContain(shown)
})

test('a view of a mail shows it at its width and in its scheme, and marks its own link', () => {
  expect(one('Hello', mail, '375')).toContain(
    'data-view="375" src="/dev/mails/0199/body?scheme=light"',
  )
  expect(one('Hello', mail, 'dark')).toContain(
    'data-view="dark" src="/dev/mails/0199/body?scheme=dark"',
  )
  expect(one('Hello', mail, 'text')).not.toContain('<iframe')
  expect(one('Hello', mail, 'text')).toContain('aria-current="page">text</a>')
})

test('pages lead to the newer and the older one', () => {
  const { html } = renderDashboard({ screen: 'kept-mails', mails: [mail], page: 2, pages: 3 })
  expect(html).toContain('href="/dev/mails?page=1" rel="prev"')
  expect(html).toContain('href="/dev/mails?page=3" rel="next"')
})

test('the HTML of a mail stands in a frame that may do nothing, and its links can be followed from the text', () => {
  expect(one()).toContain(
    'src="/dev/mails/0199/body?scheme=light" title="HTML of: Confirm your spot" sandbox=""',
  )
  expect(one('Confirm:\nhttp://localhost:3000/confirm/abc\n')).toContain(
    '<a href="http://localhost:3000/confirm/abc">http://localhost:3000/confirm/abc</a>\n',
  )
})

test("the title of a kept mail's screen is its subject, as text", () => {
  const titleOf = (subject: string) =>
    renderDashboard({
      screen: 'kept-mail',
      mail: { ...mail, subject },
      view: '600',
      headers: '',
      text: '',
      frame: '',
    }).title
  expect(titleOf('Confirm your spot')).toBe('Confirm your spot – Fuel Protocol')
  expect(titleOf('</title><b>')).toBe('&lt;/title&gt;&lt;b&gt; – Fuel Protocol')
})

test('typed text stays text', () => {
  const hostile = '<img src=x onerror=alert(1)>'
  const screens = [
    one(hostile, { ...mail, email: hostile, subject: hostile }),
    renderDashboard({
      screen: 'kept-mails',
      mails: [{ ...mail, email: hostile, subject: hostile }],
      page: 1,
      pages: 1,
    }).html,
  ]
  for (const html of screens) expect(html).not.toContain('<img')
})

test('no screen carries a style attribute: the content policy allows none', () => {
  expect(
    one() + renderDashboard({ screen: 'kept-mails', mails: [mail], page: 1, pages: 2 }).html,
  ).not.toContain('style=')
})

test('headings of the screens of kept mails skip no level', () => {
  const list = renderDashboard({ screen: 'kept-mails', mails: [mail], page: 1, pages: 2 }).html
  for (const html of [one(), list]) expect(skippingHeadings(html)).toEqual([])
})
