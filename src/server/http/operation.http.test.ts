import { get } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import Fastify from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'
import type { Store } from '#server/db/store.ts'
import { startApp } from '#test/app.ts'
import { freshToken, joinByCall } from '#test/visitor.ts'
import { readyz } from './operation.ts'

/** `fetch` lets nobody choose Host. */
const rawGet = (url: string, headers: Record<string, string>) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    get(url, { headers }, (response) => {
      void textOf(response).then((text) => resolve({ status: response.statusCode!, text }), reject)
    }).on('error', reject)
  })

describe('the operator routes', async () => {
  const token = 'a-token-for-prometheus'
  const app = await startApp({ env: { METRICS_TOKEN: token } })
  afterAll(() => app.close())
  const status = async (path: string, headers: Record<string, string> = {}) =>
    (await fetch(app.url + path, { headers })).status

  test('[ROUTE-4] the process says that it lives and that it takes sign-ups', async () => {
    expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 200])
  })

  test('metrics are served to this machine and with the token; other requests get 404', async () => {
    const forwarded = { 'x-forwarded-for': '203.0.113.7' }
    expect(await status('/metrics')).toBe(200)
    expect(await status('/metrics', forwarded)).toBe(404)
    expect(
      await status('/metrics', { ...forwarded, authorization: 'Bearer another-token-altogether' }),
    ).toBe(404)
    expect(await status('/metrics', { ...forwarded, authorization: `Bearer ${token}` })).toBe(200)
  })

  test('behind a proxy on this machine metrics go to this machine, and not to what the proxy passes on', async () => {
    const behind = await startApp({
      env: { PUBLIC_URL: 'https://fuel.example', TRUSTED_PROXIES: '127.0.0.1, ::1', LIMITS: '' },
    })
    const at = async (headers: Record<string, string>) =>
      (await rawGet(`${behind.url}/metrics`, headers)).status
    expect(await at({})).toBe(200)
    expect(await at({ 'x-forwarded-for': '203.0.113.7' })).toBe(404)
    expect(await at({ host: 'fuel.example' })).toBe(404)
    expect(
      await at({
        host: 'localhost',
        'x-forwarded-for': '203.0.113.7',
        'x-forwarded-proto': 'https',
      }),
    ).toBe(404)
    await behind.close()
  })

  test('the queue of mails is among the metrics, with every reason why mail does not leave', async () => {
    const behind = await startApp({ env: { PUBLIC_URL: 'https://fuel.example', LIMITS: '' } })
    const { text } = await rawGet(`${behind.url}/metrics`, {})
    expect(text).toMatch(/^mail_queue_ready 0$/m)
    expect(text).toMatch(/^mail_queue_seconds 0$/m)
    expect(text).toMatch(/^mail_stopped\{reason="no-server"\} 1$/m)
    expect(text).toMatch(/^mail_stopped\{reason="certificate"\} 0$/m)
    await behind.close()
  })

  test('each answer is counted by route, method and status, in a histogram that Prometheus reads', async () => {
    await fetch(`${app.url}/privacy`)
    const text = await (await fetch(`${app.url}/metrics`)).text()
    expect(text).toContain('# TYPE http_request_duration_seconds histogram')
    // The order of labels has no meaning (Prometheus text format), so a test must not expect one.
    const values = new Map(
      [...text.matchAll(/^http_request_duration_seconds(_\w+)\{(.*)\} (\S+)$/gm)].map(
        ([, part, labels, number]) => [
          [part, ...labels!.split(',').toSorted()].join(' '),
          Number(number),
        ],
      ),
    )
    const labels = 'method="GET" route="/privacy" status="200"'
    const count = values.get(`_count ${labels}`)
    expect(count).toBeGreaterThan(0)
    expect(values.get(`_bucket le="+Inf" ${labels}`)).toBe(count)
    expect(values.get(`_bucket le="5" ${labels}`)).toBeGreaterThan(0)
    expect(values.get(`_sum ${labels}`)).toBeGreaterThan(0)
  })

  test.each([
    ['a foreign Host', { host: 'fuel.example' }],
    ['a forwarding header', { 'x-forwarded-for': '203.0.113.7' }],
  ])('kept mails are not shown to a request with %s', async (_, headers) => {
    expect(await status('/dev/mails')).toBe(200)
    expect((await rawGet(`${app.url}/dev/mails`, headers)).status).toBe(404)
  })

  test("a forwarding header from an unknown peer is warned of once, with the setting and without the peer's address", async () => {
    await fetch(app.url, { headers: { 'x-forwarded-for': '203.0.113.7' } })
    await fetch(app.url, { headers: { 'x-forwarded-for': '203.0.113.8' } })
    const warnings = app.log.filter((line) => line.includes('TRUSTED_PROXIES'))
    expect(warnings).toHaveLength(1)
    expect(JSON.parse(warnings[0]!)).toMatchObject({ level: 'warn', header: 'x-forwarded-for' })
    expect(warnings[0]).not.toContain('127.0.0.1')
  })

  test('the log has a line for each write, none for a read, and no address in any', async () => {
    app.log.length = 0
    await fetch(app.url)
    await joinByCall(app.url, 'sanne@example.com')
    await joinByCall(app.url, 'sanne@')
    const requests = app.log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request')
    expect(requests).toMatchObject([
      { method: 'POST', status: 200 },
      { method: 'POST', status: 422 },
    ])
    expect(app.log.join('')).not.toContain('sanne')
  })
})

describe('parts for trying things out', () => {
  test('a public address has no /dev/mails, and keeps its limits', async () => {
    const app = await startApp({ env: { PUBLIC_URL: 'https://fuel.example', LIMITS: '' } })
    expect((await fetch(`${app.url}/dev/mails`)).status).toBe(404)
    const answer = await fetch(app.url)
    expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000')
    expect(await answer.text()).toContain('<link rel="canonical" href="https://fuel.example/"')
    await app.close()
  })

  test('HSTS speaks of the hosts below too where HSTS_SUBDOMAINS=on says so, and of none over http', async () => {
    const asked = await startApp({
      env: { PUBLIC_URL: 'https://fuel.example', LIMITS: '', HSTS_SUBDOMAINS: 'on' },
    })
    expect((await fetch(asked.url)).headers.get('strict-transport-security')).toBe(
      'max-age=31536000; includeSubDomains',
    )
    await asked.close()
    const plain = await startApp({ env: { HSTS_SUBDOMAINS: 'on' } })
    expect((await fetch(plain.url)).headers.get('strict-transport-security')).toBeNull()
    await plain.close()
  })

  test('LIMITS=off lifts the two seconds here, and not for a request that was passed on', async () => {
    const app = await startApp()
    expect(
      (await joinByCall(app.url, 'a@example.com', { token: await freshToken(app.url) })).status,
    ).toBe(200)
    expect(
      (
        await joinByCall(app.url, 'b@example.com', {
          token: await freshToken(app.url),
          headers: { 'x-forwarded-for': '203.0.113.7' },
        })
      ).status,
    ).toBe(429)
    await app.close()
  })
})

describe('whether the store takes sign-ups', () => {
  const asked = (store: Partial<Store>, now = () => 0) => {
    const app = Fastify()
    app.get(
      '/readyz',
      readyz({ store: { refusal: () => null, probe: async () => {}, ...store } as Store, now }),
    )
    return async () => {
      const { statusCode, body } = await app.inject('/readyz')
      return [statusCode, JSON.parse(body)]
    }
  }

  test('is told without the place of a store that is damaged', async () => {
    const ask = asked({ refusal: () => '/var/lib/ascend/data/ascend.db is damaged (page 3)' })
    expect(await ask()).toEqual([
      503,
      { ok: false, reason: 'the store is damaged: the log says more' },
    ])
  })

  test('is tried anew after a second, also where the clock was set back', async () => {
    let [clock, probes] = [10_000_000, 0]
    const ask = asked(
      {
        probe: async () => {
          probes++
        },
      },
      () => clock,
    )
    for (const now of [10_000_000, 10_000_999, 10_001_000, 6_400_000]) {
      clock = now
      await ask()
    }
    expect(probes).toBe(3)
  })
})
