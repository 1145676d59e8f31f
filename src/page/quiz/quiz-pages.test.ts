import { describe, expect, test } from 'vitest'
import { campaign, firstResult, language, quiz, quizResult } from '#campaign'
import { fill } from '#contract/text.ts'
import type { Answers } from '#contract/quiz/quiz.ts'
import { questionKeys } from '#test/quiz-taker.ts'
import type { PageVisit, SaveView } from '#contract/render.ts'
import { noOrigin } from '#contract/people/waitlist.ts'
import { renderCampaign } from '#page/shell/entry-server.tsx'

const answers = Object.fromEntries(
  quiz.questions.map(({ id, options }) => [id, options[0]!.id]),
) as Answers
const rendered = (visit: PageVisit, data = campaign, optIn: 'double' | 'single' = 'double') =>
  renderCampaign(data, visit, { publicUrl: '', anonKey: 'anon', optIn })
const resultWith = (view: SaveView, resultIn?: string) =>
  rendered({
    page: 'quiz-result',
    answers,
    origin: noOrigin,
    key: 'a-key',
    pageToken: 'a-token',
    view,
    ...(resultIn && { resultIn }),
  })
/** LANG-4: the texts of a result at `/`, and of one in the language of the page. */
const first = firstResult!
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

test.each(visits)('%j needs no style attribute, and stands in no search index', (visit) => {
  const { html, head, status } = rendered(visit)
  expect([status, html.includes(' style=')]).toEqual([200, false])
  expect(head).toContain('<meta name="robots" content="noindex"/>')
})

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

test('[QUIZ-1] the dial of a question has an arc for each answer and leans to the type that leads, and the progress bar says so in words', () => {
  const { stress_response: _, goal_pursuit: __, ...two } = answers
  const html = (answers: Partial<Answers>) =>
    rendered({ page: 'quiz-question', question: 'stress_response', answers, origin: noOrigin }).html
  const { progress, leading, step, axes } = quiz.dialog
  const [half, none] = [50, 0].map((n) => fill(progress, { n }))
  expect(html(two)).toMatch(
    new RegExp(
      `<progress max="100" value="50" aria-labelledby="quiz-step" aria-valuetext="${half}\\. ${fill(leading, { type: axes['focus']! })}"></progress><p [^>]+><b id="quiz-step">${fill(step, { n: 3, of: 4 })}</b> <span>${half}</span>`,
    ),
  )
  expect(html(two)).toContain('<div class="dial" data-lean="focus" aria-hidden="true">')
  expect(html(two).match(/class="arc on"/g)).toHaveLength(2)
  expect(html({})).toContain(`value="0" aria-labelledby="quiz-step" aria-valuetext="${none}">`)
  expect(html({})).toContain('<div class="dial" aria-hidden="true">')
  expect(html({})).not.toContain('class="arc on"')
})

test("[QUIZ-4] the result's dial has a stroke for each score, the type's in gold, and says the four scores in words", () => {
  const { html } = resultWith({ state: 'idle', typed: '' })
  expect(html).toContain(
    '<div class="dial" data-lean="focus" role="img" aria-label="Je vier scores, van 4 tot 12: Focus 12, Energie 4, Stress 7, Motivatie 5" data-result="">',
  )
  expect(
    [...html.matchAll(/class="(stroke(?: high)?)" d="M184 158V([\d.]+)"/g)].map(([, look, end]) => [
      look,
      158 - Number(end),
    ]),
  ).toEqual([
    ['stroke high', 80],
    ['stroke', 12],
    ['stroke', 37.5],
    ['stroke', 20.5],
  ])
})

test('[QUIZ-4] type, dial, bottleneck and form come before the long texts', () => {
  const { html } = resultWith({ state: 'idle', typed: '' })
  const { title, description, recommendation } = first.ofQuiz.types['focus']!
  const places = [
    title,
    'role="img"',
    first.ofQuiz.types['energy']!.bottleneck,
    '<form',
    description,
    recommendation,
  ].map((text) => html.indexOf(text))
  expect(places.every((at) => at > 0)).toBe(true)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})

describe('one language', () => {
  /** The texts of a page's main part with the language that each is marked with. */
  const languages = (html: string) => {
    const open: (string | undefined)[] = []
    const found: [lang: string | undefined, text: string][] = []
    const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'))
    for (const [, close, tag, attributes = '', void_, text] of main.matchAll(
      /<(\/?)([a-z][\w]*)((?:\s[^<>]*?)?)(\/?)>|([^<]+)/g,
    )) {
      if (text?.trim()) found.push([open.at(-1), text.trim()])
      if (tag === undefined || void_ || ['input', 'path', 'circle'].includes(tag)) continue
      if (close) open.pop()
      else open.push(/ lang="(\w+)"/.exec(attributes)?.[1] ?? open.at(-1))
    }
    return found
  }
  const marked = (html: string) => languages(html).filter(([lang]) => lang !== undefined)
  /** Where the main part is in another language than its page: what is not in that. */
  const english = (html: string) =>
    languages(html).flatMap(([lang, text]) => (lang === first.lang ? [] : [[lang, text]]))

  test.each(quiz.questions)(
    '[QUIZ-1] [LANG-4] question $id is in the language of its page',
    ({ id: question }) => {
      const { html } = rendered({ page: 'quiz-question', question, answers: {}, origin: noOrigin })
      expect(marked(html)).toEqual([])
      expect(languages(html).length).toBeGreaterThan(8)
    },
  )

  test.each<[SaveView, string[]]>([
    [{ state: 'idle', typed: '' }, []],
    [{ state: 'invalid', typed: 'sanne@fuel' }, ['Please enter a valid email address']],
    [{ state: 'not-stored', typed: 'sanne@fuel.example' }, ['Error']],
    [{ state: 'busy', typed: 'sanne@fuel.example', retryAfterS: 42 }, []],
  ])(
    "[QUIZ-4] a result ($state) is Dutch but for the type's name and what is quoted, which are marked as English",
    (view, quoted) =>
      expect(english(resultWith(view).html).toSorted()).toEqual(
        [...quoted, 'Focus Optimizer', quizResult.offer].map((text) => ['en', text]).toSorted(),
      ),
  )

  test.each<SaveView>([
    { state: 'idle', typed: '' },
    { state: 'invalid', typed: 'sanne@fuel' },
    { state: 'busy', typed: 'sanne@fuel.example', retryAfterS: 42 },
  ])(
    '[LANG-4] a result ($state) that is read in the language of the page marks nothing but the way back to the other',
    (view) => {
      const { html, titleLang } = resultWith(view, language)
      expect(marked(html)).toEqual([[first.lang, first.words.offer]])
      expect(titleLang).toBeUndefined()
      expect(html).toContain(quizResult.bottleneck)
    },
  )
})

test('[FORM-10] [LANG-4] the form under a result has the consent of its language, with a version of its own', () => {
  const { html } = resultWith({ state: 'idle', typed: '' })
  expect(html).toContain(
    'Geen spam. Wel je protocol.</span></p><p class="consent" lang="nl">Door je aan te melden ga je akkoord met e-mails over deze lancering. Afmelden kan altijd. <a href="/privacy">Privacy</a>',
  )
  expect(html).toContain('name="consent_version" value="2026-11-nl"')
  const inEnglish = resultWith({ state: 'idle', typed: '' }, language).html
  expect(inEnglish).toContain(
    '<p class="consent">By joining you agree to emails about this launch.',
  )
  expect(inEnglish).toContain('name="consent_version" value="2026-11-27"')
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
      'probeer het over 42 seconden opnieuw',
    ],
  ])('[QUIZ-8] %i keeps what was typed and says why', (status, view, words) => {
    const page = resultWith(view)
    expect([
      page.status,
      page.html.includes(`value="${view.typed}"`),
      page.html.includes(words),
    ]).toEqual([status, true, true])
  })

  test('typed text stays text, whatever it contains', () => {
    expect(
      resultWith({ state: 'invalid', typed: '"><script>alert(1)</script>' }).html,
    ).not.toContain('<script>')
  })
})

test('the announced mails and times depend on the opt-in', () => {
  const saved: PageVisit = { page: 'quiz-saved', type: 'focus', email: 'sanne@fuel.example' }
  expect(rendered(saved).html).toContain(
    'Bevestig <b>sanne@fuel.example</b> met de link in onze mail',
  )
  expect(rendered(saved, campaign, 'single').html).toContain(
    'Je protocol is onderweg naar <b>sanne@fuel.example</b>.',
  )
})
