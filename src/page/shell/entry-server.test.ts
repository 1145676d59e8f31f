import { describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import type { Answers } from '#contract/quiz/quiz.ts'
import type { LandingFormView, PageVisit, RefusedView } from '#contract/render.ts'
import { noOrigin } from '#contract/people/waitlist.ts'
import { renderCampaign, renderPage } from './entry-server.tsx'

const site = { publicUrl: 'https://fuel.example', anonKey: 'anon', optIn: 'double' as const }
const rendered = (visit: PageVisit) => renderPage(visit, site)
const landing = (view?: LandingFormView) =>
  rendered({
    page: 'landing',
    pageToken: 'a-token',
    ...(view && { form: { placement: 'hero', view } }),
  })
const refused = (view: RefusedView) =>
  rendered({
    page: 'refused-form',
    pageToken: 'a-token',
    placement: 'hero',
    view,
    origin: noOrigin,
  })
const textOf = (html: string) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replace(/\s+/g, ' ')

describe('the hero', () => {
  const text = textOf(landing().html)
  test.each(['PRE-LAUNCH ELITE ACCESS', 'This Is Not a Brand. This Is a Weapon.'])(
    '[HERO-1] says %j',
    (words) => expect(text).toContain(words),
  )
  test.each(['Claim Your Spot – Unlock The Stack', 'No spam. No nonsense. Just performance.'])(
    '[HERO-3] says %j',
    (words) => expect(text).toContain(words),
  )
  test.each(['nano-delivery supplements', 'AI coaching', 'Fuel Protocol'])(
    '[HERO-11] names %j',
    (words) => expect(text).toContain(words),
  )
  test('[HERO-11] names whom it is for', () =>
    expect(text).toContain('founders, fighters, athletes and content creators'))
  test('[FORM-10] carries the consent line', () =>
    expect(text).toContain(
      'By joining you agree to emails about this launch. Leave any time. Privacy',
    ))
  test('[HERO-3] the e-mail field carries the placeholder', () =>
    expect(landing().html).toContain('placeholder="Enter email for elite access"'))
  test('[FORM-10] Privacy is a link', () =>
    expect(landing().html).toContain('<a href="/privacy">Privacy</a>'))
})

describe('the plain form', () => {
  const { html } = landing()
  test('[FORM-8] posts to /join', () =>
    expect(html).toMatch(/<form[^>]* action="\/join" method="post"/))
  test('[FORM-3] the served button is enabled', () =>
    expect(html).not.toMatch(/<button[^>]* disabled/))
  test.each([
    ['form_token', 'a-token'],
    ['placement', 'hero'],
    ['consent_version', '2026-11-27'],
  ])('[FORM-8] carries %s', (name, value) => {
    expect(html).toContain(`<input type="hidden" name="${name}" value="${value}"/>`)
  })
  test('the trap cannot be reached, seen by assistive technology, or filled by the browser', () => {
    expect(html).toMatch(
      /<div class="trap" aria-hidden="true"><label>[^<]+<input type="text" tabindex="-1" autoComplete="off" name="ascend_leave_this"\/>/,
    )
  })
})

describe('the form as the server answers it', () => {
  test.each<[number, RefusedView, string]>([
    [422, { state: 'invalid', typed: 'sanne@fuel' }, 'Please enter a valid email address'],
    [
      503,
      { state: 'not-stored', typed: 'sanne@fuel.example' },
      'We couldn’t save your address just now.',
    ],
    [
      429,
      { state: 'busy', typed: 'sanne@fuel.example', retryAfterS: 42 },
      'try again in 42 seconds',
    ],
  ])('[FORM-8] %i keeps what was typed and says why', (status, view, words) => {
    const page = refused(view)
    expect(page.status).toBe(status)
    expect(page.html).toContain(`value="${view.typed}"`)
    expect(textOf(page.html)).toContain(words)
  })
  test('[FORM-5] [FORM-9] the welcome names the address and the bonus, and leads back', () => {
    const page = landing({
      state: 'welcome',
      email: 'sanne@fuel.example',
      formPath: '/?again=sanne',
    })
    expect(textOf(page.html)).toContain('A mystery bonus stack is added within 24 hours.')
    expect(page.html).toContain('<b>sanne@fuel.example</b>')
    expect(page.html).toContain('href="/?again=sanne">use another address</a>')
  })
  test('typed text stays text, whatever it contains', () => {
    expect(refused({ state: 'invalid', typed: '"><script>alert(1)</script>' }).html).not.toContain(
      '<script>',
    )
  })
})

describe('the other pages', () => {
  test('[ROUTE-2] an unknown path', () => {
    const page = rendered({ page: 'not-found' })
    expect([page.status, textOf(page.html)]).toEqual([
      404,
      expect.stringContaining('404 Oops! Page not found Return to Home'),
    ])
    expect(page.html).toMatch(/<a [^>]*href="\/">Return to Home<\/a>/)
  })
  test.each<[PageVisit, number]>([
    [{ page: 'confirm', view: 'ask', action: '/confirm/x' }, 200],
    [{ page: 'unsubscribe', view: 'ask', action: '/unsubscribe/x' }, 200],
    [{ page: 'me-consent', view: 'ask', action: '/me/x/consent' }, 200],
    [{ page: 'me-erase', view: 'ask', action: '/me/x/erase', mePath: '/me/x' }, 200],
    [
      {
        page: 'me-result',
        view: 'ask',
        type: 'stress',
        savedAt: 0,
        action: '/me/x/result/y',
      },
      200,
    ],
  ])('%j has one button, and it posts', (visit, status) => {
    const page = rendered(visit)
    expect(page.status).toBe(status)
    expect(page.html.match(/<button/g)).toHaveLength(1)
    expect(page.html).toContain(
      `<form action="${'action' in visit ? visit.action : ''}" method="post">`,
    )
  })
  test.each<[PageVisit, number]>([
    [{ page: 'confirm', view: 'done', action: '' }, 200],
    [{ page: 'confirm', view: 'already', action: '' }, 200],
    [{ page: 'unsubscribe', view: 'done', action: '' }, 200],
    [{ page: 'unsubscribe', view: 'already', action: '' }, 200],
    [{ page: 'me-erase', view: 'done', action: '' }, 200],
    [{ page: 'me-consent', view: 'done', action: '' }, 200],
    [{ page: 'me-consent', view: 'already', action: '' }, 200],
    [{ page: 'me-consent', view: 'silenced', action: '' }, 200],
    [{ page: 'once', view: 'sent' }, 200],
    [{ page: 'link-unknown' }, 404],
    [{ page: 'try-later', action: '/confirm/x' }, 503],
    [{ page: 'try-tomorrow', act: 'return' }, 429],
  ])('%j is no page for a search index, and has no button', (visit, status) => {
    const page = rendered(visit)
    expect([page.status, page.head]).toEqual([
      status,
      expect.stringContaining('<meta name="robots" content="noindex"/>'),
    ])
    expect(page.html).not.toContain('<button')
  })
  test('[FORM-10] the privacy page says what is kept, for how long, and how to leave', () => {
    const text = textOf(rendered({ page: 'privacy' }).html)
    for (const part of campaign.privacy.parts) expect(text).toContain(part.title)
  })
})

describe('the viewport', () => {
  const viewportOf = (visit: PageVisit, zoomLocked: boolean) => {
    const switches = { ...campaign.switches, zoomLocked }
    const { head } = renderCampaign({ ...campaign, switches }, visit, site)
    return head.match(/<meta name="viewport" content="([^"]*)"/)?.[1]
  }
  const scalable = 'width=device-width, initial-scale=1, interactive-widget=resizes-content'

  test('[FX-6] disallows scaling on the landing page, with the outcome of a form too, unless the campaign allows it', () => {
    const landing = { page: 'landing', pageToken: '' } as const
    const view: LandingFormView = { state: 'idle', typed: 'sanne@fuel' }
    for (const visit of [landing, { ...landing, form: { placement: 'hero', view } as const }]) {
      expect(viewportOf(visit, true)).toContain(', maximum-scale=1, user-scalable=no,')
      expect(viewportOf(visit, false)).toBe(scalable)
    }
  })

  test('[FX-6] allows scaling on every other page', () => {
    const otherPages: PageVisit[] = [
      { page: 'confirm', view: 'ask', action: '/confirm/x' },
      { page: 'link-unknown' },
      { page: 'me-erase', view: 'ask', action: '/me/x/erase', mePath: '/me/x' },
      { page: 'not-found' },
      { page: 'once', view: 'sent' },
      { page: 'privacy' },
      { page: 'quiz-question', question: 'energy_pattern', answers: {}, origin: noOrigin },
      { page: 'quiz-saved', type: 'focus', email: '' },
      { page: 'spot-busy' },
      { page: 'try-later', action: '/confirm/x' },
      { page: 'unexpected' },
    ]
    for (const visit of otherPages) expect(viewportOf(visit, true), visit.page).toBe(scalable)
  })
})

test('no page has a style attribute', () => {
  const visits: PageVisit[] = [
    { page: 'landing', pageToken: '' },
    { page: 'not-found' },
    { page: 'privacy' },
    { page: 'confirm', view: 'ask', action: '/' },
    { page: 'quiz-question', question: 'energy_pattern', answers: {}, origin: noOrigin },
  ]
  for (const visit of visits) expect(rendered(visit).html).not.toContain(' style=')
})

test('[LANG-4] a title names its language on each page of the quiz, where it is not that of the page', () => {
  const answers = Object.fromEntries(
    campaign.quiz!.questions.map(({ id, options }) => [id, options[0]!.id]),
  ) as Answers
  const langOf = (visit: PageVisit) => rendered(visit).titleLang
  const result = {
    page: 'quiz-result',
    answers,
    key: 'a-key',
    pageToken: '',
    origin: noOrigin,
  } as const
  expect(
    langOf({ page: 'quiz-question', question: 'energy_pattern', answers: {}, origin: noOrigin }),
  ).toBeUndefined()
  expect(langOf({ ...result, view: { state: 'idle', typed: '' } })).toBe('nl')
  expect(langOf({ ...result, resultIn: 'en', view: { state: 'idle', typed: '' } })).toBeUndefined()
  expect(langOf({ ...result, view: { state: 'invalid', typed: 'sanne@fuel' } })).toBe('en')
  expect(
    langOf({ ...result, view: { state: 'busy', typed: 'sanne@fuel.example', retryAfterS: 1 } }),
  ).toBe('nl')
  expect(langOf({ page: 'quiz-saved', type: 'focus', email: 'sanne@fuel.example' })).toBe('en')
})
