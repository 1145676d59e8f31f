import { mailPlate } from '#contract/api.ts'
import { Agent, request as rawRequest } from 'node:http'
import { connect } from 'node:net'
import { gunzipSync, brotliDecompressSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'
import { meActs } from '#contract/people/personal-data.ts'
import { startApp } from '#test/app.ts'
import { recordMeasurement } from '#test/measurements.ts'
import { joinByCall, linkIn } from '#test/visitor.ts'
import { httpLimits } from './http-limits.ts'
import { guardRoutes, type Guard, type GuardHooks } from './guards.ts'

describe('every answer', async () => {
  const app = await startApp({ env: { OPERATORS: 'anna@example.com' } })
  afterAll(() => app.close())
  await joinByCall(app.url, 'crawl@example.com')
  const [mail] = await app.mailbox(1)
  const asset = /\/assets\/[\w.-]+\.js/.exec(await (await fetch(app.url)).text())![0]
  const mailPage = /\/dev\/mails\/[\w-]+/.exec(
    await (await fetch(`${app.url}/dev/mails`)).text(),
  )![0]
  const paths = [
    '/',
    '/privacy',
    '/line',
    '/nowhere',
    '/form-token',
    '/join',
    '/quiz/1',
    '/quiz/result',
    '/quiz/save',
    '/favicon.ico',
    '/favicon.svg',
    '/robots.txt',
    '/healthz',
    '/readyz',
    '/metrics',
    '/dashboard',
    '/dashboard/sign-in',
    '/dev/mails',
    '/rest/v1/quiz_results',
    '/rest/v1/people',
    mailPage,
    `${mailPage}/raw`,
    asset,
    '/auth/v1/user',
    ...(['confirm', 'unsubscribe', 'me'] as const).map(
      (kind) => new URL(linkIn(mail!.text, kind)).pathname,
    ),
    '/me/x',
    `/${'x'.repeat(5_000)}`,
    '/%E0%A4%A',
  ]

  test.each(paths.map((path) => [path.slice(0, 60), path]))(
    '%s says that the connection closes where it is the last answer on it',
    async (_, path) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      const head = (asked: string) =>
        new Promise<{ connection?: string | undefined; reused: boolean }>((resolve, reject) => {
          const request = rawRequest(app.url + asked, { method: 'HEAD', agent }, (answer) => {
            answer.resume()
            answer.on('end', () => resolve({ ...answer.headers, reused: request.reusedSocket }))
          })
          request.on('error', reject).end()
        })
      for (let count = 1; count < httpLimits.maxRequestsPerSocket; count++) await head('/healthz')
      expect(await head(path)).toMatchObject({ connection: 'close', reused: true })
      expect((await head(path)).reused).toBe(false)
      agent.destroy()
    },
  )

  test.each(paths.map((path) => [path.slice(0, 60), path]))(
    '%s bears the security headers',
    async (_, path) => {
      const answer = await fetch(app.url + path, { redirect: 'manual' })
      const policy = answer.headers.get('content-security-policy')!
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).toContain("default-src 'none'")
      expect(policy).not.toContain('unsafe')
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect(answer.headers.get('cross-origin-opener-policy')).toBe('same-origin')
      expect(answer.headers.get('set-cookie')).toBeNull()
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    },
  )

  test.each([
    ['no HTTP at all', 400, 'nonsense\r\n\r\n'],
    [
      'too many headers',
      431,
      `GET / HTTP/1.1\r\nHost: localhost\r\n${'X-A: x\r\n'.repeat(8_000)}\r\n`,
    ],
    ['no host', 400, 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
    [
      'two hosts',
      400,
      'GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
    ],
    [
      'the same host twice',
      400,
      'GET / HTTP/1.1\r\nHost: localhost\r\nhost: localhost\r\nConnection: close\r\n\r\n',
    ],
    [
      'two hosts of HTTP/1.0',
      400,
      'GET / HTTP/1.0\r\nHost: localhost\r\nHost: evil.example\r\n\r\n',
    ],
    [
      'another host in its target',
      400,
      'GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    ],
    [
      'an expectation that nobody knows',
      417,
      'POST /join HTTP/1.1\r\nHost: localhost\r\nExpect: 200-ok\r\nContent-Length: 5\r\n\r\nemail',
    ],
  ])('to %s is %i and bears the headers that the page bears', async (_, status, request) => {
    const [line, ...headers] = (await textOnTheWire(app.url, request))
      .split('\r\n\r\n')[0]!
      .split('\r\n')
    const said = new Map(
      headers.map((header) => [
        header.split(': ')[0]!.toLowerCase(),
        header.slice(header.indexOf(': ') + 2),
      ]),
    )
    const page = (await fetch(app.url)).headers
    expect(line).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    for (const name of [
      'content-security-policy',
      'x-content-type-options',
      'cross-origin-opener-policy',
      'cross-origin-resource-policy',
      'referrer-policy',
      'permissions-policy',
    ])
      expect([name, said.get(name)]).toEqual([name, page.get(name)])
    expect([said.get('cache-control'), said.get('connection')]).toEqual(['no-store', 'close'])
  })

  test('a request that expects 100-continue is served', async () => {
    expect(
      await textOnTheWire(
        app.url,
        'GET /healthz HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n',
      ),
    ).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 /)
  })

  test('no parameter leads to another site', async () => {
    const query = ['to', 'next', 'url', 'r', 'redirect', 'redirect_to', 'return', 'continue']
      .map((name) => `${name}=${encodeURIComponent('//evil.example')}`)
      .join('&')
    for (const path of paths.filter((one) => one.length < 1_000)) {
      const location = (
        await fetch(`${app.url}${path}?${query}`, { redirect: 'manual' })
      ).headers.get('location')
      expect([path, new URL(location ?? '/', app.url).origin]).toEqual([
        path,
        new URL(app.url).origin,
      ])
    }
  })

  test("a kept mail that is not there has the page's policy, the screens have theirs", async () => {
    const policyOf = async (path: string) =>
      (await fetch(app.url + path)).headers.get('content-security-policy')
    expect(await policyOf('/dev/mails/none')).toBe(await policyOf('/'))
    expect(await policyOf('/dev/mails')).toContain("frame-src 'self'")
  })

  test('the preview of a mail has a policy of its own, and is the only such answer', async () => {
    const answer = await fetch(`${app.url}${mailPage}/body`)
    expect(answer.headers.get('content-security-policy')).toEqual(
      expect.stringMatching(
        /^sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' http:\/\/localhost(:\d+)? data:; frame-ancestors 'self'$/,
      ),
    )
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('no served HTML holds a style attribute', async () => {
    for (const path of ['/', '/privacy', '/nowhere', '/quiz/1', '/dev/mails', mailPage])
      expect(await (await fetch(app.url + path)).text()).not.toMatch(/<[^>]+\sstyle=/)
  })

  test('[ROUTE-4] the paths that are not built yet answer 404', async () => {
    for (const path of [
      '/r/abc',
      '/quiz',
      '/quiz/0',
      '/quiz/5',
      '/quiz/01',
      '/admin/',
      '/openapi.json',
    ])
      expect([path, (await fetch(app.url + path)).status]).toEqual([path, 404])
  })

  test('[ROUTE-2] an unknown path is answered by a page with status 404', async () => {
    const answer = await fetch(`${app.url}/nowhere`)
    const html = await answer.text()
    expect(answer.status).toBe(404)
    expect(html).toMatch(/<h1[^>]*>(<span[^>]*>)?404<\/(span|h1)>/)
    expect(html).toContain('Oops! Page not found')
    expect(html).toMatch(/<a[^>]*href="\/"[^>]*>Return to Home<\/a>/)
  })

  test('each route that changes state has a guard that admits less than everything', () => {
    const routes = app
      .server()
      .app.guarded.filter(({ methods }) => !methods.includes('GET') && !methods.includes('HEAD'))
    const guardOf = (url: string) => routes.find((route) => route.url === url)?.guard
    expect([
      guardOf('/events'),
      guardOf('/quiz/save'),
      guardOf('/webhooks/:provider'),
      guardOf('/unsubscribe/:token'),
      guardOf('/dashboard/people/import'),
    ]).toEqual(['event-count', 'sign-up', 'webhook', 'link', 'upload'])
    for (const act of meActs) expect(guardOf(`/me/:token/${act}`)).toBe('button')
    for (const { url, guard } of routes) expect([url, guard === 'open']).toEqual([url, false])
    const dashboard = routes.filter(({ url }) => url.startsWith('/dashboard'))
    expect(new Set(dashboard.map(({ guard }) => guard))).toEqual(
      new Set(['sign-in', 'reader', 'operator', 'upload']),
    )
  })
})

test('a route that declares no guard does not start', async () => {
  const app = Fastify()
  const none = {} as Record<Guard, GuardHooks>
  guardRoutes(app, { ...none, open: {} })
  expect(() => app.post('/forgotten', async () => 'done')).toThrow(
    'POST /forgotten declares no guard',
  )
  expect(() => app.get('/shown', { config: { guard: 'open' } }, async () => 'done')).not.toThrow()
})

describe('the page on the wire', async () => {
  let clock = Date.parse('2026-11-21T12:00:00Z')
  const app = await startApp({ now: () => clock })
  afterAll(() => app.close())
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    raw(app.url + path, { method, headers })

  test('[ROUTE-1] comes as brotli, as gzip and as it is, the same bytes', async () => {
    const [br, gzip, plain] = await Promise.all([
      get('/', { 'accept-encoding': 'br, gzip' }),
      get('/', { 'accept-encoding': 'gzip' }),
      get('/'),
    ])
    expect([
      br.headers['content-encoding'],
      gzip.headers['content-encoding'],
      plain.headers['content-encoding'],
    ]).toEqual(['br', 'gzip', undefined])
    expect(brotliDecompressSync(br.body).equals(plain.body)).toBe(true)
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true)
    for (const { headers } of [br, gzip, plain]) expect(headers.vary).toBe('Accept-Encoding')
  })

  test('is one body for ten minutes, and 304 for a client that has it', async () => {
    const first = await get('/', { 'accept-encoding': 'br' })
    const again = await get('/', { 'accept-encoding': 'br', 'if-none-match': first.headers.etag! })
    expect([again.status, again.body.length]).toEqual([304, 0])
    expect(
      (await get('/', { 'accept-encoding': 'gzip', 'if-none-match': first.headers.etag! })).status,
    ).toBe(200)
  })

  test('the former body is served until the next one is ready, then the next', async () => {
    const first = await get('/', { 'accept-encoding': 'br' })
    clock += 600_000
    const answers = [await get('/', { 'accept-encoding': 'br' })]
    while (answers.at(-1)!.headers.etag === first.headers.etag)
      answers.push(await get('/', { 'accept-encoding': 'br' }))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(answers[0]!.headers.etag).toBe(first.headers.etag)
    clock += 6_000_000
    const muchLater = await get('/', { 'accept-encoding': 'br' })
    expect([muchLater.status, muchLater.headers['content-encoding']]).toEqual([200, 'br'])
  })

  test('a page that does not exist is never answered 304', async () => {
    expect((await get('/nowhere', { 'if-none-match': '*' })).status).toBe(404)
    expect((await get('/nowhere', { 'if-none-match': '*' }, 'POST')).status).toBe(404)
  })

  test('HEAD says what GET would, without the body', async () => {
    const [head, whole] = [await get('/', {}, 'HEAD'), await get('/')]
    expect([
      head.status,
      head.body.length,
      head.headers['content-length'],
      head.headers.etag,
    ]).toEqual([200, 0, String(whole.body.length), whole.headers.etag])
  })

  test('the first response fits one flight: 14,480 bytes with its headers', async () => {
    const size = await bytesOnTheWire(
      app.url,
      'GET / HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: br\r\nConnection: close\r\n\r\n',
    )
    recordMeasurement(`first response: ${size} bytes`)
    expect(size).toBeLessThanOrEqual(14_480)
  })

  test('assets are named by their content, kept for good, and come compressed with the right type', async () => {
    const path = /\/assets\/[\w.-]+\.js/.exec((await get('/')).body.toString())![0]
    const script = await get(path, { 'accept-encoding': 'br' })
    expect(script.headers).toMatchObject({
      'content-type': 'text/javascript',
      'cache-control': 'max-age=31536000, immutable',
      'content-encoding': 'br',
    })
    expect((await get(path)).body.equals(brotliDecompressSync(script.body))).toBe(true)
    expect((await get('/favicon.ico')).headers['content-type']).toBe('image/x-icon')
    expect((await get('/robots.txt')).headers['content-type']).toContain('text/plain')
  })
})

test('only pictures may be shown by other sites, as webmail does', async () => {
  const app = await startApp()
  const policyOf = async (path: string) =>
    (await fetch(app.url + path)).headers.get('cross-origin-resource-policy')
  expect(await Promise.all([mailPlate, '/favicon.svg', '/'].map(policyOf))).toEqual([
    'cross-origin',
    'same-origin',
    'same-origin',
  ])
  await app.close()
})

describe('bodies that are too large, of the wrong kind or unreadable', async () => {
  const app = await startApp()
  afterAll(() => app.close())
  const call = (body: string | Buffer, type = 'application/json') =>
    fetch(`${app.url}/functions/v1/send-welcome-email`, {
      method: 'POST',
      body,
      headers: { 'content-type': type },
    })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/jsonp',
  ])('a call as %s is answered 415', async (type) => {
    expect((await call('{}', type)).status).toBe(415)
  })

  test.each(['text/plain', 'application/json'])('a form as %s is answered 415', async (type) => {
    expect(
      (
        await fetch(`${app.url}/join`, {
          method: 'POST',
          body: '{}',
          headers: { 'content-type': type },
        })
      ).status,
    ).toBe(415)
  })

  test.each([
    '{',
    '',
    '[]',
    'null',
    '"x"',
    '{"email":"a@example.com"}',
    '{"email":["a@example.com"],"firstName":"a"}',
    '{"email":"a@example.com","firstName":"a","extra":1}',
    '{"email":"a@example.com","firstName":"a","__proto__":{}}',
  ])('the body %j is answered 400', async (body) => {
    const answer = await call(body)
    expect([answer.status, Object.keys((await answer.json()) as object)]).toEqual([400, ['error']])
  })

  test('8 KiB and a byte is answered 413', async () =>
    expect((await call(`"${'x'.repeat(8 * 1024)}"`)).status).toBe(413))

  test('an address of more than 4 KiB is answered 414', async () =>
    expect((await fetch(`${app.url}/?${'x'.repeat(4_096)}`)).status).toBe(414))
})

describe('slow clients', async () => {
  const app = await startApp()
  afterAll(() => app.close())
  const promisedMs = 12_000

  test.each([
    ['headers', 'GET / HTTP/1.1\r\nHost: localhost\r\nX-A: '],
    [
      'a body',
      'POST /join HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 500\r\n\r\nemail=',
    ],
  ])(
    'one that trickles %s is cut, while others are served',
    async (_, start) => {
      const startedAt = performance.now()
      const cut = trickle(app.url, start)
      expect((await fetch(app.url)).status).toBe(200)
      await cut
      const ms = performance.now() - startedAt
      recordMeasurement(`cut after ${(ms / 1000).toFixed(1)} s`)
      expect(ms).toBeLessThan(3 * promisedMs)
    },
    4 * promisedMs,
  )
})

function raw(url: string, options: { method: string; headers: Record<string, string> }) {
  return new Promise<{ status: number; headers: Record<string, string | undefined>; body: Buffer }>(
    (resolve, reject) => {
      rawRequest(url, options, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () =>
          resolve({
            status: answer.statusCode!,
            headers: answer.headers as Record<string, string | undefined>,
            body: Buffer.concat(chunks),
          }),
        )
      })
        .on('error', reject)
        .end()
    },
  )
}

const bytesOnTheWire = async (url: string, text: string) => (await textOnTheWire(url, text)).length

/** All that comes back until the connection ends, a character a byte. */
function textOnTheWire(url: string, text: string): Promise<string> {
  return new Promise((resolve) => {
    let said = ''
    connect(Number(new URL(url).port), 'localhost')
      .setEncoding('latin1')
      .on('data', (chunk: string) => {
        said += chunk
      })
      .on('error', () => {})
      .on('close', () => resolve(said))
      .end(text)
  })
}

/** A byte a second until the server ends the connection. */
function trickle(url: string, start: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), 'localhost')
    socket.write(start)
    const drip = setInterval(() => socket.write('x'), 1_000)
    socket
      .on('error', () => {})
      .on('data', () => {})
      .on('close', () => {
        clearInterval(drip)
        resolve()
      })
  })
}
