import { describe, expect, test } from 'vitest'
import { campaign } from '#campaign/campaign.ts'
import { quiz } from '#campaign/quiz.ts'
import { questionKeys, type Answers } from '#contract/quiz.ts'
import type { PageVisit, SaveView } from '#contract/render.ts'
import { noOrigin } from '#contract/waitlist.ts'
import { renderCampaign } from '#page/shell/entry-server.tsx'

const answers = Object.fromEntries(
  quiz.questions.map(({ id, options }) => [id, options[0]!.id]),
) as Answers
const rendered = (visit: PageVisit, data = campaign, optIn: 'double' | 'single' = 'double') =>
  renderCampaign(data, visit, { publicUrl: '', anonKey: 'anon', optIn })
const resultWith = (view: SaveView) =>
  rendered({
    page: 'quiz-result',
    answers,
    origin: noOrigin,
    key: 'a-key',
    pageToken: 'a-token',
    view,
  })
const visits: PageVisit[] = [
  ...questionKeys.map(
    (question) => ({ page: 'quiz-question', question, answers: {}, origin: noOrigin }) as const,
  ),
  {
    page: 'quiz-result',
    answers,
    origin: noOrigin,
    key: 'a-key',
    pageToken: '',
    view: { state: 'idle', typed: '' },
  },
  { page: 'quiz-saved', type: 'focus', email: 'sanne@fuel.example' },
]

test.each(visits)('a campaign without a quiz has no page %j', (visit) => {
  expect(rendered(visit, { ...campaign, quiz: null }).status).toBe(404)
})

test.each(visits)(
  '%j needs no style attribute, names its language, and stands in no search index',
  (visit) => {
    const { html, head, status } = rendered(visit)
    expect([status, html.includes(' style='), html.includes('lang="nl"')]).toEqual([
      200,
      false,
      true,
    ])
    expect(head).toContain('<meta name="robots" content="noindex"/>')
  },
)

test.each(quiz.questions)(
  '[QUIZ-1] question $id bears its subtitle and the texts of its options, each with a radio button and a drawing',
  ({ id: question, subtitle, options }) => {
    const { html } = rendered({ page: 'quiz-question', question, answers: {}, origin: noOrigin })
    expect(html).toContain(subtitle)
    for (const { id, text } of options)
      expect(html).toMatch(
        new RegExp(
          `<input type="radio"[^>]* name="${question}" value="${id}"/><span>${text.replaceAll('?', '\\?')}</span><svg `,
        ),
      )
  },
)

test('[QUIZ-4] the picture tells the four scores in words', () => {
  expect(resultWith({ state: 'idle', typed: '' }).html).toMatch(
    /<svg class="scores"[^>]*aria-label="Je vier scores, van 4 tot 12: Focus 12, Energie 4, Stress 7, Motivatie 5"/,
  )
})

describe('the form under a result, as the server answers it', () => {
  test.each<[number, SaveView, string]>([
    [422, { state: 'invalid', typed: 'sanne@fuel' }, 'Please enter a valid email address'],
    [
      503,
      { state: 'not-stored', typed: 'sanne@fuel.example' },
      'Er ging iets mis. Probeer het opnieuw.',
    ],
    [
      429,
      { state: 'busy', typed: 'sanne@fuel.example', retryAfterS: 42 },
      'try again in 42 seconds',
    ],
  ])('[QUIZ-8] %i keeps what was typed and says why', (status, view, words) => {
    const page = resultWith(view)
    expect([
      page.status,
      page.html.includes(`value="${view.typed}"`),
      page.html.includes(words),
    ]).toEqual([status, true, true])
  })

  test('what was typed is text, whatever it holds', () => {
    expect(
      resultWith({ state: 'invalid', typed: '"><script>alert(1)</script>' }).html,
    ).not.toContain('<script>')
  })
})

test('what arrives, and when, is said by the way people are entered', () => {
  const saved: PageVisit = { page: 'quiz-saved', type: 'focus', email: 'sanne@fuel.example' }
  expect(rendered(saved).html).toContain(
    'Bevestig <b>sanne@fuel.example</b> met de link in onze mail',
  )
  expect(rendered(saved, campaign, 'single').html).toContain(
    'Je protocol is onderweg naar <b>sanne@fuel.example</b>.',
  )
})
