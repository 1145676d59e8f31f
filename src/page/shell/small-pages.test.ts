import { expect, test } from 'vitest'
import { campaign } from '#campaign'
import type { PageVisit } from '#contract/render.ts'
import { renderCampaign, renderPage } from '#page/shell/entry-server.tsx'
import { withNull } from '#test/null-campaigns.ts'
import { personalDataWith } from '#test/personal-data.ts'

const site = { publicUrl: 'https://fuel.example', anonKey: 'anon', optIn: 'double' } as const
const action = '/confirm/x'
const person = (state: 'confirmed' | 'unconfirmed' | 'unsubscribed'): PageVisit => ({
  page: 'me',
  action: '/me/x',
  person: personalDataWith({ state }),
})
type Drawn = { says: string; dot?: 'next' | 'you'; tone?: 'quiet' | 'empty' }

test.each<[string, PageVisit, Drawn]>([
  [
    'confirm',
    { page: 'confirm', view: 'ask', action },
    { says: 'Confirm, and the level rises by one', dot: 'next' },
  ],
  [
    'confirmed',
    { page: 'confirm', view: 'done', action },
    { says: 'The last dot is you', dot: 'you' },
  ],
  ['leave', { page: 'unsubscribe', view: 'ask', action }, { says: 'Leave, and it falls by one' }],
  ['left', { page: 'unsubscribe', view: 'done', action }, { says: '8,932', tone: 'quiet' }],
  [
    'erase',
    { page: 'me-erase', view: 'ask', action, mePath: '/me/x' },
    { says: '8,932', tone: 'quiet' },
  ],
  ['me, confirmed', person('confirmed'), { says: 'One of these dots is you', dot: 'you' }],
  ['me, unconfirmed', person('unconfirmed'), { says: 'Not counted until', dot: 'next' }],
  ['me, left', person('unsubscribed'), { says: '8,932', tone: 'quiet' }],
  ['privacy', { page: 'privacy' }, { says: '8,932', tone: 'quiet' }],
  ['try later', { page: 'try-later', action }, { says: '8,932', tone: 'quiet' }],
  ['one mail', { page: 'once', view: 'ask', action }, { says: '8,932', tone: 'quiet' }],
  [
    'saved quiz result',
    { page: 'quiz-saved', type: 'focus', email: 'sanne@fuel.example' },
    { says: '1,068 registrations remain' },
  ],
  ['unknown link', { page: 'link-unknown' }, { says: 'Nothing here', tone: 'empty' }],
  ['404', { page: 'not-found' }, { says: 'Nothing at this address', tone: 'empty' }],
])('[ROUTE-5] the drawing of the page %s matches its words', (_, visit, { says, dot, tone }) => {
  const { html } = renderPage(visit, site)
  const figure = /<figure.*<\/figure>/s.exec(html)![0]
  expect(figure).toContain(says)
  expect(/data-tone="(\w+)"/.exec(figure)?.[1]).toBe(tone)
  expect(/class="(next|you)"/.exec(figure)?.[1]).toBe(dot)
  expect(figure.includes('8,932')).toBe(tone !== 'empty')
})

test('[ROUTE-5] a page for an unknown link says that a place is not lost, where there are places', () => {
  const { html } = renderPage({ page: 'link-unknown' }, site)
  for (const said of ['If you have a place, you keep it.', 'No place to show'])
    expect(html).toContain(said)
  expect(
    renderCampaign(withNull(campaign, 'line'), { page: 'link-unknown' }, site).html,
  ).not.toContain('place')
})

test('[LIVE-3] a page that shows the simulated figure has the note on simulated figures', () => {
  const { html } = renderPage({ page: 'not-found' }, site)
  expect(html).toContain('Figures on this page are simulated')
})
