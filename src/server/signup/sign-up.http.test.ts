import { afterAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#test/app.ts'
import { storeEngines } from '#test/fresh-store.ts'
import { freshToken, joinByCall, joinByForm, linkIn, seen, untilTaken } from '#test/visitor.ts'
import { formTokens } from '#server/http/forms.ts'

const hourMs = 3_600_000

describe.each(storeEngines)('the sign-up routes on %s', async (engine) => {
  let clock = Date.parse('2026-11-21T12:00:00Z')
  const app = await startApp({ engine, now: () => clock })
  afterAll(() => app.close())

  test('[CALL-1] a call enters the address and queues the confirm mail; its button queues the welcome mail, once', async () => {
    const answer = await joinByCall(app.url, 'Sanne@Example.com')
    expect([answer.status, await answer.json()]).toEqual([200, { ok: true }])
    await joinByCall(app.url, 'sanne@example.com')
    expect(await outbox(app, 'sanne@example.com')).toEqual(['confirm'])
    const link = linkIn((await app.mailbox(1))[0]!.text, 'confirm')
    for (let n = 0; n < 3; n++)
      expect(
        (await fetch(link, { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' } }))
          .status,
      ).toBe(200)
    expect(await outbox(app, 'sanne@example.com')).toEqual(['confirm', 'welcome'])
  })

  test("[CALL-1] [FORM-5] the welcome mail at /dev/mails has the early access details, the bonus stack's terms and a way to leave", async () => {
    const welcome = (await app.mailbox(2)).at(-1)!
    expect([welcome.to, welcome.subject]).toEqual(['sanne@example.com', 'You are in: place 1'])
    for (const body of [welcome.text, welcome.html.replaceAll(/<[^>]+>/g, ' ')]) {
      expect(body).toContain('1,000 invitations, 6 months ahead of the public launch')
      expect(body).toMatch(/Mystery bonus stack:?\s+Added to your spot within 24 hours of joining/)
    }
    expect(welcome.raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m)
    expect(await (await fetch(`${app.url}/dev/mails`)).text()).toContain(welcome.subject)
  })

  test('[FORM-8] a plain form is answered by a redirect to the page with the welcome panel', async () => {
    const answer = await joinByForm(app.url, 'daan@example.com')
    expect(answer.status).toBe(303)
    const page = await fetch(new URL(answer.headers.get('location')!, app.url))
    expect([page.status, page.headers.get('cache-control')]).toEqual([
      200,
      'no-store, no-transform',
    ])
    expect(await page.text()).toMatch(/daan@example\.com/)
    expect(answer.headers.get('location')).not.toContain('daan')
  })

  test('[FORM-8] [FORM-2] [ERR-3] a plain form with a bad address comes back with the message and what was typed', async () => {
    const answer = await joinByForm(app.url, 'daan@"example')
    const html = await answer.text()
    expect(answer.status).toBe(422)
    expect(html).toContain('Please enter a valid email address')
    expect(html).toContain('value="daan@&quot;example"')
  })

  test('[FORM-8] an empty plain form comes back with the message', async () => {
    const answer = await joinByForm(app.url, ' ')
    expect([
      answer.status,
      (await answer.text()).includes('Please enter a valid email address'),
    ]).toEqual([422, true])
  })

  test.each([
    ['a..b@example.com', 'There are two dots in a row.'],
    ['o\u2019neil@example.com', 'The part before the @ cannot contain “\u2019”.'],
    ['sanne@192.0.2.1', 'The part after the @ is an IP address. Use a name such as example.com.'],
    [
      'san\u200bne@example.com',
      'There is an invisible character in it. Type it instead of pasting it.',
    ],
  ])('[FORM-2] %j is refused, and call and page say why', async (typed, why) => {
    const call = await joinByCall(app.url, typed)
    expect([call.status, await call.json()]).toEqual([422, { error: why }])
    const page = await joinByForm(app.url, typed)
    expect([page.status, await page.text()]).toEqual([
      422,
      expect.stringContaining(`Please enter a valid email address</span><br/>${why}</span>`),
    ])
  })

  test('[LANG-4] [FORM-2] the page of another language says in it why an address is refused, and so does its call', async () => {
    const [typed, why] = ['a..b@example.com', 'Er staan twee punten achter elkaar.']
    const call = await joinByCall(app.url, typed, { language: 'nl' })
    expect([call.status, await call.json()]).toEqual([422, { error: why }])
    const page = await joinByForm(`${app.url}/nl`, typed)
    expect([page.status, await page.text()]).toEqual([422, expect.stringContaining(why)])
  })

  test.each([
    'mailto:gerben@example.com',
    '\u202agerben@example.com\u202c',
    '<Gerben@example.com>,',
    '"gerben@example.com".',
  ])('[FORM-2] %j is stored without what stands around the address', async (typed) => {
    expect((await joinByCall(app.url, typed)).status).toBe(200)
    expect(await outbox(app, 'gerben@example.com')).toEqual(['confirm'])
  })

  test('[FORM-2] an international host is stored in its xn-- form, and shown as it was typed', async () => {
    for (const typed of ['info@müller.example', 'info@xn--mller-kva.example']) {
      const answer = await joinByForm(app.url, typed)
      const page = await fetch(new URL(answer.headers.get('location')!, app.url))
      expect(await page.text()).toContain('<b>info@müller.example</b>')
    }
    expect(await outbox(app, 'info@xn--mller-kva.example')).toEqual(['confirm'])
  })

  test('an address in six states gets byte for byte the same answer', async () => {
    const store = await app.store()
    const states = ['unconfirmed', 'confirmed', 'unsubscribed', 'suppressed', 'bounced'] as const
    for (const state of states) {
      await joinByCall(app.url, `${state}@example.com`)
      await store.db
        .updateTable('people')
        .set({ state })
        .where('email', '=', `${state}@example.com`)
        .execute()
    }
    const answers = await Promise.all(
      ['new', ...states].map(async (name) =>
        seen(await joinByCall(app.url, `${name}@example.com`)),
      ),
    )
    for (const answer of answers) expect(answer).toEqual(answers[0])
  })

  test('200 posts of one address at once make one row, one mail and 200 equal answers', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, async () =>
        seen(await untilTaken(() => joinByCall(app.url, 'race@example.com'))),
      ),
    )
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await outbox(app, 'race@example.com')).toEqual(['confirm'])
  })

  test('a filled honeypot gets the normal answer, no row and no mail, and is counted', async () => {
    const normal = await seen(await joinByCall(app.url, 'person@example.com'))
    expect(await seen(await joinByCall(app.url, 'bot@example.com', { trap: 'Acme' }))).toEqual(
      normal,
    )
    expect((await joinByForm(app.url, 'bot@example.com', { trap: 'Acme' })).status).toBe(303)
    expect(await outbox(app, 'bot@example.com')).toEqual([])
    expect(await (await fetch(`${app.url}/metrics`)).text()).toContain('signups_trapped_total 2')
  })

  test('a page token that is older than a day or has another key still allows a sign-up', async () => {
    const tokens = [
      formTokens(['another secret, also long enough for it']).page(clock),
      'p0.x',
      await freshToken(app.url),
    ]
    clock += 25 * hourMs
    for (const [n, token] of tokens.entries()) {
      expect((await joinByForm(app.url, `late${n}@example.com`, { token })).status).toBe(303)
      expect(await outbox(app, `late${n}@example.com`)).toEqual(['confirm'])
    }
  })

  test('1,000 posts of one address from 1,000 clients queue one mail', async () => {
    const answers: number[] = []
    for (let n = 0; n < 20; n++)
      answers.push(
        ...(await Promise.all(
          Array.from(
            { length: 50 },
            async () => (await joinByCall(app.url, 'target@example.com')).status,
          ),
        )),
      )
    expect(new Set(answers)).toEqual(new Set([200]))
    expect(await outbox(app, 'target@example.com')).toEqual(['confirm'])
  })

  test('the consent names the text that the visitor saw, the campaign source and the placement', async () => {
    await joinByForm(app.url, 'source@example.com', {
      headers: { referer: `${app.url}/?utm_source=podcast` },
    })
    await joinByCall(app.url, 'strange@example.com', { source: '\u202etxt', placement: 'nowhere' })
    const rows = await (
      await app.store()
    ).db
      .selectFrom('people')
      .innerJoin('consents', 'consents.personId', 'people.id')
      .select(['email', 'people.source', 'people.placement', 'version', 'wording'])
      .where('email', 'in', ['source@example.com', 'strange@example.com'])
      .orderBy('email')
      .execute()
    expect(rows).toMatchObject([
      {
        source: 'podcast',
        placement: 'hero',
        version: '2026-11-27',
        wording: 'By joining you agree to emails about this launch. Leave any time.',
      },
      { source: '', placement: 'hero' },
    ])
  })
})

describe('[FORM-8] the campaign parameter of a rejected plain form', async () => {
  let clock = Date.parse('2026-11-21T12:00:00Z')
  const app = await startApp({
    env: { TRUSTED_PROXIES: '127.0.0.1, ::1', LIMITS: '' },
    now: () => clock,
  })
  afterAll(() => app.close())
  const headers = (address: string, page: string) => ({
    'x-forwarded-for': address,
    referer: app.url + page,
  })
  const sourceIn = (html: string) =>
    [
      ...new Set([...html.matchAll(/name="source" value="([^"]*)"/g)].map(([, source]) => source!)),
    ].join()
  const kept = async (email: string) =>
    (
      await (
        await app.store()
      ).db
        .selectFrom('people')
        .select('source')
        .where('email', '=', email)
        .executeTakeFirst()
    )?.source
  const refusals: [number, (post: (email: string) => Promise<Response>) => Promise<Response>][] = [
    [422, (post) => post('milan@fuel')],
    [
      429,
      async (post) => {
        for (let n = 0; n < 10; n++) await post(`tight${n}@example.com`)
        return post('over@example.com')
      },
    ],
    [
      503,
      async (post) => {
        let free = () => {}
        const held = (await app.store()).transact(
          () =>
            new Promise<void>((done) => {
              free = done
            }),
        )
        const answer = await post('held@example.com')
        free()
        await held
        return answer
      },
    ],
  ]

  test.each(refusals)(
    'comes back with the form that is answered %i, and is stored with the next try',
    async (status, refused) => {
      const answer = await refused((email) =>
        joinByForm(app.url, email, {
          headers: headers(`203.0.113.${status - 400}`, '/?utm_source=podcast'),
        }),
      )
      const source = sourceIn(await answer.text())
      expect([answer.status, answer.headers.get('cache-control'), source]).toEqual([
        status,
        'no-store, no-transform',
        'podcast',
      ])
      clock += 60_000
      expect(
        (
          await joinByForm(app.url, `milan.${status}@example.com`, {
            source,
            headers: headers(`203.0.113.${status - 400}`, '/join'),
          })
        ).status,
      ).toBe(303)
      expect(await kept(`milan.${status}@example.com`)).toBe('podcast')
    },
  )

  test('is in no cached page, and comes back as text if it is printable', async () => {
    expect(sourceIn(await (await fetch(`${app.url}/?utm_source=podcast`)).text())).toBe('')
    const comesBackAs = async (source: string) =>
      sourceIn(
        await (
          await joinByForm(app.url, 'milan@fuel', {
            source,
            headers: { 'x-forwarded-for': '203.0.113.9' },
          })
        ).text(),
      )
    expect(await comesBackAs('"><b>')).toBe('&quot;&gt;&lt;b&gt;')
    expect(await comesBackAs('\u202etxt')).toBe('')
  })
})

describe('the budgets of the sign-up routes', async () => {
  let clock = Date.parse('2026-11-21T12:00:00Z')
  const proxy = { TRUSTED_PROXIES: '127.0.0.1, ::1', LIMITS: '' }
  const app = await startApp({ env: proxy, now: () => clock })
  afterAll(() => app.close())
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
  const statuses = async (count: number, one: (n: number) => Promise<Response>) => {
    const answers = []
    for (let n = 0; n < count; n++) answers.push((await one(n)).status)
    return answers
  }

  test('a fresh token of two seconds earns 30 at once', async () => {
    const token = await freshToken(app.url)
    clock += 2_000
    const answers = await statuses(31, (n) =>
      joinByCall(app.url, `normal${n}@example.com`, { token, ...from('203.0.113.1') }),
    )
    expect(answers).toEqual([...Array(30).fill(200), 429])
  })

  test('a younger token is answered 429 with Retry-After 2', async () => {
    const answer = await joinByCall(app.url, 'hasty@example.com', {
      token: await freshToken(app.url),
      ...from('203.0.113.2'),
    })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '2'])
  })

  test('[FORM-8] without a token it is 10; then the form states when to retry and keeps the typed text', async () => {
    const answers = await statuses(10, (n) =>
      joinByForm(app.url, `tight${n}@example.com`, from('203.0.113.3')),
    )
    expect(answers).toEqual(Array(10).fill(303))
    const over = await joinByForm(app.url, 'eleventh@example.com', from('203.0.113.3'))
    expect([over.status, over.headers.get('retry-after')]).toEqual([429, '60'])
    expect(await over.text()).toContain('value="eleventh@example.com"')
  })

  test('the budget is spent before the address is looked up', async () => {
    await statuses(10, () => joinByCall(app.url, 'known@example.com', from('203.0.113.4')))
    expect((await joinByCall(app.url, 'known@example.com', from('203.0.113.4'))).status).toBe(429)
  })

  test('an IPv6 site shares one budget; another has its own', async () => {
    await statuses(10, (n) =>
      joinByCall(app.url, `six${n}@example.com`, from(`2001:db8:1:2::${n + 1}`)),
    )
    expect(
      (await joinByCall(app.url, 'six@example.com', from('2001:db8:1:2:ffff::9'))).status,
    ).toBe(429)
    expect((await joinByCall(app.url, 'six@example.com', from('2001:db8:1:3::1'))).status).toBe(200)
  })

  test('a budget survives a restart', async () => {
    await statuses(10, (n) => joinByCall(app.url, `again${n}@example.com`, from('203.0.113.5')))
    await app.stop()
    await app.start()
    expect((await joinByCall(app.url, 'again@example.com', from('203.0.113.5'))).status).toBe(429)
    clock += 60_000
    expect((await joinByCall(app.url, 'again@example.com', from('203.0.113.5'))).status).toBe(200)
  })
})

describe('who may sign up', async () => {
  const app = await startApp({ env: { ANON_KEY: 'public-key-of-this-list' } })
  afterAll(() => app.close())
  const apikey = { apikey: 'public-key-of-this-list' }

  test('[CALL-5] where ANON_KEY is set, a missing or other key gets 401', async () => {
    expect((await joinByCall(app.url, 'a@example.com')).status).toBe(401)
    expect(
      (await joinByCall(app.url, 'a@example.com', { headers: { apikey: 'other' } })).status,
    ).toBe(401)
    expect((await joinByCall(app.url, 'a@example.com', { headers: apikey })).status).toBe(200)
    expect(
      (
        await joinByCall(app.url, 'b@example.com', {
          headers: { authorization: 'Bearer public-key-of-this-list' },
        })
      ).status,
    ).toBe(200)
  })

  test('[CALL-5] the page carries the key', async () => {
    expect(await (await fetch(app.url)).text()).toContain('public-key-of-this-list')
  })

  test('a page of another site is refused by both routes, by fetch metadata or by Origin', async () => {
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }]) {
      expect(
        (await joinByCall(app.url, 'a@example.com', { headers: { ...apikey, ...headers } })).status,
      ).toBe(403)
      expect((await joinByForm(app.url, 'a@example.com', { headers })).status).toBe(403)
    }
  })

  test('[CALL-6] [ROLE-1] accounts, storage, realtime, rpc and other tables do not exist', async () => {
    for (const path of [
      '/auth/v1/signup',
      '/storage/v1/object',
      '/realtime/v1',
      '/rest/v1/rpc/anything',
      '/rest/v1/people',
      '/functions/v1/other',
    ]) {
      const answer = await fetch(app.url + path, { method: 'POST' })
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
        path,
        404,
        'application/json; charset=utf-8',
      ])
    }
  })
})

const outbox = async (app: TestApp, email: string): Promise<string[]> =>
  (
    await (
      await app.store()
    ).db
      .selectFrom('outbox')
      .select('template')
      .where('email', '=', email)
      .execute()
  ).map(({ template }) => template)
