import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { campaign } from '#campaign'
import { Clock } from './clock.tsx'
import { UrgencyBanner } from './urgency.tsx'

const { sections } = campaign

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
    <Clock name="Early-bird" lang="nl" units={['uren', 'minuten', 'seconden']} leftS={385_425} />,
  )
  expect(html).toMatch(/^<div class="clock" role="timer" aria-label="Early-bird" lang="nl"/)
  expect(html).toContain('<span class="num">03</span> <span class="label">minuten</span>')
  expect(html).toContain('data-digits="3">107<')
})
