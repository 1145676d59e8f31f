import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { campaign } from '#campaign/campaign.ts'
import { Clock, Digits } from './clock.tsx'
import { DebugBadge } from './debug-badge.tsx'
import { Strip } from './strip.island.tsx'
import { UrgencyBanner } from './urgency-banner.tsx'

const { sections, figures } = campaign
const strip = renderToStaticMarkup(
  <Strip
    {...sections.strip!}
    spots={figures.earlySpots!}
    batchPercent={figures.batchPercent!.value}
  />,
)

test("[TOP-1] the strip bears the label 'Live Counter'", () =>
  expect(strip).toContain('<p class="label">Live Counter</p>'))

test('[TOP-2] its first message names the early-access spots left', () =>
  expect(strip).toContain('>This Batch: 8 Early Access Spots Left<'))

test('[TOP-2] its messages are three, in order', () => {
  expect(sections.strip!.messages.map((message) => message.replace('{n}', '92'))).toEqual([
    'This Batch: 92 Early Access Spots Left',
    '92% Full - Final Batch Opens in Hours',
    'Last Call - Elite Access Closing Soon',
  ])
})

test("the strip's counter starts at 8, falls every 30 s and never below 3", () => {
  expect(figures.earlySpots).toMatchObject({ start: 8, everyMs: 30_000, floor: 3 })
})

test("[TOP-4] the badge reads 'Anti-Black-Space: ACTIVE', in a landmark of its own", () => {
  expect(renderToStaticMarkup(<DebugBadge />)).toMatch(
    /^<aside [^>]*aria-label="[^"]+">Anti-Black-Space: ACTIVE<\/aside>$/,
  )
})

test.each([
  [0, 'Elite access ends today!'],
  [1, 'LIMITED TIME - Less than 3 hours!'],
  [2, 'HURRY UP - Only 2 hours left!'],
  [3, 'LAST CHANCE - Access closes in 60 minutes!'],
] as const)('[TIME-3] at level %i the urgency banner says %j', (level, text) => {
  expect(renderToStaticMarkup(<UrgencyBanner level={level} texts={sections.final.levels} />)).toBe(
    `<p class="urgency" data-level="${level}">${text}</p>`,
  )
})

test('a clock is a timer with a name, and its labels are in their language', () => {
  const html = renderToStaticMarkup(
    <Clock
      name="Early-bird"
      lang="nl"
      parts={[
        { digits: <Digits value="23" />, label: 'uren' },
        { digits: <Digits value="107" />, label: 'minuten' },
      ]}
    />,
  )
  expect(html).toMatch(/^<div class="clock" role="timer" aria-label="Early-bird" lang="nl"/)
  expect(html).toContain('<span class="num">23</span> <span class="label">uren</span>')
  expect(html).toContain('data-digits="3">107<')
})
