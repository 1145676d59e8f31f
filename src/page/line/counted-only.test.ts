import { expect, test } from 'vitest'
import { renderPage } from '#page/shell/entry-server.tsx'

const site = { publicUrl: 'https://fuel.example', anonKey: 'anon', optIn: 'double' } as const
const htmlOf = (visit: object) => renderPage(visit as never, site).html
const simulated = '8,932'

test.each([
  { page: 'me-line', act: 'new-link', action: '/me/x/new-link', mePath: '/me/x' },
  { page: 'spot-busy' },
])('[LINE-9] the page $page of the line shows no simulated number', (visit) =>
  expect(htmlOf(visit)).not.toContain(simulated),
)

const dayMs = 24 * 3_600_000
test.each([
  [1, 'Your place waits.</span> <span data-width="narrow" data-fit="88">A day.'],
  [dayMs + 1, '2 days.'],
])('[LINE-7] the page of a place that waits %d ms more says %j', (leftMs, says) => {
  const asOf = Date.parse('2026-11-24T12:00:00Z')
  const line = { asOf, registered: 12, place: null, until: asOf + leftMs }
  const html = htmlOf({ page: 'unsubscribe', view: 'already', action: '/unsubscribe/x', line })
  expect(html).toContain(says)
})
