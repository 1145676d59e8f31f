import { expect, test } from 'vitest'
import { campaign } from '#campaign'
import { openLaunch, type Launch } from '#contract/launch/launch.ts'
import type { PageFacts } from '#contract/live/figures.ts'
import type { PageVisit } from '#contract/render.ts'
import { grouped } from '#contract/english.ts'
import { countedOn } from '#test/live-figures.ts'
import { renderCampaign } from './entry-server.tsx'

const base = { publicUrl: 'https://fuel.example', anonKey: 'anon', optIn: 'double' as const }
const hour = 3_600_000
/** 12 December 2026, 18:00 in Amsterdam */
const since = Date.UTC(2026, 11, 12, 17)
const ended = (
  launch: Partial<Launch>,
  visit: object = {},
  change: object = {},
  figures: Pick<PageFacts, 'mode' | 'live'> = { mode: 'simulated', live: null },
) => {
  const facts = { now: 0, ...figures, launch: { ...openLaunch, since, ...launch } }
  const at = { page: 'ended', pageToken: 'a-token', ...visit } as PageVisit
  return renderCampaign({ ...campaign, ...change }, at, { ...base, facts })
}
const textOf = ({ html }: { html: string }) =>
  html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
const shop = { launch: { ...campaign.launch, shop: 'https://shop.example/fuel' } }

test('[END-2] a closed list says so in title, headline, notice and bar, and since when', () => {
  const page = ended({ state: 'closed' })
  expect(page.status).toBe(200)
  expect(page.title).toBe('The list is closed – Fuel Protocol')
  const text = textOf(page)
  for (const words of [
    'No more places.',
    'Closed 12 December 2026, 18:00',
    'One email at the next',
  ])
    expect(text).toContain(words)
})

test('[END-3] a closed list offers one mail, with a consent of its own', () => {
  const { html } = ended({ state: 'closed' })
  expect(html).toContain('action="/tell-once#once-form"')
  expect(html).toContain('name="consent_version" value="once-2026-11-27"')
  expect(html).not.toContain('action="/join')
})

test('[END-3] the campaign can leave that form out', () => {
  const { html } = ended(
    { state: 'closed' },
    {},
    { launch: { ...campaign.launch, tellOnce: false } },
  )
  expect(html).not.toContain('<form')
  expect(html).not.toContain('Tell me once')
})

test('[END-3] a launch leads to the shop, and says who goes first and when the list is erased', () => {
  const launch = { listFirstUntil: since + 48 * hour, eraseAt: since + 30 * 24 * hour }
  const page = ended({ state: 'launched', ...launch }, {}, shop)
  expect(page.html.match(/href="https:\/\/shop\.example\/fuel"/g)).toHaveLength(2)
  const text = textOf(page)
  expect(text).toContain('Until 14 December 2026, 18:00 only for the list')
  expect(text).toContain('stays on the list until 11 January 2027')
})

test.each([
  ['simulated', null],
  ['live', countedOn(since, { registered: 6_200 })],
] as const)(
  '[END-3] after a launch no block of the page shows a goal, a share, a seal or the issue before it, with %s figures',
  (mode, counted) => {
    const { html } = ended({ state: 'launched' }, {}, shop, { mode, live: counted })
    const { goal } = campaign.figures.launch.value
    const shown = html + html.replaceAll(/<[^>]+>/g, ' ')
    expect(shown).toContain('The Fuel Protocol is in the shop.')
    expect(shown).not.toMatch(/seal|pre-launch|remain|complete|\d\s?%/i)
    for (const number of [goal, goal / 4, goal / 2]) expect(shown).not.toContain(grouped(number))
  },
)

test('[END-3] a sentence of a launched page that names the goal is left out', () => {
  const launched = { ...campaign.ends.launched, lead: ['Of {goal} seats.', 'It is here.'] }
  const text = textOf(ended({ state: 'launched' }, {}, { ends: { ...campaign.ends, launched } }))
  expect(text).toContain('It is here.')
  expect(text).not.toContain('seats')
})

test('[END-2] unknown facts about a launch are left out', () => {
  const text = textOf(ended({ state: 'launched' }, {}, shop))
  expect(text).toContain('The Fuel Protocol is in the shop.')
  expect(text).not.toMatch(/it is open|stays on the list|\{/)
})

test('[END-2] a pause has no form, and says when it ends where that is known', () => {
  const known = ended({ state: 'paused', until: since + hour })
  expect(known.html).not.toContain('<form')
  expect(textOf(known)).toContain('Back on 12 December 2026, 19:00.')
  expect(textOf(ended({ state: 'paused' }))).not.toContain('back on')
})

test('[END-2] a form that came too late is answered 409, with what it held', () => {
  const page = ended(
    { state: 'closed' },
    { refused: true, form: { state: 'idle', typed: 'sanne@fuel.example' } },
  )
  expect(page.status).toBe(409)
  expect(page.html).toContain('value="sanne@fuel.example"')
  expect(page.head).toContain('noindex')
})

test('[LIVE-2] how many are on the list is said only where the server counts them', () =>
  expect(textOf(ended({ state: 'closed' }))).not.toContain('people are on the list'))
