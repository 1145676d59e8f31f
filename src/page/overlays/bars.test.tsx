import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { campaign } from '#campaign/campaign.ts'
import { SecondBar } from './second-bar.tsx'
import { StickyBar } from './sticky-bar.tsx'
import { formWords } from '#page/signup/form-words.ts'

const { sections, figures, forms, consents } = campaign
const served = {
  view: { state: 'idle', typed: '' },
  pageToken: 'a-token',
  consent: consents[0],
  words: formWords({ forms }, { optIn: 'double' }),
} as const
const bar = (state: 'hidden' | 'visible' | 'minimized' | 'closed') =>
  renderToStaticMarkup(
    <StickyBar
      state={state}
      spots={figures.pageSpots!.start}
      words={sections.bars!}
      form={{ served }}
    />,
  )

test('[BAR-1] visible, the bar names the spots, and can be minimized and closed', () => {
  expect(bar('visible')).toMatch(/<b class="num">47<\/b> founding spots/)
  expect(bar('visible')).toContain('aria-label="Minimize" aria-expanded="true"')
  expect(bar('visible')).toContain('aria-label="Close"')
})

test("[FORM-1] its form is the sticky bar's, with 'Become a Founding Member'", () => {
  expect(bar('visible')).toContain('data-variant="bar"')
  expect(bar('visible')).toMatch(/<button class="btn"[^>]*>Become a Founding Member<\/button>/)
  expect(bar('visible')).toContain('name="placement" value="sticky-bar"')
})

test('[FORM-10] the consent line stands in the bar too', () =>
  expect(bar('visible')).toContain(
    '<p class="consent">By joining you agree to e-mails about this launch. Leave any time. <a href="/privacy">Privacy</a></p>',
  ))

test('[BAR-1] minimized, it is a line that can be restored or closed, and what was typed is kept', () => {
  expect(bar('minimized')).toContain('<div class="entry" hidden="">')
  expect(bar('minimized')).toContain('founding spots')
  expect(bar('minimized')).toContain('aria-label="Restore" aria-expanded="false"')
})

test.each(['hidden', 'closed'] as const)('[BAR-1] %s, it is not there', (state) =>
  expect(bar(state)).toBe(''),
)

test("[BAR-3] the second bar's 'Join Waitlist' leads to the hero's field, and a button dismisses it", () => {
  const html = renderToStaticMarkup(<SecondBar join={sections.bars!.join} />)
  expect(html).toContain('href="#hero-email">Join Waitlist</a>')
  expect(html).toContain('aria-label="Close"')
})
