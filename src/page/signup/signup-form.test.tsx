import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { campaign } from '#campaign'
import { SignupForm } from './signup-form.island.tsx'
import { formWords } from './form-words.ts'

const served = {
  view: { state: 'idle', typed: '' },
  pageToken: 'a-token',
  consent: campaign.consents[0],
  words: formWords(campaign, { optIn: 'double' }),
} as const
const html = renderToStaticMarkup(
  <SignupForm
    variant="dialog"
    size="small"
    placeholder="Je e-mailadres"
    ctaText="Stuur mijn protocol"
    section="hero"
    served={served}
  />,
)

test.each([
  ['variant', 'data-variant="dialog"'],
  ['size', 'data-size="small"'],
  ['placeholder', 'placeholder="Je e-mailadres"'],
  ['ctaText', '>Stuur mijn protocol</button>'],
  ['section', '<input type="hidden" name="placement" value="hero"/>'],
])('[FORM-1] the form takes %s', (_, part) => expect(html).toContain(part))

test('[FORM-1] its ids begin with its section, so that several can stand on a page', () => {
  expect([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)).toEqual([
    'hero-form',
    'hero-email',
    'hero-note',
  ])
})
