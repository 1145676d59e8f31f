import { get } from 'node:http'
import { afterAll, describe, expect, test } from 'vitest'
import { formTokenField } from '#contract/dashboard/navigation.ts'
import { withoutOwnScript } from '#test/own-script.ts'
import { startApp } from '#test/app.ts'
import { freshFolder, testSecret } from '#test/fresh-store.ts'
import { formTokenIn, ownForm, signedInWith, signIn } from '#test/signed-in.ts'
import { createSignInToken } from './sign-in.ts'

const hourMs = 3_600_000
const start = Date.parse('2026-11-21T12:00:00Z')
const operators = 'anna@example.com, reader:bob@example.com'

const open = async (options: Parameters<typeof startApp>[0] = {}) => {
  const clock = { now: start }
  const app = await startApp({ now: () => clock.now, ...options })
  afterAll(() => app.close())
  return { app, clock }
}

describe('without OPERATORS', async () => {
  const { app, clock } = await open()
  const paths = ['/dashboard', '/dashboard/activity', '/dashboard/sign-in', '/dashboard/sign-in/x']

  test('[DASH-1] every path of the dashboard is the same 404 as any other, until a link is printed', async () => {
    const unknown = await (await fetch(`${app.url}/nowhere`)).text()
    for (const path of paths) {
      const answer = await fetch(app.url + path)
      expect([path, answer.status, await answer.text()]).toEqual([path, 404, unknown])
    }
    const { db } = await app.store()
    await createSignInToken(db, 'shell', clock.now)
    expect((await fetch(`${app.url}/dashboard/sign-in`)).status).toBe(200)
    clock.now += 15 * 60_000
    expect((await fetch(`${app.url}/dashboard/sign-in`)).status).toBe(404)
  })

  test('[DASH-1] a printed link signs in as shell; after signing out, the dashboard is gone again', async () => {
    const browser = await signIn(app, 'shell', clock.now)
    expect(await browser.html('/dashboard')).toContain('<dd>shell</dd>')
    const out = await browser.post('/dashboard/sign-out')
    expect([out.status, out.headers.get('location'), out.headers.get('clear-site-data')]).toEqual([
      303,
      '/',
      '"cache"',
    ])
    expect((await browser.get('/dashboard')).status).toBe(404)
  })

  test('[DASH-2] with the last session of shell idle for twelve hours, the dashboard is gone again', async () => {
    await signIn(app, 'shell', clock.now)
    clock.now += 12 * hourMs
    expect((await fetch(`${app.url}/dashboard/sign-in`)).status).toBe(404)
  })
})

describe('a link', async () => {
  const { app, clock } = await open({ env: { OPERATORS: operators } })
  const link = async (operator = 'anna@example.com') =>
    `${app.url}/dashboard/sign-in/${await createSignInToken((await app.store()).db, operator, clock.now)}`
  const press = (url: string, headers: Record<string, string> = ownForm) =>
    fetch(url, { method: 'POST', redirect: 'manual', headers })

  test('[DASH-1] shows a button however often it is opened, and signs in once', async () => {
    const url = await link()
    for (let n = 0; n < 3; n++) {
      const page = await fetch(url)
      expect([page.status, page.headers.get('set-cookie')]).toEqual([200, null])
      expect(await page.text()).toContain('Sign in as anna@example.com')
    }
    expect((await press(url)).status).toBe(303)
    const again = await press(url)
    expect([again.status, again.headers.get('set-cookie')]).toEqual([404, null])
    expect((await fetch(url)).status).toBe(404)
  })

  test('[DASH-1] works for 15 minutes, and for a person of OPERATORS only', async () => {
    const [old, stranger] = [await link(), await link('eva@example.com')]
    expect((await press(stranger)).status).toBe(404)
    clock.now += 15 * 60_000
    expect([(await fetch(old)).status, (await press(old)).status]).toEqual([404, 404])
  })

  test('signs nobody in after a clock that was ahead made it', async () => {
    const minute = 60_000
    clock.now += 40 * 24 * hourMs
    const ahead = await link()
    clock.now -= 40 * 24 * hourMs
    expect([(await fetch(ahead)).status, (await press(ahead)).status]).toEqual([404, 404])
    clock.now += 2 * minute
    const barelyAhead = await link()
    clock.now -= 2 * minute
    expect((await press(barelyAhead)).status).toBe(303)
  })

  test('signs nobody in when a page of another site sends its form, and still works afterwards', async () => {
    const url = await link()
    const others: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example' },
    ]
    for (const headers of others) expect((await press(url, headers)).status).toBe(403)
    expect((await press(url)).status).toBe(303)
  })

  test('of two presses at the same time one signs in', async () => {
    const url = await link()
    const answers = await Promise.all([press(url), press(url), press(url)])
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 404, 404])
  })

  test('[DASH-2] sets a cookie that no script reads and no other site sends with its forms', async () => {
    const cookie = (await press(await link())).headers.get('set-cookie')!
    expect(cookie).toMatch(
      /^ascend_session=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    const secure = await open({
      env: { OPERATORS: operators, PUBLIC_URL: 'https://fuel.example', LIMITS: 'on' },
    })
    const token = await createSignInToken((await secure.app.store()).db, 'anna@example.com', start)
    const answer = await press(`${secure.app.url}/dashboard/sign-in/${token}`)
    expect(answer.headers.get('set-cookie')).toMatch(
      /^__Host-ascend=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    )
  })

  test('[DASH-2] a cookie with a byte before our name neither signs in nor hides a session', async () => {
    const { cookie } = await signIn(app, 'anna@example.com', clock.now)
    const statusWith = (sent: string) =>
      new Promise<number>((resolve, reject) => {
        get(`${app.url}/dashboard`, { headers: { cookie: sent } }, (answer) => {
          answer.resume()
          resolve(answer.statusCode!)
        }).on('error', reject)
      })
    expect(await statusWith(`a=1; ${cookie}`)).toBe(200)
    expect(await statusWith(`a=1; \xA0${cookie}`)).toBe(303)
    expect(await statusWith(`\xA0ascend_session=other; ${cookie}`)).toBe(200)
  })

  test('[DASH-2] the store has neither the token of a link nor that of a session', async () => {
    const url = await link()
    const cookie = (await press(url)).headers.get('set-cookie')!
    const { db } = await app.store()
    const stored = JSON.stringify([
      await db.selectFrom('sign_in_links').selectAll().execute(),
      await db.selectFrom('sessions').selectAll().execute(),
    ])
    expect(stored).toContain('anna@example.com')
    for (const token of [url.split('/').at(-1)!, /=([\w-]{43})/.exec(cookie)![1]!])
      expect(stored).not.toContain(token)
  })
})

describe('asking for a link', async () => {
  const { app } = await open({ env: { OPERATORS: operators } })

  test('without a mail server the screen says which command prints a link', async () => {
    const html = await (await fetch(`${app.url}/dashboard/sign-in`)).text()
    expect(html).toContain('npm run dashboard -- sign-in')
    expect(html).not.toContain('<input')
  })

  test('[DASH-1] without a session each screen leads to the sign-in, whether it exists or not', async () => {
    for (const path of ['/dashboard', '/dashboard/activity', '/dashboard/no/such/screen']) {
      const answer = await fetch(app.url + path, { redirect: 'manual' })
      expect([path, answer.status, answer.headers.get('location')]).toEqual([
        path,
        303,
        '/dashboard/sign-in',
      ])
    }
  })

  test('[DASH-2] the landing page has no hint of the dashboard', async () => {
    const landing = await fetch(app.url)
    expect(await landing.text()).not.toMatch(/dashboard|sign.?in\b/i)
    expect(landing.headers.get('set-cookie')).toBeNull()
  })
})

describe('a session', async () => {
  const { app, clock } = await open({ env: { OPERATORS: operators } })
  const anna = () => signIn(app, 'anna@example.com', clock.now)

  test('[DASH-2] ends 12 hours after its last use, and 7 days after it began', async () => {
    const browser = await anna()
    for (let used = 0; used < 14; used++) {
      clock.now += 11.9 * hourMs
      expect((await browser.get('/dashboard')).status).toBe(200)
    }
    clock.now += 1.5 * hourMs
    expect((await browser.get('/dashboard')).status).toBe(303)
    const idle = await anna()
    clock.now += 12 * hourMs
    expect((await idle.get('/dashboard')).status).toBe(303)
  })

  test.each([
    ['40 days', 40 * 24 * hourMs],
    ['10 minutes', hourMs / 6],
  ])('[DASH-2] that began while the clock was %s ahead is over at once', async (_, aheadMs) => {
    clock.now += aheadMs
    const browser = await anna()
    expect((await browser.get('/dashboard')).status).toBe(200)
    clock.now -= aheadMs
    expect((await browser.get('/dashboard')).status).toBe(303)
    expect((await browser.get('/dashboard/activity')).status).toBe(303)
  })

  test('[DASH-2] that was used while the clock was six hours ahead is over at once', async () => {
    const browser = await anna()
    clock.now += 6 * hourMs
    await browser.get('/dashboard')
    const { db } = await app.store()
    await expect
      .poll(async () => (await db.selectFrom('sessions').select('seenAt').execute()).at(-1)?.seenAt)
      .toBe(clock.now)
    clock.now -= 6 * hourMs
    expect((await browser.get('/dashboard')).status).toBe(303)
  })

  test('[DASH-2] lasts through clocks of several servers that differ by a few seconds', async () => {
    clock.now += 2_000
    const browser = await anna()
    clock.now -= 2_000
    expect((await browser.get('/dashboard')).status).toBe(200)
  })

  test('[DASH-2] can be ended one by one from the list, by an operator', async () => {
    const [here, there] = [await anna(), await signIn(app, 'bob@example.com', clock.now)]
    const { db } = await app.store()
    const { id } = await db
      .selectFrom('sessions')
      .select('id')
      .where('operator', '=', 'bob@example.com')
      .executeTakeFirstOrThrow()
    expect(await here.html('/dashboard/activity')).toContain('bob@example.com')
    expect(await here.act('/dashboard/end-session', { session: id })).toContain('Ended a session.')
    expect((await there.get('/dashboard')).status).toBe(303)
    expect((await here.get('/dashboard')).status).toBe(200)
  })

  test('[DASH-2] all sessions end at once', async () => {
    const [here, there] = [await anna(), await anna()]
    expect((await here.post('/dashboard/end-all-sessions')).headers.get('location')).toBe(
      '/dashboard/sign-in',
    )
    for (const browser of [here, there]) expect((await browser.get('/dashboard')).status).toBe(303)
  })

  test('signing in again on one browser ends its earlier session', async () => {
    const first = await anna()
    const token = await createSignInToken((await app.store()).db, 'anna@example.com', clock.now)
    await first.post(`/dashboard/sign-in/${token}`)
    expect((await first.get('/dashboard')).status).toBe(303)
  })
})

test('[DASH-2] a session ends with a new SECRET_KEY, and when its operator is no longer in OPERATORS', async () => {
  const env = { DATA_DIR: freshFolder(), OPERATORS: operators, SECRET_KEY: testSecret }
  const first = await startApp({ env })
  const cookies = {
    anna: (await signIn(first, 'anna@example.com')).cookie,
    bob: (await signIn(first, 'bob@example.com')).cookie,
  }
  await first.close()
  const statuses = async (change: Record<string, string>) => {
    const app = await startApp({ env: { ...env, ...change } })
    const { anna, bob } = cookies
    const found = [anna, bob].map((cookie) => signedInWith(app.url, cookie).get('/dashboard'))
    const answered = (await Promise.all(found)).map(({ status }) => status)
    await app.close()
    return answered
  }
  expect(await statuses({})).toEqual([200, 200])
  expect(await statuses({ OPERATORS: 'anna@example.com' })).toEqual([200, 303])
  expect(await statuses({ OPERATORS: '' })).toEqual([404, 404])
  expect(await statuses({ SECRET_KEY: `${'n'.repeat(40)}, ${testSecret}` })).toEqual([303, 303])
})

describe('a form of the dashboard', async () => {
  const { app, clock } = await open({ env: { OPERATORS: operators } })
  const sessions = async () =>
    (await (await app.store()).db.selectFrom('sessions').select('id').execute()).length

  test('[DASH-2] is refused from another site, without a browser and without a token, and nothing happens', async () => {
    const [anna, eva] = [
      await signIn(app, 'anna@example.com', clock.now),
      await signIn(app, 'anna@example.com', clock.now),
    ]
    const othersToken = formTokenIn(await eva.html('/dashboard'))
    const before = await sessions()
    const { cookie } = anna
    const post = (headers: Record<string, string>, fields: Record<string, string>) =>
      fetch(`${app.url}/dashboard/end-all-sessions`, {
        method: 'POST',
        redirect: 'manual',
        headers: { cookie, ...headers },
        body: new URLSearchParams(fields),
      })
    const token = formTokenIn(await anna.html('/dashboard'))
    const attempts = [
      await post({ 'sec-fetch-site': 'cross-site' }, { [formTokenField]: token }),
      await post({ 'sec-fetch-site': 'same-site' }, { [formTokenField]: token }),
      await post({ origin: 'https://evil.example' }, { [formTokenField]: token }),
      await post({}, { [formTokenField]: token }),
      await post(ownForm, {}),
      await post(ownForm, { [formTokenField]: othersToken }),
      await post(ownForm, { [formTokenField]: 'x'.repeat(43) }),
    ]
    expect(attempts.map(({ status }) => status)).toEqual(Array(attempts.length).fill(403))
    expect(await sessions()).toBe(before)
  })

  test('[DASH-2] has another token in each response, and each works', async () => {
    const anna = await signIn(app, 'anna@example.com', clock.now)
    const [one, two] = [await anna.html('/dashboard'), await anna.html('/dashboard')].map(
      formTokenIn,
    )
    expect(one).not.toBe(two)
    for (const token of [one!, two!])
      expect(
        (await anna.post('/dashboard/end-session', { session: 'none', [formTokenField]: token }))
          .status,
      ).toBe(303)
  })

  test('[DASH-1] a reader sees masked addresses and no sessions, and cannot act', async () => {
    const bob = await signIn(app, 'bob@example.com', clock.now)
    const html = await bob.html('/dashboard/activity')
    expect(html).toContain('a***@example.com')
    expect(html).not.toMatch(/anna@|Sign everybody out/)
    const before = await sessions()
    expect((await bob.post('/dashboard/end-all-sessions')).status).toBe(403)
    expect(await sessions()).toBe(before)
    expect((await bob.post('/dashboard/sign-out')).status).toBe(303)
  })

  test('without a session holds what was typed, and sends it after signing in again', async () => {
    const fields = { session: '<b>"typed"</b>' }
    const raw = await fetch(`${app.url}/dashboard/end-session`, {
      method: 'POST',
      headers: { ...ownForm, cookie: 'ascend_session=gone' },
      body: new URLSearchParams(fields),
    })
    const html = await raw.text()
    expect(raw.status).toBe(401)
    expect(html).toContain('name="session" value="&lt;b&gt;&quot;typed&quot;&lt;/b&gt;"')
    const anna = await signIn(app, 'anna@example.com', clock.now)
    const again = await fetch(`${app.url}/dashboard/end-session`, {
      method: 'POST',
      headers: { ...ownForm, cookie: anna.cookie },
      body: new URLSearchParams(fields),
    })
    expect(await again.text()).toContain('Continue?')
    expect(await anna.act('/dashboard/end-session', fields)).toContain('it had ended already')
  })
})

test('[DASH-2] each act is in the log before it is done, with who and when', async () => {
  const { app, clock } = await open({ env: { OPERATORS: operators } })
  const anna = await signIn(app, 'anna@example.com', clock.now)
  await anna.act('/dashboard/end-session', { session: 'none' })
  const html = await anna.html('/dashboard/activity')
  expect(html).toMatch(/today 13:00.*anna@example\.com.*Ended a session: it had ended already\./s)
  expect(html).toMatch(/anna@example\.com.*Signed in\./s)
})

test('[DASH-8] no screen is stored, indexed or framed, none runs a script but our own, and each is small', async () => {
  const { app, clock } = await open({ env: { OPERATORS: operators } })
  const anna = await signIn(app, 'anna@example.com', clock.now)
  for (const path of [
    '/dashboard',
    '/dashboard/activity',
    '/dashboard/none',
    '/dashboard/sign-in/x',
  ]) {
    const answer = await anna.get(path, { 'accept-encoding': 'br' })
    const policy = answer.headers.get('content-security-policy')!
    expect([path, answer.headers.get('cache-control')]).toEqual([path, 'no-store, no-transform'])
    expect(answer.headers.get('x-robots-tag')).toBe('noindex')
    expect(policy.split('; ').toSorted()).toEqual([
      "base-uri 'none'",
      "connect-src 'self'",
      "default-src 'none'",
      "font-src 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "frame-src 'self'",
      "img-src 'self'",
      "script-src 'self'",
      "style-src 'self'",
    ])
    expect(answer.headers.get('content-encoding')).toBe('br')
    expect(withoutOwnScript(await answer.text())).not.toMatch(
      /<script|style=|[\w-]+=["']?\s*(?:https?:)?\/\//,
    )
  }
})
