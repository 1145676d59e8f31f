import { openLaunch } from '#contract/launch.ts'
import { resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { campaign } from '#campaign/campaign.ts'
import { fieldNames, noOrigin, defaultPlacement } from '#contract/waitlist.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { recordMeasurement } from '#test/measurements.ts'
import { formIn } from '#test/plain-form.ts'
import { saveByForm } from '#test/quiz-taker.ts'
import { joinByForm } from '#test/visitor.ts'
import { builtBundles, type Bundles } from '#server/http/bundles.ts'
import { fillGzip, fillPage, pageTemplate } from '#server/http/page-template.ts'
import type { Pages } from '#server/http/pages.ts'
import { pageBudgets } from './page-budget.ts'
import { openRejectedForms, type RejectedForm } from './rejected-form.ts'

const site = { publicUrl: 'http://localhost:3000', anonKey: 'anon', optIn: 'double' as const }
const views: ((typed: string) => RejectedForm['view'])[] = [
  (typed) => ({ state: 'invalid', typed }),
  (typed) => ({ state: 'invalid', typed, reason: 'It has “<” & two dots.' }),
  (typed) => ({ state: 'busy', typed, retryAfterS: typed.length + 1 }),
  (typed) => ({ state: 'not-stored', typed }),
]

describe('the page of a rejected form', async () => {
  const built = await builtBundles(resolve(import.meta.dirname, '../../../dist'))
  let renders = 0
  const bundles: Pick<Bundles, 'page' | 'fill'> = {
    fill: built.fill,
    page: async () => {
      const { renderPage } = await built.page()
      return {
        renderPage: (...visit) => {
          renders++
          return renderPage(...visit)
        },
      }
    },
  }
  const sent: { bytes: Buffer; headers: Record<string, string> } = {
    bytes: Buffer.alloc(0),
    headers: {},
  }
  const reply = {
    code: () => reply,
    type: () => reply,
    header: (name: string, value: string) => {
      sent.headers[name] = value
      return reply
    },
    headers: () => reply,
    send: (bytes: Buffer) => {
      sent.bytes = bytes
    },
  }
  const deps = {
    bundles,
    site,
    facts: {
      known: () => ({
        facts: { now: 0, mode: 'simulated', live: null, launch: openLaunch },
        launch: '',
        figures: '',
        countedAt: null,
        stage: 0,
      }),
      refresh: async () => {},
    },
    campaign,
    now: () => 0,
    cached: true,
    limitsFor: () => 'off',
    tokens: { page: () => 'a-token' },
    pages: {
      show: () => {
        throw new Error('it was rendered for its request')
      },
    } as never,
  } satisfies Parameters<typeof openRejectedForms>[0]
  const rejectedForms = openRejectedForms(deps)
  const send = async (form: RejectedForm, encoding: string) => {
    sent.headers = {}
    await rejectedForms.send(
      { headers: { 'accept-encoding': encoding }, ip: '192.0.2.1' } as never,
      reply as never,
      form,
      {} as never,
      422,
    )
    return sent.headers['content-encoding'] === 'gzip' ? gunzipSync(sent.bytes) : sent.bytes
  }
  const rendered = async ({ placement, view, origin }: RejectedForm) =>
    Buffer.from(
      await built.fill(
        'page',
        (await built.page()).renderPage(
          { page: 'landing', pageToken: 'a-token', form: { placement, view, origin } },
          site,
        ),
        '/join',
      ),
    )

  test('[FORM-8] equals the rendered page byte for byte, for any typed text, compressed or not', async () => {
    const typed = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.constantFrom(
        '',
        ' ',
        '\u2003',
        'sanne@example.com',
        `"'<>&\\</script>`,
        '\ud800',
        '\0',
        '$&',
        '\uE000token\uE001',
      ),
    )
    const word = fc.constantFrom('', 'podcast', 'a "b" & <c>')
    const form = fc.record({
      placement: fc.constantFrom('hero' as const, 'final' as const),
      view: fc.tuple(fc.constantFrom(...views), typed).map(([view, text]) => view(text)),
      origin: fc.record({
        source: word,
        medium: word,
        campaign: word,
        referrer: fc.constantFrom('', 'news.example'),
        via: fc.constantFrom('', 'K7RM2XQ'),
      }),
    })
    await fc.assert(
      fc.asyncProperty(form, fc.constantFrom('', 'gzip, deflate, br'), async (one, encoding) => {
        expect((await send(one, encoding)).equals(await rendered(one))).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  test('[FORM-8] a form for which no page can be rendered now comes alone, with what was typed', async () => {
    const show = (...[, , , { orElse } = {}]: Parameters<Pages['show']>) => orElse!()
    const busy = openRejectedForms({ ...deps, pages: { show } as never })
    await busy.show(
      { ip: '192.0.2.1' } as never,
      reply as never,
      { page: 'landing', pageToken: 'a-token' },
      {
        action: '/join',
        view: { state: 'not-stored', typed: 'sanne@example.com' },
        values: {},
        words: { button: 'Join' },
      },
      503,
    )
    expect(formIn(String(sent.bytes), '/join')?.fields[fieldNames.email]).toBe('sanne@example.com')
  })

  test('is rendered once for each look of its form, not for each request', async () => {
    expect(renders).toBeLessThanOrEqual(2 * (2 + 3 + 3))
    const before = renders
    for (let n = 0; n < 200; n++)
      await send(
        { placement: 'hero', view: { state: 'invalid', typed: `x${n}` }, origin: noOrigin },
        'gzip',
      )
    expect(renders).toBe(before)
  })

  test('is compressed to less than half of its bytes for clients that accept gzip', async () => {
    const plain = (
      await send(
        { placement: 'hero', view: { state: 'invalid', typed: 'sanne' }, origin: noOrigin },
        '',
      )
    ).length
    await send(
      { placement: 'hero', view: { state: 'invalid', typed: 'sanne' }, origin: noOrigin },
      'gzip',
    )
    recordMeasurement(`the page of a refused form: ${plain} bytes, ${sent.bytes.length} compressed`)
    expect(sent.bytes.length).toBeLessThan(plain / 2)
  })

  test('typed text that repeats the page adds its full length to the answer, so the length reveals nothing', () => {
    const template = pageTemplate('<p>a secret: 1234</p><p>BLANK</p>', { typed: 'BLANK' })
    const lengths = ['a secret: 1234', 'a secret: 9999', 'zzzzzzzzzzzzzz'].map(
      (typed) => fillGzip(template, { typed }).length,
    )
    expect(new Set(lengths).size).toBe(1)
    expect(
      gunzipSync(fillGzip(template, { typed: 'x'.repeat(200_000) })).equals(
        fillPage(template, { typed: 'x'.repeat(200_000) }),
      ),
    ).toBe(true)
  })
})

describe('forms that are rejected repeatedly', async () => {
  let clock = Date.parse('2026-11-21T12:00:00Z')
  const app = await startApp({
    env: { LIMITS: '', TRUSTED_PROXIES: '127.0.0.1, ::1' },
    now: () => clock,
  })
  afterAll(() => app.close())
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
  const read = async (answer: Response) => ({
    status: answer.status,
    retryAfter: answer.headers.get('retry-after'),
    html: await answer.text(),
  })

  test('[FORM-8] over the budget get a small page with the form, the text, the message, status and Retry-After; other networks get the whole page', async () => {
    const answers = []
    for (let n = 0; n <= pageBudgets.network.atOnce; n++)
      answers.push(
        await read(
          await joinByForm(app.url, 'sanne@"x', {
            source: 'podcast',
            placement: 'final',
            ...from('192.0.2.1'),
          }),
        ),
      )
    const [whole, small] = [answers.at(-2)!, answers.at(-1)!]
    expect([whole.status, small.status]).toEqual([422, 422])
    expect(whole.html.length).toBeGreaterThan(20_000)
    expect(small.html.length).toBeLessThan(2_000)
    for (const part of [
      'Please enter a valid email address',
      'value="sanne@&quot;x"',
      'name="placement" value="final"',
      'name="source" value="podcast"',
      campaign.consents[0].text.replace('Privacy', '<a href="/privacy">Privacy</a>'),
    ])
      expect(small.html).toContain(part)
    expect(
      (await read(await joinByForm(app.url, 'daan@"x', from('192.0.2.2')))).html.length,
    ).toBeGreaterThan(20_000)
    clock += pageBudgets.network.everyMs
    expect(
      (await read(await joinByForm(app.url, 'sanne@"x', from('192.0.2.1')))).html.length,
    ).toBeGreaterThan(20_000)
  })

  test('[FORM-8] the small form works like the one on the page', async () => {
    const small = await smallPage(app, 'noor@example', '192.0.2.3')
    const fields = Object.fromEntries(
      [...small.matchAll(/name="([^"]+)"[^>]*? value="([^"]*)"/g)].map(([, name, value]) => [
        name!,
        value!,
      ]),
    )
    const body = new URLSearchParams({ ...fields, [fieldNames.email]: 'noor@example.com' })
    const answer = await fetch(app.url + /action="([^"]+)"/.exec(small)![1]!, {
      method: 'POST',
      redirect: 'manual',
      body,
      headers: { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': '192.0.2.4' },
    })
    expect(answer.status).toBe(303)
    const person = await (
      await app.store()
    ).db
      .selectFrom('people')
      .select(['placement', 'source'])
      .where('email', '=', 'noor@example.com')
      .executeTakeFirst()
    expect(person).toEqual({ placement: defaultPlacement, source: '' })
  })

  test('[FORM-8] the small form of a quiz result sends the answers too', async () => {
    for (let n = 0; n < pageBudgets.network.atOnce; n++)
      await (await joinByForm(app.url, 'lotte', from('192.0.2.5'))).text()
    const answer = await read(
      await saveByForm(app.url, 'lotte', { type: 'stress', ...from('192.0.2.5') }),
    )
    expect([answer.status, answer.html.length < 2_500]).toEqual([422, true])
    for (const part of [
      'action="/quiz/save"',
      'value="lotte"',
      'name="key"',
      'name="consent_version" value="2026-11-nl"',
      '<html lang="nl">',
      '<main><h1 lang="en">Invalid email</h1><p id="error" role="alert" lang="en">Please enter a valid email address</p>',
      '<button>Stuur mijn protocol</button></p><p lang="nl">Door je aan te melden ga je akkoord',
    ])
      expect(answer.html).toContain(part)
  })
})

async function smallPage(app: TestApp, typed: string, address: string): Promise<string> {
  let html = ''
  for (let n = 0; n <= pageBudgets.network.atOnce; n++)
    html = await (
      await joinByForm(app.url, typed, { headers: { 'x-forwarded-for': address } })
    ).text()
  return html
}
