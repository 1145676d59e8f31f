import { expect, test } from 'vitest'
import { campaign } from '#campaign/campaign.ts'
import type { Campaign } from '#contract/campaign.ts'
import { renderCampaign } from '#page/shell/entry-server.tsx'

const site = { publicUrl: 'https://fuel.example', anonKey: 'anon', optIn: 'double' } as const
const htmlOf = (visit: object, shown: Campaign = campaign) =>
  renderCampaign(shown, visit as never, site).html
const simulated = '8,932'

test.each([
  { page: 'me-line', act: 'new-link', action: '/me/x/new-link', mePath: '/me/x' },
  { page: 'me-erase', view: 'ask', action: '/me/x/erase' },
  { page: 'stop-news', view: 'ask', action: '/stop/x' },
  { page: 'unsubscribe', view: 'already', action: '/unsubscribe/x' },
  { page: 'confirm', view: 'already', action: '/confirm/x' },
  { page: 'spot-busy' },
  { page: 'link-unknown' },
])(
  '[LINE-9] beside the own page, which says what is counted, $page shows no simulated number',
  (visit) => expect(htmlOf(visit)).not.toContain(simulated),
)

test('[LINE-1] without a line the page after a confirmation has the level of the landing page', () => {
  const none = { ...campaign, line: null }
  const visit = { page: 'confirm', view: 'already', action: '/confirm/x' }
  expect(htmlOf(visit, none)).toContain(simulated)
})

const dayMs = 24 * 3_600_000
test.each([
  [1, 'Your place waits.</span> <span data-width="narrow" data-fit="39.4">A day.'],
  [dayMs + 1, '2 days.'],
])('[LINE-7] the page of a place that waits %d ms more says %j', (leftMs, says) => {
  const asOf = Date.parse('2026-11-24T12:00:00Z')
  const line = { asOf, registered: 12, place: null, until: asOf + leftMs }
  const html = htmlOf({ page: 'unsubscribe', view: 'already', action: '/unsubscribe/x', line })
  expect(html).toContain(says)
})
