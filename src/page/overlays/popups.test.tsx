import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import { offerIn, offerValues } from '#contract/campaign/offers.ts'
import { fill } from '#contract/text.ts'
import type { OffersNow } from './overlay.ts'
import { popups } from './popup-list.ts'
import { popupCopy } from './popups.island.tsx'
import { RecentNotice } from './recent-notices.tsx'
import { UpdatesBox } from './updates-box.tsx'
import { formWords } from '#page/signup/form-words.ts'

const { sections, figures, forms, consents, updates } = campaign
const served = {
  view: { state: 'idle', typed: '' },
  pageToken: 'a-token',
  consent: consents[0],
  words: formWords({ forms }, { optIn: 'double' }),
} as const
const said = (text: string) => fill(text, offerValues(campaign))
const uncounted: OffersNow = {
  said,
  saidWithLeft: said,
  at: (place) => ({
    isOver: false,
    left: null,
    most: campaign.offers[offerIn(campaign.offers, place)!]!.most ?? null,
  }),
}
const shown = (key: string, form = { placeholder: forms.placeholder, served }) => {
  const { View = () => null } = popups.find((popup) => popup.key === key)!
  return renderToStaticMarkup(<View copy={popupCopy(campaign, uncounted)[key]} form={form} />)
}
const textOf = (html: string) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replace(/\s+/g, ' ')
    .trim()

describe('the updates box', () => {
  const box = (list: typeof updates) =>
    renderToStaticMarkup(<UpdatesBox title={sections.updates!.title} updates={list} />)
  test('[HERO-6] holds the three latest updates', () => {
    const four = [{ when: 'Now', text: 'The newest' }, ...updates]
    expect(textOf(box(four))).toBe(
      'Pre-launch updates Now The newest Today Legacy Pack #001: limited to 500 Yesterday Early access: 1,000 invitations',
    )
  })
  test('[HERO-6] is served folded', () =>
    expect(box(updates)).toMatch(/<details class="updates"><summary>/))
  test('[HERO-6] is left out where there is no update', () => expect(box([])).toBe(''))
})

describe('the notice of a recent sign-up', () => {
  const notice = (index: number) =>
    renderToStaticMarkup(
      <RecentNotice entry={figures.recent!.entries[index]!} words={sections.recent!} />,
    )
  test.each([
    [0, 'Sanne uit Amsterdam heeft zich net aangemeld 2 minuten geleden'],
    [1, 'Daan uit Rotterdam heeft zich net aangemeld 5 minuten geleden'],
    [2, 'Lotte uit Utrecht heeft zich net aangemeld 3 minuten geleden'],
    [3, 'Milan uit Eindhoven heeft zich net aangemeld 7 minuten geleden'],
    [4, 'Noor uit Groningen heeft zich net aangemeld 4 minuten geleden'],
  ])('[POP-2] entry %i says %j', (index, text) => expect(textOf(notice(index))).toBe(text))
  test('[POP-2] is in Dutch, can be closed, and is read out to nobody', () => {
    expect(notice(0)).toContain('<p lang="nl">')
    expect(notice(0)).toContain('aria-label="Close"')
    expect(notice(0)).not.toMatch(/aria-live|role="(?:status|alert)"/)
  })
})

describe('the exit-intent popup', () => {
  const html = shown('exit-intent')
  test('[POP-3] names the discount, the bonuses and for how many', () => {
    expect(textOf(html)).toContain(
      'Early-bird discount 30% Bonuses worth €297 Valid for the next 100 registrations',
    )
  })
  test('[POP-3] is a dialog with a name, closed, and its close button needs no script', () => {
    expect(html).toMatch(
      /^<dialog class="popup" id="exit-intent" closedby="any" aria-labelledby="exit-intent-title">/,
    )
    expect(html).toContain('<h2 id="exit-intent-title" tabindex="-1">30% off, before you go.</h2>')
    expect(html).toMatch(/<form method="dialog"><button class="close"[^>]* aria-label="Close">/)
  })
  test("[FORM-1] its form has 'Claim 30% Off' and its placement", () => {
    expect(html).toMatch(/<button class="btn"[^>]*>Claim 30% Off<\/button>/)
    expect(html).toContain('name="placement" value="exit-intent"')
  })
  test('[FORM-10] carries the consent line', () =>
    expect(textOf(html)).toContain(
      'By joining you agree to emails about this launch. Leave any time. Privacy',
    ))
})

describe('the second exit-intent modal', () => {
  const html = shown('exit-intent-second')
  test("[POP-4] says 'Wait. Don't Leave Your Fuel Behind.' and lists what there is", () => {
    expect(textOf(html)).toMatch(
      /^Wait\. Don't Leave Your Fuel Behind\. A mystery reward for the first 500 AI beta access No spam /,
    )
  })
  test("[FORM-1] its form has 'Keep My Spot' and its placement", () => {
    expect(html).toMatch(/<button class="btn"[^>]*>Keep My Spot<\/button>/)
    expect(html).toContain('name="placement" value="exit-intent-second"')
  })
  test('[FORM-10] carries the consent line', () =>
    expect(textOf(html)).toContain(
      'By joining you agree to emails about this launch. Leave any time. Privacy',
    ))
  test('[FORM-9] after its success the welcome names the address and leads back', () => {
    const view = { state: 'welcome', email: 'sanne@fuel.example', formPath: '/' } as const
    const welcome = shown('exit-intent-second', {
      placeholder: '',
      served: { ...served, view: view as never },
    })
    expect(textOf(welcome)).toContain('Confirm in the email we sent to sanne@fuel.example')
    expect(welcome).toContain('use another address')
  })
})
