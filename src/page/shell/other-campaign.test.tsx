import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import { wrongCampaign } from '#campaign/schema/check.ts'
import { readable, textsOf } from '#test/campaign-texts.ts'
import { otherCampaign } from '#test/other-campaign.ts'
import { standingWith } from '#test/line-standing.ts'
import { personalDataWith } from '#test/personal-data.ts'
import { lineActs } from '#contract/people/personal-data.ts'
import type { PageVisit } from '#contract/render.ts'
import { noOrigin } from '#contract/people/waitlist.ts'
import { SecondBar } from '#page/overlays/second-bar.tsx'
import { StickyBar } from '#page/overlays/sticky-bar.tsx'
import { renderCampaign } from './entry-server.tsx'
import { offersNow } from './overlay-props.ts'
import { popups } from '#page/overlays/popup-list.ts'
import { RecentNotice } from '#page/overlays/recent-notices.tsx'
import { UpdatesBox } from '#page/overlays/updates-box.tsx'
import { UrgencyBanner } from '#page/figures/urgency.tsx'
import { formWords } from '#page/signup/form-words.ts'

const shown = (data: typeof campaign, visit: PageVisit) => {
  const { title, head, html } = renderCampaign(data, visit, {
    publicUrl: 'https://other.example',
    anonKey: 'anon',
    optIn: 'double',
  })
  return readable(title + head + html)
}
const lotte = personalDataWith({
  email: 'lotte@fuel.example',
  state: 'unconfirmed',
  placement: 'hero',
})
const { mails: _mails, sequence: _sequence, line, ...pages } = campaign
const lineOnPages = line && { ...line, copy: { ...line.copy, mails: null } }
const texts = [...new Set(textsOf([pages, lineOnPages]))]

test('the second campaign is right, and shares no text with the shipped one', () => {
  expect(wrongCampaign(otherCampaign)).toEqual([])
  const others = new Set(textsOf(otherCampaign))
  expect(texts.filter((text) => others.has(text))).toEqual([])
  expect(texts.length).toBeGreaterThan(60)
})

test('the comparison finds what is there: more than half of the shipped texts are on the shipped pages', () => {
  const page = [
    { page: 'landing', pageToken: '' } as const,
    { page: 'landing', pageToken: '', friend: { via: 'K7RM2XQ', name: '' } } as const,
    {
      page: 'landing',
      pageToken: '',
      device: { place: 1, before: 0, behind: 0, asOf: 0 },
    } as const,
    { page: 'privacy' } as const,
    { page: 'line-rules', changes: [] } as const,
    { page: 'confirm', view: 'done', action: '/', standing: standingWith() } as const,
    {
      page: 'me',
      action: '/me/x',
      person: lotte,
      line: { standing: standingWith(), remembered: false },
    } as const,
    ...lineActs.map((act) => ({ page: 'me-line', act, action: '/', mePath: '/' }) as const),
    {
      page: 'unsubscribe',
      view: 'ask',
      action: '/',
      line: { asOf: 0, registered: 9, place: 3, until: null, spot: null },
    } as const,
  ]
    .map((visit) => shown(campaign, visit))
    .join('')
  const { mails: _mails, ...copy } = line!.copy
  const wanted = [...new Set(textsOf([pages, copy]))]
  expect(wanted.filter((text) => page.includes(text)).length).toBeGreaterThan(wanted.length / 2)
})

describe('a page of the second campaign shows nothing of the first', () => {
  test.each<PageVisit>([
    { page: 'landing', pageToken: '' },
    { page: 'privacy' },
    { page: 'not-found' },
    { page: 'link-unknown' },
    { page: 'confirm', view: 'ask', action: '/' },
    { page: 'quiz-question', question: 'energy_pattern', answers: {}, origin: noOrigin },
    { page: 'me', action: '/me/x', person: lotte },
    { page: 'me-consent', view: 'ask', action: '/' },
    { page: 'me-erase', view: 'done', action: '/' },
    {
      page: 'landing',
      pageToken: '',
      form: {
        placement: 'hero',
        view: { state: 'welcome', email: 'lotte@fuel.example', formPath: '/' },
      },
    },
    {
      page: 'refused-form',
      pageToken: '',
      placement: 'hero',
      view: { state: 'invalid', typed: 'lotte' },
      origin: noOrigin,
    },
  ])('%j', (visit) => {
    const page = shown(otherCampaign, visit)
    expect(texts.filter((text) => page.includes(text))).toEqual([])
    expect(page).toContain(otherCampaign.brand)
  })
  test('its own words, figures and headline are there, and nothing failed', () => {
    const page = shown(otherCampaign, { page: 'landing', pageToken: '' })
    expect(
      renderCampaign(
        otherCampaign,
        { page: 'landing', pageToken: '' },
        { publicUrl: '', anonKey: '', optIn: 'double' },
      ).failures,
    ).toEqual([])
    for (const words of [
      otherCampaign.hero.headline,
      otherCampaign.hero.cta,
      otherCampaign.consents[0].link,
    ])
      expect(page).toContain(words)
  })
})

test('overlays have no words of the shipped campaign', () => {
  const { sections, figures, offers, forms, consents, hero } = otherCampaign
  const served = {
    view: { state: 'idle' as const, typed: '' },
    pageToken: '',
    consent: consents[0],
    words: formWords({ forms }, { optIn: 'double' }),
  }
  const over = readable(
    renderToString(
      <>
        <StickyBar
          state="visible"
          spots={{ text: String(figures.pageSpots!.start) }}
          words={sections.bars!}
          served={served}
        />
        <SecondBar words={sections.bars!} />
        {popups.map(
          ({ key, copyOf, View }) =>
            View && (
              <View
                key={key}
                copy={copyOf?.(otherCampaign, offersNow(otherCampaign))}
                form={{ placeholder: forms.placeholder, served }}
              />
            ),
        )}
        <RecentNotice entry={figures.recent!.entries[0]!} words={sections.recent!} />
        <UpdatesBox
          title={sections.updates!.title}
          updates={[{ when: 'Heute', text: hero.badge }]}
        />
        {sections.final.levels.map((_, level) => (
          <UrgencyBanner key={level} level={level as 0 | 1 | 2 | 3} texts={sections.final.levels} />
        ))}
      </>,
    ),
  )
  expect(texts.filter((text) => over.includes(text))).toEqual([])
  for (const words of [
    sections.bars!.join,
    sections.stay!.title,
    sections.final.levels[3],
    `${offers['exit']!.numbers!['discountPercent']} Prozent sichern`,
  ])
    expect(over).toContain(words)
})
