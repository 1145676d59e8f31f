import { expect, test } from 'vitest'
import { campaign } from '#campaign'
import type { Campaign } from '#contract/campaign/campaign.ts'
import type { LineTerms } from '#contract/line/line.ts'
import type { RuleChange } from '#contract/line/rules.ts'
import { renderCampaign } from '#page/shell/entry-server.tsx'
import { readable } from '#test/campaign-texts.ts'
import { withNull } from '#test/null-campaigns.ts'

const site = { publicUrl: 'https://fuel.example', anonKey: 'anon', optIn: 'double' } as const

const render = (shown: Campaign, changes: readonly RuleChange[] = []) => {
  const { status, html, head } = renderCampaign(shown, { page: 'line-rules', changes }, site)
  return { status, head, html, text: readable(html) }
}
const withTerms = (terms: Partial<LineTerms>): Campaign => ({
  ...campaign,
  line: { ...campaign.line!, terms: { ...campaign.line!.terms, ...terms } },
})

test("[LINE-9] the page names the campaign's numbers, and each reward", () => {
  const { text, head } = render(
    withTerms({ perFriend: 40, cap: 7, returnDays: 21, rulingDays: 5, holdHours: 36 }),
  )
  for (const said of ['− 40 × friends', '280', 'Up to 7 count', '21 days', '5 days', '36 hours'])
    expect(text).toContain(said)
  expect(text).toMatch(/3 Legacy Pack #001 A numbered pack .*500 in all/)
  expect(text).not.toContain('{')
  expect(head).toContain('<link rel="canonical" href="https://fuel.example/line"/>')
})

test('[LINE-9] the page does not link to itself', () => {
  expect(render(campaign).html).not.toContain('href="/line"')
  expect(renderCampaign(campaign, { page: 'privacy' }, site).html).toContain('href="/line"')
})

test('[LINE-5] the page says beyond which numbers a friend waits', () => {
  expect(render(campaign).text).toContain(
    'More than 3 people from one network within 7 days, you included; more than 3 friends with addresses at one domain, unless it is a large email provider; more than 15 friends within an hour;',
  )
})

test('[LINE-1] where friends move nobody, no text says that they do', () => {
  const { text } = render(withTerms({ perFriend: 0, rewards: [] }))
  expect(text).toContain('Friends change no place.')
  for (const unsaid of ['×', 'people earlier', 'Some wait', 'Rewards hold', 'Counts as'])
    expect(text).not.toContain(unsaid)
})

test('[LINE-1] a change of the rule stands with its date, the newest first, and the first value alone does not', () => {
  const begun = { at: Date.parse('2026-11-23T10:00:00Z'), perFriend: 25, cap: 10 }
  expect(render(campaign, [begun]).text).not.toContain('Changes')
  const changed = { at: Date.parse('2026-12-03T11:04:00Z'), perFriend: 40, cap: 5 }
  expect(render(campaign, [begun, changed]).text).toMatch(
    /Changes .*From 3 December 2026, 12:04: 40 people earlier for each friend, 5 count\. .*From 23 November 2026, 11:00: 25 people/,
  )
})

test('[LINE-1] without a line there is no such page', () => {
  expect(render(withNull(campaign, 'line')).status).toBe(404)
})
