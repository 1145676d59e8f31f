import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import { escapeHtml } from '#contract/text.ts'
import { fieldNames } from '#contract/people/waitlist.ts'
import { startApp } from '#test/app.ts'
import { recordMeasurement } from '#test/measurements.ts'
import { saveByForm } from '#test/quiz-taker.ts'
import { joinByForm } from '#test/visitor.ts'

const consent = campaign.consents[0]
const fieldsIn = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<input [^>]+>/g)].map(([input]) => [
      /name="([^"]*)"/.exec(input)![1]!,
      /value="([^"]*)"/.exec(input)?.[1] ?? '',
    ]),
  )

describe('a refused plain form', async () => {
  const app = await startApp({ env: { LIMITS: '', TRUSTED_PROXIES: '127.0.0.1, ::1' } })
  afterAll(() => app.close())
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
  const refused = {
    422: () =>
      joinByForm(app.url, 'sanne@"x', {
        placement: 'final',
        source: 'podcast',
        via: 'K7RM2XQ',
        ...from('192.0.2.1'),
      }),
    async 429() {
      for (let n = 0; n < 10; n++) await joinByForm(app.url, `n${n}@example.com`, from('192.0.2.2'))
      return joinByForm(app.url, 'sanne@example.com', from('192.0.2.2'))
    },
    async 503() {
      const { promise, resolve } = Promise.withResolvers<void>()
      const held = (await app.store()).transact(() => promise)
      const answer = await joinByForm(app.url, 'noor@example.com', from('192.0.2.3'))
      resolve()
      await held
      return answer
    },
  }

  test('[FORM-8] is answered by a small page with the form, what was typed, the reason, the consent line and the friend’s code', async () => {
    const answer = await refused[422]()
    const html = await answer.text()
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([
      422,
      'no-store, no-transform',
    ])
    expect(html).toContain('Please enter a valid email address')
    expect(html).toContain(consent.text.replace('Privacy', '<a href="/privacy">Privacy</a>'))
    expect(fieldsIn(html)).toMatchObject({
      [fieldNames.email]: 'sanne@&quot;x',
      placement: 'final',
      source: 'podcast',
      via: 'K7RM2XQ',
      consent_version: consent.version,
    })
    expect(html.match(/<form/g)).toHaveLength(1)
    expect(html).not.toContain('<script')
    const landing = await (await fetch(app.url)).text()
    recordMeasurement(
      `the page of a refused form: ${html.length} bytes; the landing page: ${landing.length}`,
    )
    expect(html.length).toBeLessThan(landing.length / 2)
  })

  test('[FORM-8] over the budget says when it works again; without the store it says that nothing is stored', async () => {
    const busy = await refused[429]()
    const seconds = Number(busy.headers.get('retry-after'))
    const away = await refused[503]()
    expect([busy.status, away.status, seconds > 0]).toEqual([429, 503, true])
    expect(await busy.text()).toContain(`try again in ${seconds} seconds`)
    const html = await away.text()
    expect(html).toContain('We couldn’t save your address just now')
    expect(fieldsIn(html)).toMatchObject({ [fieldNames.email]: 'noor@example.com' })
  })

  test('[FORM-8] is not compressed, as typed text stands beside a token', async () => {
    for (const path of ['/join', '/quiz/save', '/tell-once']) {
      const answer = await fetch(app.url + path, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ [fieldNames.email]: 'sanne@fuel' }),
        headers: { 'sec-fetch-site': 'same-origin', 'accept-encoding': 'br, gzip' },
      })
      expect([path, answer.headers.get('content-encoding')]).toEqual([path, null])
    }
  })

  test('[FORM-8] works when it is sent again', async () => {
    const html = await (await refused[422]()).text()
    const answer = await fetch(app.url + /action="([^"]+)"/.exec(html)![1]!, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ ...fieldsIn(html), [fieldNames.email]: 'lotte@example.com' }),
      headers: { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': '192.0.2.4' },
    })
    expect(answer.status).toBe(303)
    const person = await (
      await app.store()
    ).db
      .selectFrom('people')
      .select(['placement', 'source'])
      .where('email', '=', 'lotte@example.com')
      .executeTakeFirst()
    expect(person).toEqual({ placement: 'final', source: 'podcast' })
  })

  test('[FORM-8] what was typed stays text, whatever it contains', async () => {
    const typed = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.constantFrom('', ' ', `"'<>&\\</script>`, '\0', '$&', '{"a":1}'),
    )
    let n = 0
    await fc.assert(
      fc.asyncProperty(typed, async (text) => {
        const html = await (
          await joinByForm(app.url, `${text} @`, from(`198.51.100.${n++ % 250}`))
        ).text()
        const sent = new URLSearchParams({ x: `${text} @` }).get('x')!
        expect(html.replaceAll('\0', '\uFFFD')).toContain(
          `value="${escapeHtml(sent).replaceAll('\0', '\uFFFD')}"`,
        )
      }),
      { numRuns: 40 },
    )
  })

  test('[FORM-8] of a quiz result keeps the answers and says why in the words of the form', async () => {
    const answer = await saveByForm(app.url, 'lotte', { type: 'stress', ...from('192.0.2.5') })
    const html = await answer.text()
    expect(answer.status).toBe(422)
    expect(html).toContain('action="/quiz/save#quiz-form"')
    expect(html).toContain('Please enter a valid email address')
    expect(html).toContain('Stuur mijn protocol')
    expect(fieldsIn(html)).toMatchObject({
      [fieldNames.email]: 'lotte',
      consent_version: '2026-11-nl',
    })
    expect(fieldsIn(html)['key']).toMatch(/^[\w-]{22,}$/)
  })
})
