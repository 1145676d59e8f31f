import { afterAll, describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import { meDownload } from '#contract/people/personal-data.ts'
import { startApp } from '#test/app.ts'
import { engines } from '#test/fresh-store.ts'
import { firstQuiz, questionKeys, recordFor, resultFor, saveByForm } from '#test/quiz-taker.ts'
import { linkIn } from '#test/visitor.ts'

const quiz = campaign.quiz!
const { answers } = resultFor('focus')
const queryOf = (count: number) =>
  new URLSearchParams(questionKeys.slice(0, count).map((key) => [key, answers[key]!])).toString()
const where = (answer: Response) => [answer.status, answer.headers.get('location')]
const textOf = (html: string) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replace(/\s+/g, ' ')

describe('the questions without script', async () => {
  const app = await startApp()
  afterAll(() => app.close())
  const get = (path: string) => fetch(app.url + path, { redirect: 'manual' })

  test.each([1, 2, 3, 4])(
    '[QUIZ-1] page %i asks its question, with four options and the progress bar',
    async (number) => {
      const answer = await get(`/quiz/${number}?${queryOf(number - 1)}`)
      const html = await answer.text()
      expect([
        answer.status,
        answer.headers.get('cache-control'),
        answer.headers.get('x-robots-tag'),
      ]).toEqual([200, 'no-store', 'noindex'])
      expect(html).toContain(quiz.questions[number - 1]!.question)
      expect(html).toContain(`<progress max="100" value="${(number - 1) * 25}"`)
      expect(html.match(/<input type="radio"/g)).toHaveLength(4)
    },
  )

  test('[QUIZ-2] each form leads to the next page with all answers, and the last to the result', async () => {
    const html = await (await get(`/quiz/4?${queryOf(3)}`)).text()
    expect(html).toContain('action="/quiz/result"')
    for (const key of questionKeys.slice(0, 3))
      expect(html).toContain(`<input type="hidden" name="${key}" value="${answers[key]}"/>`)
    const result = await fetch(`${app.url}/quiz/result?${queryOf(4)}`)
    expect(textOf(await result.text())).toMatch(
      /Diagnose compleet In English Focus Optimizer Focus 12 Energie 4 /,
    )
  })

  test('a question redirects to the first unanswered one before it, with the known answers', async () => {
    expect(where(await get('/quiz/3'))).toEqual([303, '/quiz/1'])
    expect(where(await get(`/quiz/4?${queryOf(1)}&goal_pursuit=body-first`))).toEqual([
      303,
      `/quiz/2?${queryOf(1)}&goal_pursuit=body-first`,
    ])
    expect(where(await get('/quiz/2?energy_pattern=unknown&note=x'))).toEqual([303, '/quiz/1'])
    expect(where(await get(`/quiz/result?${queryOf(3)}`))).toEqual([303, `/quiz/4?${queryOf(3)}`])
  })

  test('going back to a question shows its answer, and later answers stay', async () => {
    const html = await (await get(`/quiz/2?${queryOf(4)}`)).text()
    expect(html).toContain('checked="" value="hardly-anything"')
    for (const key of ['energy_pattern', 'stress_response', 'goal_pursuit'] as const)
      expect(html).toContain(`<input type="hidden" name="${key}" value="${answers[key]}"/>`)
    expect(html).toContain(`href="/quiz/1?${queryOf(4).replaceAll('&', '&amp;')}"`)
  })

  test("where the visitor came from goes along, from the landing page's address to the form under the result", async () => {
    const first = await (
      await fetch(`${app.url}/quiz/1`, { headers: { referer: `${app.url}/?utm_source=podcast` } })
    ).text()
    expect(first).toContain('<input type="hidden" name="source" value="podcast"/>')
    const second = await (await get(`/quiz/2?${queryOf(1)}&source=podcast`)).text()
    expect(second).toContain(`href="/quiz/1?${queryOf(1)}&amp;source=podcast"`)
    expect(where(await get('/quiz/3?source=podcast'))).toEqual([303, '/quiz/1?source=podcast'])
    const result = await (await fetch(`${app.url}/quiz/result?${queryOf(4)}&source=podcast`)).text()
    expect(result).toContain('<input type="hidden" name="source" value="podcast"/>')
    expect(await (await get(`/quiz/1?source=${encodeURIComponent('"><b>')}`)).text()).toContain(
      'name="source" value="&quot;&gt;&lt;b&gt;"',
    )
    expect(
      await (await get(`/quiz/1?source=${encodeURIComponent('\u202e')}`)).text(),
    ).not.toContain('name="source"')
  })

  test('[DASH-9] the campaign words and the host of a page that links to the quiz go along; nothing of a visitor who opts out', async () => {
    const page = async (path: string, headers: Record<string, string>) =>
      (await fetch(app.url + path, { headers })).text()
    const named = await page('/quiz/1', {
      referer: `${app.url}/?utm_source=pod+cast&utm_medium=audio&utm_campaign=spring`,
    })
    for (const [name, value] of [
      ['source', 'pod cast'],
      ['medium', 'audio'],
      ['campaign', 'spring'],
    ])
      expect(named).toContain(`name="${name}" value="${value}"`)
    expect(named).not.toContain('name="referrer"')
    expect(
      await page('/quiz/1', { referer: 'https://News.Example:8443/fuel?utm_source=theirs' }),
    ).toContain('name="referrer" value="news.example"')
    expect(
      where(
        await fetch(`${app.url}/quiz/3?source=pod+cast&referrer=news.example`, {
          redirect: 'manual',
        }),
      ),
    ).toEqual([303, '/quiz/1?source=pod+cast&referrer=news.example'])
    for (const wish of ['sec-gpc', 'dnt'])
      expect(
        await page('/quiz/1?source=podcast', { referer: 'https://news.example/', [wish]: '1' }),
      ).not.toMatch(/name="(?:source|referrer)"/)
  })
})

describe('the result without script', async () => {
  const app = await startApp()
  afterAll(() => app.close())
  const shown = await fetch(`${app.url}/quiz/result?${queryOf(4)}`)
  const html = await shown.text()

  test('[QUIZ-4] [LANG-4] is Dutch at /, and leads back to question 4 with the answers kept', () => {
    const text = textOf(html)
    for (const words of [
      'Diagnose compleet',
      'Bottleneck gedetecteerd',
      'Gepersonaliseerde oplossing',
      'Stuur mijn protocol',
      firstQuiz.types.focus!.recommendation,
    ])
      expect(text).toContain(words)
    expect(html).toMatch(/<div class="result" lang="nl"><h1>Diagnose compleet<\/h1>/)
    expect(html).toContain(
      `href="/quiz/4?${queryOf(4).replaceAll('&', '&amp;')}">Terug naar de quiz</a>`,
    )
    expect([shown.headers.get('cache-control'), shown.headers.get('x-robots-tag')]).toEqual([
      'no-store',
      'noindex',
    ])
  })

  test('[QUIZ-4] has an e-mail form in which the e-mail is required', () => {
    expect(html).toMatch(/<form class="form"[^>]* action="\/quiz\/save#quiz-form" method="post"/)
    expect(html).toMatch(/<input [^>]*type="email"[^>]* required=""/)
  })

  test('[FORM-10] carries the consent line, its version and the placement', () => {
    expect(textOf(html)).toContain(
      'Door je aan te melden ga je akkoord met e-mails over deze lancering. Afmelden kan altijd. Privacy',
    )
    for (const [name, value] of [
      ['consent_version', '2026-11-nl'],
      ['placement', 'quiz'],
    ])
      expect(html).toContain(`<input type="hidden" name="${name}" value="${value}"/>`)
  })

  test('[QUIZ-8] draws a key, which a reload keeps and its form carries', async () => {
    const key = new URL(shown.url).searchParams.get('key')!
    expect(Buffer.from(key, 'base64url')).toHaveLength(16)
    expect(html).toContain(`<input type="hidden" name="key" value="${key}"/>`)
    expect((await fetch(shown.url, { redirect: 'manual' })).status).toBe(200)
  })
})

describe.each(engines)('a save without script on %s', async (engine) => {
  let clock = Date.parse('2026-11-21T12:00:00Z')
  const app = await startApp({ engine, now: () => clock })
  afterAll(() => app.close())
  const rowsOf = async (email: string) =>
    (await app.store()).db
      .selectFrom('quiz_results')
      .innerJoin('people', 'people.id', 'quiz_results.personId')
      .selectAll('quiz_results')
      .where('email', '=', email)
      .orderBy('quiz_results.createdAt')
      .execute()

  test('[QUIZ-6] [QUIZ-9] stores the record, enters the person as the quiz does, and starts the sequence', async () => {
    expect((await saveByForm(app.url, 'Sanne@Example.com')).status).toBe(303)
    const [row] = await rowsOf('sanne@example.com')
    const { email: _, ...record } = recordFor('')
    expect({
      ...row,
      scores: JSON.parse(row!.scores),
      answers: JSON.parse(row!.answers),
      result_data: JSON.parse(row!.result_data),
    }).toMatchObject(record)
    const { db } = await app.store()
    expect(
      await db
        .selectFrom('people')
        .select(['placement', 'state'])
        .where('email', '=', 'sanne@example.com')
        .execute(),
    ).toEqual([{ placement: 'quiz', state: 'unconfirmed' }])
    expect(
      await db
        .selectFrom('sequences')
        .select(['performance_type', 'state'])
        .where('personId', '=', row!.personId)
        .execute(),
    ).toEqual([{ performance_type: 'focus', state: 'active' }])
  })

  test.each([
    ['the version that it showed', '2026-11-nl'],
    ['no version', ''],
    ['a version that the campaign does not have', 'unknown'],
  ])(
    '[FORM-10] with %s the Dutch wording and its version are stored, and shown on the page of personal data and in its file',
    async (name, consent) => {
      const email = `consent.${name.replaceAll(' ', '.')}@example.com`
      expect((await saveByForm(app.url, email, { consent })).status).toBe(303)
      const wording =
        'Door je aan te melden ga je akkoord met e-mails over deze lancering. Afmelden kan altijd.'
      const link = linkIn((await app.mailsTo(email))[0]!.text, 'me')
      const page = await (await fetch(link)).text()
      expect(page).toContain(`<blockquote lang="nl">${wording}</blockquote>`)
      expect(await (await fetch(`${link}/${meDownload}`)).json()).toMatchObject({
        consents: [{ version: '2026-11-nl', wording, placement: 'quiz' }],
      })
    },
  )

  test('[FORM-10] a person who confirmed with the newest Dutch wording is not asked to agree again', async () => {
    expect((await saveByForm(app.url, 'agreed@example.com')).status).toBe(303)
    const { text } = (await app.mailsTo('agreed@example.com'))[0]!
    const press = (url: string) =>
      fetch(url, { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' } })
    await press(linkIn(text, 'confirm'))
    const link = linkIn(text, 'me')
    expect(await (await fetch(link)).text()).not.toContain(`${new URL(link).pathname}/consent`)
    expect(await (await press(`${link}/consent`)).text()).toContain('Already done.')
  })

  test('[FORM-8] leads to a page that says the type, and what arrives and when; its address bears no e-mail', async () => {
    const answer = await saveByForm(app.url, 'Daan@example.com', { type: 'energy' })
    const to = answer.headers.get('location')!
    expect(to).toMatch(/^\/quiz\/save\?to=[\w-]+$/)
    for (let n = 0; n < 2; n++) {
      const page = await fetch(app.url + to)
      expect([
        page.status,
        page.headers.get('cache-control'),
        page.headers.get('x-robots-tag'),
      ]).toEqual([200, 'no-store, no-transform', 'noindex'])
      expect(textOf(await page.text())).toContain(
        'Energy Maximizer Quiz voltooid! Je personalized protocol wordt naar je email gestuurd. Bevestig Daan@example.com met de link in onze mail',
      )
    }
    expect(await rowsOf('daan@example.com')).toHaveLength(1)
  })

  test('[QUIZ-4] [QUIZ-5] [FORM-2] a refused or empty address comes back with the message, what was typed, and the result', async () => {
    for (const [typed, value] of [
      ['daan@"example', 'daan@&quot;example'],
      [' ', ' '],
    ] as const) {
      const answer = await saveByForm(app.url, typed)
      const html = await answer.text()
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([
        422,
        typed.includes('@') ? 'no-store, no-transform' : 'no-store',
      ])
      for (const part of [
        'Please enter a valid email address',
        `value="${value}"`,
        'Focus Optimizer',
        `name="key" value="${'k'.repeat(22)}"`,
      ])
        expect(html).toContain(part)
    }
  })

  test('[QUIZ-8] the same form sent again saves one row; with another address or other answers it saves another', async () => {
    const answers = [
      await saveByForm(app.url, 'lotte@example.com'),
      ...(await Promise.all([1, 2, 3].map(() => saveByForm(app.url, 'lotte@example.com')))),
    ]
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303])
    expect(await rowsOf('lotte@example.com')).toHaveLength(1)
    expect([
      (await saveByForm(app.url, 'lotte@example.com', { type: 'stress' })).status,
      (await saveByForm(app.url, 'other.lotte@example.com')).status,
    ]).toEqual([303, 303])
    expect(
      [await rowsOf('lotte@example.com'), await rowsOf('other.lotte@example.com')].map(
        (rows) => rows.length,
      ),
    ).toEqual([2, 1])
  })

  test('[QUIZ-5] answers that are missing or unknown lead back to the first such question, and nothing is stored', async () => {
    const body = new URLSearchParams({
      energy_pattern: 'first-hours',
      focus_challenge: 'unknown',
      email: 'milan@example.com',
    })
    expect(
      where(await fetch(`${app.url}/quiz/save`, { method: 'POST', body, redirect: 'manual' })),
    ).toEqual([303, '/quiz/2?energy_pattern=first-hours'])
    expect(
      where(
        await fetch(`${app.url}/quiz/save`, {
          method: 'POST',
          body: new URLSearchParams(),
          redirect: 'manual',
        }),
      ),
    ).toEqual([303, '/quiz/1'])
    expect(await rowsOf('milan@example.com')).toEqual([])
  })

  test('[FORM-10] a filled honeypot gets the normal answer and no row; a page of another site is refused', async () => {
    expect((await saveByForm(app.url, 'bot@example.com', { trap: 'Acme' })).status).toBe(303)
    expect(
      (
        await saveByForm(app.url, 'noor@example.com', {
          headers: { 'sec-fetch-site': 'cross-site' },
        })
      ).status,
    ).toBe(403)
    expect([await rowsOf('bot@example.com'), await rowsOf('noor@example.com')]).toEqual([[], []])
  })

  test('a token of another endpoint, a changed one or one of an hour ago leads to the first question', async () => {
    const location = (await saveByForm(app.url, 'late@example.com')).headers.get('location')!
    const other = (await saveByForm(app.url, 'other@example.com')).headers
      .get('location')!
      .replace('/quiz/save', '/join')
    expect(where(await fetch(app.url + other, { redirect: 'manual' }))).toEqual([303, '/'])
    clock += 3_600_000
    for (const path of [location, '/quiz/save', '/quiz/save?to=x'])
      expect(where(await fetch(app.url + path, { redirect: 'manual' }))).toEqual([303, '/quiz/1'])
  })
})

describe('a save that cannot be made', async () => {
  let clock = Date.parse('2026-11-21T12:00:00Z')
  const app = await startApp({
    env: { TRUSTED_PROXIES: '127.0.0.1, ::1', LIMITS: '' },
    now: () => clock,
  })
  afterAll(() => app.close())

  test('over the budget it says when to try again, and keeps everything', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.3' }
    for (let n = 0; n < 10; n++)
      expect((await saveByForm(app.url, `tight${n}@example.com`, { headers })).status).toBe(303)
    const over = await saveByForm(app.url, 'eleventh@example.com', { headers })
    expect([over.status, over.headers.get('retry-after')]).toEqual([429, '60'])
    const html = await over.text()
    for (const part of [
      'value="eleventh@example.com"',
      'probeer het over 60 seconden opnieuw',
      'Diagnose compleet',
      'name="goal_pursuit" value="blocks-in-the-week"',
    ])
      expect(html).toContain(part)
    clock += 60_000
    expect((await saveByForm(app.url, 'eleventh@example.com', { headers })).status).toBe(303)
  })

  test('a body of another kind, or of more than 8 KiB, is refused', async () => {
    const post = (body: string, type: string) =>
      fetch(`${app.url}/quiz/save`, { method: 'POST', body, headers: { 'content-type': type } })
    expect([
      (await post('{}', 'application/json')).status,
      (await post(`email=${'x'.repeat(8 * 1024)}`, 'application/x-www-form-urlencoded')).status,
    ]).toEqual([415, 413])
  })
})

describe('a save while another process holds the store', async () => {
  const app = await startApp()
  afterAll(() => app.close())

  test('[QUIZ-8] [ERR-2] says so, keeps what was answered and typed, and the second try saves one row', async () => {
    let free = () => {}
    const held = (await app.store()).transact(
      () =>
        new Promise<void>((done) => {
          free = done
        }),
    )
    const refused = await saveByForm(app.url, 'held@example.com')
    const html = await refused.text()
    expect([
      refused.status,
      refused.headers.get('retry-after'),
      refused.headers.get('cache-control'),
    ]).toEqual([503, '5', 'no-store, no-transform'])
    expect(textOf(html)).toContain(
      'Error Er ging iets mis. Probeer het opnieuw. Je resultaat is nog niet bewaard.',
    )
    for (const part of [
      'value="held@example.com"',
      `name="key" value="${'k'.repeat(22)}"`,
      ...questionKeys.map((name) => `name="${name}" value="${answers[name]}"`),
    ])
      expect(html).toContain(part)
    free()
    await held
    for (let n = 0; n < 2; n++)
      expect((await saveByForm(app.url, 'held@example.com')).status).toBe(303)
    expect(
      await (await app.store()).db.selectFrom('quiz_results').select('id').execute(),
    ).toHaveLength(1)
  })

  test('[QUIZ-9] [ERR-2] a sequence that cannot be started is a warning in the log, and the result is saved', async () => {
    const { db } = await app.store()
    await db.schema.alterTable('sequences').renameTo('sequences_away').execute()
    expect((await saveByForm(app.url, 'warned@example.com')).status).toBe(303)
    await db.schema.alterTable('sequences_away').renameTo('sequences').execute()
    expect(
      app.log.filter(
        (line) =>
          line.includes('"level":"warn"') &&
          line.includes('the sequence of a saved result is not started yet'),
      ),
    ).toHaveLength(1)
  })
})
