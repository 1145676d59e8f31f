import { beforeAll, expect, test } from 'vitest'
import { moveWords, reasonWords } from '#contract/line/words.ts'
import { dashboardPaths } from '#contract/dashboard/navigation.ts'
import { undeliveredWords } from '#dashboard/letters/undelivered.tsx'
import { skippingHeadings } from '#test/headings.ts'
import { withoutOwnScript } from '#test/own-script.ts'
import { takeScreens } from '#test/seed.ts'

let screens: ReadonlyMap<string, string>
beforeAll(async () => {
  screens = await takeScreens()
})

/** The text of a screen, with a bar between its parts. */
const shown = (name: string) =>
  screens
    .get(name)!
    .replaceAll(/<span class="narrow-only">.*?<\/span>/g, '')
    .replaceAll(/<(?:\/?(?:b|span|bdi|small|code|time|i|a)\b[^>]*)>/g, '')
    .replaceAll(/(?:<[^>]+>)+/g, '|')

test('the scenes of the seed give the same screens in each run', async () => {
  const again = await takeScreens()
  expect([...again.keys()]).toEqual([...screens.keys()])
  for (const [name, html] of again) expect([name, html]).toEqual([name, screens.get(name)])
})

test('[DASH-8] no screen has a script but our own or a style attribute, and what visitors typed is text', () => {
  for (const [name, html] of screens) {
    expect([
      name,
      withoutOwnScript(html).match(/<script| style=| on\w+=|javascript:|<b>bold/),
    ]).toEqual([name, null])
    expect([name, html.match(/undefined|NaN|Infinity|\[object/)]).toEqual([name, null])
  }
})

test('headings of each screen skip no level', () => {
  for (const [name, html] of screens) expect([name, skippingHeadings(html)]).toEqual([name, []])
})

/** The empty reason is that of credits that do not wait. */
const { '': _, ...waiting } = reasonWords

test.each([
  ['line', 'reason for which credits wait', waiting],
  ['line-credits', 'reason for which credits wait', waiting],
  ['line', 'reason to move', moveWords],
  ['letter-undelivered', 'kind of mail that was not delivered', undeliveredWords],
])('the screen %s shows every %s', (name, _kind, words: Readonly<Record<string, string>>) => {
  const html = screens.get(name)!
  expect(Object.values(words).filter((word) => !html.includes(word))).toEqual([])
})

test('[DASH-3] the headline figures stand beside those before, in the chosen range', () => {
  const text = shown('overview')
  for (const expected of [
    'Joined in 7 days|130|',
    '+13.4% on the 7 days before, both up to 12:00',
    'As of 12:04, 3 of them since 12:00.',
    'compared with the 7 days before, both up to 12:00',
    'Week before: up to 12:00 on its last day.',
    'Of 695 who ever joined, now: 637 confirmed, 46 unconfirmed, 7 left, 3 undeliverable, 2 removed.',
    'From Direct 23%, Instagram 22%, A friend’s link 14%, google.com 8%, others 33%',
    'In order: mail, TLS, backup',
  ])
    expect(text).toContain(expected)
})

test('[DASH-3] without a mail server the mails are stored, where otherwise none would be ready', () => {
  const kept = shown('overview-first-days')
  expect(kept).toContain('Mails are stored and not sent, as no mail server is set.')
  expect(kept).not.toContain('ready to be sent')
  expect(shown('overview')).toContain('Nothing is ready to be sent.')
})

test('[DASH-3] without a whole range before there is a dash and a sentence, no percentage', () => {
  const text = shown('overview-28')
  expect(text).toContain('Nothing to compare yet: counting began on 1 October.')
  expect(text).toContain('17 a day')
  expect(text).not.toMatch(/[+–]\d+\.\d%/)
})

test('[DASH-3] a rate has a dash where its base is below 30, or where visits were not counted throughout', () => {
  expect(shown('overview-today')).toContain('hyrox-weekly utm_source|24|1|–|')
  expect(shown('overview')).toContain('Hero top of the page|6,778|–|58|0.9%|')
  expect(shown('overview')).toContain('Video overlay |235|135|–|–|')
  const text = shown('overview-visits-late')
  expect(text).toContain('Visits are counted since 21 November')
  expect(text).toContain('|3,231|130|–|')
})

test('[DASH-3] all other sources are one line, which leads to the page with all', () => {
  const html = screens.get('overview')!
  expect(html).toContain('<a href="/dashboard/sources?range=7d">6 others</a>')
  expect(shown('overview-sources')).toContain('مصدر-الزيارات')
})

test('[DASH-3] the sums below the chart are its text alternative', () => {
  const text = shown('overview')
  for (const row of ['Joined|20|21|21|13|22|22|11|', 'Week before|18|18|19|11|19|20|7|'])
    expect(text).toContain(row)
  expect(shown('overview-today')).toContain('Joined|0|8|3|–|')
})

test('[DASH-3] on the first day the checklist comes before the figures, and empty tables are left out', () => {
  const text = shown('overview-first-day')
  expect(text).toContain('2 of 13')
  expect(text.indexOf('Before you go live')).toBeLessThan(text.indexOf('Nobody yet.'))
  expect(text).toContain('http://localhost:3000/?utm_source=instagram')
  for (const absent of ['Sources|', 'Forms and popups', 'From visit to sign-up'])
    expect(text).not.toContain(absent)
})

test('[DASH-3] the list of what needs attention comes first, and is absent while all is well', () => {
  const text = shown('overview-trouble')
  expect(text.indexOf('Needs attention')).toBeLessThan(text.indexOf('Joined today'))
  expect(text).toContain('Mail is paused since today 12:01')
  expect(text).toContain('535 5.7.8 authentication failed')
  expect(text).toContain('One mail is tried again at 12:16.')
  expect(shown('overview')).not.toContain('Needs attention')
})

test('[DASH-1] a reader has no button on the overview but that to sign out', () => {
  for (const name of ['overview-reader', 'overview-first-day-reader'])
    expect([name, screens.get(name)!.match(/<form[^>]+action="[^"]+"/g)]).toEqual([
      name,
      [expect.stringContaining(dashboardPaths.signOut)],
    ])
})

test('[LINE-8] of one spot the screen of the waves speaks in the singular', () => {
  expect(shown('waves-one-spot')).toContain('of 1 spot.')
  expect(shown('waves')).toContain('of 9 spots.')
})

test('[LETTER-4] a letter names the time of its last mail while mails are to go', () => {
  expect(shown('letter-sending')).toContain('the last one leaves')
  expect(shown('letter-none-to-go')).toContain('0 to go')
  expect(shown('letter-none-to-go')).not.toContain('the last one leaves')
})

test('[BACK-4] a letter says how many of its mails came back without suppressing anybody', () => {
  expect(shown('letter-done')).toContain(
    '2 came back after the mail server accepted them: refused by the recipients’ servers, or the mailbox was full or closed. Nobody is suppressed for it.',
  )
  expect(shown('letter-sending')).not.toContain('came back')
})
