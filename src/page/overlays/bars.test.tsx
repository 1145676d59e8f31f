import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { campaign } from '#campaign'
import { Bars } from './bars.tsx'
import { SecondBar } from './second-bar.tsx'
import { StickyBar } from './sticky-bar.tsx'
import { formWords } from '#page/signup/form-words.ts'

const { sections, forms, consents } = campaign
const served = {
  view: { state: 'idle', typed: '' },
  pageToken: 'a-token',
  consent: consents[0],
  words: formWords({ forms }, { optIn: 'double' }),
} as const
const spots = { text: '47' }
const bar = (state: 'visible' | 'minimized') =>
  renderToStaticMarkup(
    <StickyBar state={state} spots={spots} words={sections.bars!} served={served} />,
  )

test('[BAR-1] a visible bar shows the spots and can be minimized and closed', () => {
  expect(bar('visible')).toMatch(/<b class="num">47<\/b> spots left</)
  expect(bar('visible')).toContain('aria-label="Minimize" aria-expanded="true"')
  expect(bar('visible')).toContain('aria-label="Close"')
})

test("[FORM-1] its form is of the variant 'bar', with 'Become a Founding Member'", () => {
  expect(bar('visible')).toContain('data-variant="bar"')
  expect(bar('visible')).toMatch(/<button class="btn"[^>]*>Become a Founding Member<\/button>/)
  expect(bar('visible')).toContain('name="placement" value="sticky-bar"')
})

test('[FORM-10] the bar contains the consent line', () =>
  expect(bar('visible')).toContain(
    '<p class="consent">By joining you agree to emails about this launch. Leave any time. <a href="/privacy">Privacy</a></p>',
  ))

test('[BAR-1] a minimized bar is a line that can be restored or closed, and keeps its form', () => {
  expect(bar('minimized')).toContain('<div class="entry" hidden="">')
  expect(bar('minimized')).toContain('spots left')
  expect(bar('minimized')).toContain('aria-label="Restore" aria-expanded="false"')
})

test('[BAR-1] on the server no bar is open', () => {
  const words = sections.bars!
  expect(renderToStaticMarkup(<Bars words={words} spots={spots} served={served} />)).toBe('')
})

test("[BAR-3] the second bar's 'Join Waitlist' leads to the hero's field, and a button dismisses it", () => {
  const html = renderToStaticMarkup(<SecondBar words={sections.bars!} />)
  expect(html).toContain('href="#hero-email">Join Waitlist</a>')
  expect(html).toContain('aria-label="Close"')
})
