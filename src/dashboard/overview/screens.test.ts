import type { OverviewFigures } from '#server/counts/read-overview.ts'
import { expect, test } from 'vitest'
import { renderDashboard } from '#dashboard/entry-server.tsx'
import { figuresOf } from '#dashboard/states/figures.ts'
import { dashboardStates, type DashboardState } from '#dashboard/states/list.ts'

const stateNamed = (name: string) => dashboardStates.find((state) => state.name === name)!
const htmlOf = ({ view, frame }: DashboardState) => renderDashboard(view, frame).html
const textOf = (html: string) =>
  html
    .replaceAll(/<span class="narrow-only">.*?<\/span>/g, '')
    .replaceAll(/<(?:\/?(?:b|span|bdi|small|code|time|i|a)\b[^>]*)>/g, '')
    .replaceAll(/(?:<[^>]+>)+/g, '|')
const shown = (name: string) => textOf(htmlOf(stateNamed(name)))
const withFigures = (change: Partial<OverviewFigures>) => {
  const { view, frame } = stateNamed('overview')
  const changed = { ...view, figures: { ...figuresOf('7d'), ...change } }
  return textOf(renderDashboard(changed as DashboardState['view'], frame).html)
}

test.each(dashboardStates.map((state) => [state.name, state] as const))(
  '[DASH-8] %s has no script, no style attribute, and what visitors typed is text',
  (_, state) => {
    const html = htmlOf(state)
    expect(html).not.toMatch(/<script| style=| on\w+=|javascript:|<b>bold/)
    expect(html).not.toMatch(/undefined|NaN|Infinity|\[object/)
  },
)

test('[DASH-3] the headline figures stand beside those before, in the chosen range', () => {
  const text = shown('overview')
  for (const expected of [
    'Joined in 7 days|1,247|',
    '+13.9% on the 7 days before, both up to 12:00',
    'As of 12:04, 3 of them since 12:00.',
    'compared with the 7 days before, both up to 12:00',
    'Week before: up to 12:00 on its last day.',
    'Of 8,932 who ever joined, now: 8,412 confirmed, 287 unconfirmed, 171 left, 58 undeliverable, 4 removed.',
    'From Instagram 31%, Direct 21%, A friend’s link 17%, google.com 13%, others 17%',
    'In order: mail, backup, https',
  ])
    expect(text).toContain(expected)
})

test('[DASH-3] without a mail server the mails are stored, where otherwise none would be ready', () => {
  const { view, frame } = stateNamed('overview')
  const { mail } = view as Extract<DashboardState['view'], { screen: 'overview' }>
  const withState = (state: 'kept' | 'idle') => {
    const changed = { ...view, mail: { ...mail, state, ready: 0 } } as DashboardState['view']
    return textOf(renderDashboard(changed, frame).html)
  }
  expect(withState('kept')).toContain('Mails are stored and not sent, as no mail server is set.')
  expect(withState('kept')).not.toContain('ready to be sent')
  expect(withState('idle')).toContain('Nothing is ready to be sent.')
})

test('[DASH-3] without a whole range before there is a dash and a sentence, no percentage', () => {
  const text = shown('overview-28')
  expect(text).toContain(
    'No change is shown: the 28 days before began on 30 September, and counting began on 1 October.',
  )
  expect(text).toContain('163 a day')
  expect(text).not.toMatch(/[+–]\d+\.\d%/)
})

test('[DASH-3] a rate has a dash where its base is below 30, or where visits were not counted throughout', () => {
  expect(shown('overview-sources')).toContain('gym-poster utm_source|24|6|5|–|')
  expect(shown('overview')).toContain('Hero top of the page|14,180|–|702|5.0%|')
  expect(shown('overview')).toContain('Video overlay |22|20|–|–|')
  const since = { ...figuresOf('7d').countedSince, visits: figuresOf('7d').asOf }
  const text = withFigures({ countedSince: since })
  expect(text).toContain('Visits are counted since 24 November')
  expect(text).toContain('|14,206|1,247|–|')
})

test('[DASH-3] all other sources are one line, which leads to the page with all', () => {
  const html = htmlOf(stateNamed('overview'))
  expect(html).toContain('<a href="/dashboard/sources?range=7d">8 others</a>')
  expect(shown('overview-sources')).toContain('مصدر-الزيارات')
})

test('[DASH-3] the sums below the chart are its text alternative', () => {
  const text = shown('overview')
  for (const row of [
    'Joined|178|203|169|142|221|238|96|',
    'Week before|151|160|158|149|186|200|88|',
  ])
    expect(text).toContain(row)
  expect(shown('overview-today')).toContain('Joined|12|81|3|–|')
})

test('[DASH-3] on the first day the checklist comes before the figures, and empty tables are left out', () => {
  const text = shown('overview-first-day')
  expect(text).toContain('3 of 8')
  expect(text.indexOf('Before you go live')).toBeLessThan(text.indexOf('Nobody yet.'))
  expect(text).toContain('https://fuel.example/?utm_source=instagram')
  for (const absent of ['Sources|', 'Forms and popups', 'From visit to sign-up'])
    expect(text).not.toContain(absent)
})

test('[DASH-3] the list of what needs attention comes first, and is absent while all is well', () => {
  const text = shown('overview-trouble')
  expect(text.indexOf('Needs attention')).toBeLessThan(text.indexOf('Joined today'))
  expect(text).toContain('Mail is paused since today 11:24')
  expect(text).toContain('535 5.7.8 authentication failed')
  expect(text).toContain('One mail is tried again at 12:09.')
  expect(shown('overview')).not.toContain('Needs attention')
})

test('[DASH-1] a reader has no button on the overview but that to sign out', () => {
  const state = stateNamed('overview-first-day')
  const buttons = (html: string) => html.match(/<form/g)?.length
  expect(buttons(htmlOf(state))).toBe(2)
  expect(buttons(htmlOf({ ...state, frame: { ...state.frame!, role: 'reader' } }))).toBe(1)
})
