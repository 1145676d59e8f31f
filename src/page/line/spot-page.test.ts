import { expect, test } from 'vitest'
import { campaign } from '#campaign'
import type { ShownSpot } from '#contract/line/spot.ts'
import { renderPage } from '#page/shell/entry-server.tsx'

const now = Date.parse('2026-11-24T12:00:00Z')
const held: ShownSpot = {
  code: '7F3K-91QD-2QX4-K7Q4',
  state: 'invited',
  wave: 2,
  place: 3,
  quizType: null,
  until: now + 3_600_000,
  isLast: false,
  usedAt: null,
  registered: 12,
  now,
}
const htmlOf = (change: Partial<ShownSpot>) =>
  renderPage(
    { page: 'spot', action: '/spot/x', spot: { ...held, ...change } },
    { publicUrl: 'https://fuel.example', anonKey: 'anon', optIn: 'double' },
  ).html
const shown = (change: Partial<ShownSpot>) => htmlOf(change).replaceAll(/<[^>]*>/g, '')
/** The words after the time, which no value changes. */
const end = (text: string) => text.slice(text.lastIndexOf('Pass,'))
const { open } = campaign.line!.copy.spot

test('[LINE-8] a held spot says what follows if it is let pass: one more round, and after that the end of the line', () => {
  expect(shown({})).toContain(end(open.text))
  expect(shown({})).not.toContain(end(open.last))
  expect(shown({ isLast: true })).toContain(end(open.last))
  expect(shown({ isLast: true, state: 'passed' })).not.toContain(end(open.last))
})

test('[LINE-8] the spot of a wave of one quiz type names the type', () => {
  expect(shown({ quizType: 'focus' })).toContain('invites one quiz type: ')
  expect(shown({})).not.toContain('invites one quiz type')
})

test('[LIVE-6] up to half of the goal the crowd is told in small letters only', () => {
  expect([shown({}), shown({ registered: 6_000 })]).toEqual([
    expect.stringContaining('12 of 10,000'),
    expect.stringContaining('6,000 of 10,000'),
  ])
  expect(htmlOf({})).not.toContain('<b class="num">12</b>')
  expect(htmlOf({ registered: 6_000 })).toContain('<b class="num">6,000</b>')
})

test.each([
  [25, ['1day', '01hour', '00minutes']],
  [49, ['2days', '01hour', '00minutes']],
])(
  '[LINE-8] the clock of a spot that is held for %i hours names one day and one hour as such',
  (hours, parts) => {
    const text = shown({ until: now + hours * 3_600_000 }).replaceAll(/\s/g, '')
    for (const part of parts) expect(text).toContain(part)
  },
)
