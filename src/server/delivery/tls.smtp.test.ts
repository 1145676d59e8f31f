import tls from 'node:tls'
import { beforeAll, describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import { runAction } from '#test/run-action.ts'
import { makeCertificate } from '#test/certificates.ts'
import { engines, freshStore } from '#test/fresh-store.ts'
import { mailScene } from '#test/mailbox.ts'
import { openMailServer } from '#test/smtp.ts'
import { openTlsServer, password, user, type TlsServer } from '#test/tls-smtp.ts'
import { mailCommand } from '#server/ops/mail-actions.ts'

const sanne = 'sanne@example.com'
const yearMs = 365 * 86_400_000
const authority = makeCertificate({ name: 'Authority of the test', isAuthority: true })
const certificates = {
  good: makeCertificate({ name: 'localhost', by: authority }),
  selfSigned: makeCertificate({ name: 'localhost' }),
  strangers: makeCertificate({
    name: 'localhost',
    by: makeCertificate({ name: 'Authority of nobody', isAuthority: true }),
  }),
  wrongName: makeCertificate({ name: 'other.example', by: authority }),
  expired: makeCertificate({
    name: 'localhost',
    by: authority,
    from: new Date(Date.now() - 2 * yearMs),
    until: new Date(Date.now() - yearMs),
  }),
}

// What NODE_EXTRA_CA_CERTS does for a process: see test/faults/mail-tls.test.ts.
beforeAll(() => tls.setDefaultCACertificates([...tls.getCACertificates('default'), authority.cert]))

/** The secrets that an eavesdropper would look for. */
const secrets = [
  password,
  ...[password, `\0${user}\0${password}`].map((text) => Buffer.from(text).toString('base64')),
]

describe.each(engines)('%s: SMTP with a password', (engine) => {
  const send = async (wish: TlsServer, parameters = '', urlOf = (url: string) => url) => {
    const server = await openTlsServer(wish)
    const scene = mailScene(await freshStore(engine), urlOf(server.url) + parameters)
    await scene.queue(sanne)
    await scene.worker.drain()
    const lines: string[] = []
    const status = async () => {
      lines.length = 0
      const code = await runAction(mailCommand, ['status'], {
        store: scene.store,
        config: {
          smtpUrl: server.url,
          publicUrl: 'https://fuel.example',
          loopback: false,
          trustedProxies: [],
          mailsPerHour: 3000,
          mailFrom: 'waitlist@fuel.example',
          limits: 'on',
        },
        sequence: campaign.sequence,
        now: scene.clock.now,
        print: (line) => void lines.push(line),
      })
      return { code, output: lines.join('\n') }
    }
    return { ...scene, seen: server.seen, row: await scene.row(sanne), status }
  }
  const inTheClear = ({ wire }: { wire: string }) =>
    secrets.filter((secret) => wire.includes(secret))

  test.each<[string, TlsServer]>([
    ['smtps://', { speaks: 'tls', certificate: certificates.good }],
    ['smtp:// with STARTTLS', { speaks: 'starttls', certificate: certificates.good }],
  ])('is sent over %s to a server with a certificate of a trusted authority', async (_, wish) => {
    const { row, seen, status } = await send(wish)
    expect([row.state, seen.received, seen.logins, inTheClear(seen)]).toEqual(['sent', 1, 1, []])
    expect((await status()).code).toBe(0)
  })

  const refused: [string, TlsServer, RegExp][] = (['tls', 'starttls'] as const).flatMap(
    (speaks): [string, TlsServer, RegExp][] => [
      [
        `${speaks}: a self-signed certificate`,
        { speaks, certificate: certificates.selfSigned },
        /the certificate of the mail server is not accepted: self-signed certificate\. .*NODE_EXTRA_CA_CERTS/,
      ],
      [
        `${speaks}: a certificate of an unknown authority`,
        { speaks, certificate: certificates.strangers },
        /is not accepted: unable to verify the first certificate\. .*NODE_EXTRA_CA_CERTS/,
      ],
      [
        `${speaks}: a certificate for another name`,
        { speaks, certificate: certificates.wrongName },
        /is not accepted: Host: localhost\. is not in the cert's altnames: DNS:other\.example\. Check the host/,
      ],
      [
        `${speaks}: an expired certificate`,
        { speaks, certificate: certificates.expired },
        /is not accepted: certificate has expired\./,
      ],
    ],
  )
  refused.push(
    [
      'STARTTLS taken out on the way',
      { speaks: 'stripped', certificate: certificates.good },
      /the mail server offers no TLS: Error upgrading connection with STARTTLS: 500/,
    ],
    [
      'no STARTTLS',
      { speaks: 'none' },
      /the mail server offers no TLS: Error upgrading connection with STARTTLS: 500/,
    ],
  )
  test.each(refused)(
    '[DOCTOR-1] %s: no password is sent, the mail stays due without a counted attempt, and status shows the reason and its start',
    async (_, wish, reason) => {
      const { row, seen, clock, status } = await send(wish)
      expect(row).toMatchObject({ state: 'due', attempts: 0, handed: 0, dueInMs: 0 })
      expect([seen.logins, seen.received, inTheClear(seen)]).toEqual([0, 0, []])
      const since = new Date(clock.now).toISOString()
      clock.now += 3_600_000
      const { code, output } = await status()
      expect(code).toBe(1)
      expect(output).toMatch(reason)
      expect(output).toContain(`No mail leaves since ${since}: `)
      expect(output).not.toContain('The last mail leaves')
    },
  )

  test.each<[string, Partial<TlsServer>, string]>([
    [
      'answers 454',
      { startTls: '454 4.7.0 TLS not available due to local problem' },
      '454 4.7.0 TLS not available due to local problem',
    ],
    ['speaks no TLS', { startTls: '220 go on\r\n221 this is no TLS' }, 'wrong version number'],
  ])(
    'a server that offers STARTTLS and then %s is not said to offer none',
    async (_, wish, words) => {
      const { row, seen, status } = await send({
        speaks: 'starttls',
        certificate: certificates.good,
        ...wish,
      })
      expect([row.state, row.attempts, inTheClear(seen)]).toEqual(['due', 0, []])
      const { code, output } = await status()
      expect([code, output]).toEqual([
        1,
        expect.stringContaining(
          `the mail server has TLS, and it could not be started: ${words}. The log of the mail server says why`,
        ),
      ])
      expect(output).not.toContain('offers no TLS')
    },
  )

  const withoutPassword = (host: string) => (url: string) =>
    url.replace(/\/\/.*@localhost/, `//${host}`)

  test.each(['127.0.0.1', 'localhost'])(
    'a mail server at %s without a password needs no TLS, whatever its certificate',
    async (host) => {
      const server = {
        speaks: 'starttls',
        certificate: certificates.wrongName,
        hasLogin: false,
      } as const
      const { row, seen } = await send(server, '', withoutPassword(host))
      expect([row.state, seen.received]).toEqual(['sent', 1])
      const strict = await send(server, '?requireTLS=true', withoutPassword(host))
      expect([strict.row.state, strict.row.attempts, strict.seen.received]).toEqual(['due', 0, 0])
      expect((await strict.status()).output).toMatch(
        /certificate of the mail server is not accepted/,
      )
    },
  )

  test('a mail server that repeats the password does not get it into a reason', async () => {
    const login = Buffer.from(`\0fuel\0geheim`).toString('base64')
    const server = await openMailServer({ login: `535 5.7.8 no such login: geheim (${login})` })
    const url = `${server.url.replace('//', '//fuel:geheim@')}?allowInsecure=true`
    const scene = mailScene(await freshStore(engine), url)
    await scene.queue(sanne)
    await scene.worker.drain()
    expect(await scene.pausedFor()).toMatch(/535 5\.7\.8 no such login: … \(…\)/)
  })

  test('smtps:// to a port without TLS is explained in plain words', async () => {
    const { seen, status, row } = await send({ speaks: 'none' }, '', (url) =>
      url.replace('smtp:', 'smtps:'),
    )
    expect([row.state, row.attempts, seen.logins, inTheClear(seen)]).toEqual(['due', 0, 0, []])
    expect((await status()).output).toContain(
      'the mail server offers no TLS: wrong version number. Use smtps:// with its port',
    )
  })

  test('a server without login gets neither password nor mail, and the queue is paused', async () => {
    for (const wish of [
      { speaks: 'tls', certificate: certificates.good, hasLogin: false },
      { speaks: 'starttls', certificate: certificates.good, hasLogin: false },
    ] as const) {
      const { row, seen, status } = await send(wish)
      expect(row).toMatchObject({ state: 'due', attempts: 0, handed: 0 })
      expect([seen.received, inTheClear(seen)]).toEqual([0, []])
      expect(await status()).toMatchObject({
        code: 1,
        output: expect.stringMatching(
          /the mail server refuses the login: the mail server offers no login/,
        ),
      })
    }
  })

  test('?allowInsecure=true allows a server without TLS, but a bad certificate is still refused', async () => {
    const { row, seen } = await send({ speaks: 'none' }, '?allowInsecure=true')
    expect([row.state, seen.received, seen.logins, inTheClear(seen).length > 0]).toEqual([
      'sent',
      1,
      1,
      true,
    ])
    const withBad = await send(
      { speaks: 'starttls', certificate: certificates.selfSigned },
      '?allowInsecure=true',
    )
    expect([withBad.row.state, withBad.seen.logins, inTheClear(withBad.seen)]).toEqual([
      'due',
      0,
      [],
    ])
    const without = await send({ speaks: 'none', hasLogin: false }, '?allowInsecure=true')
    expect([without.row.state, without.seen.received, inTheClear(without.seen)]).toEqual([
      'due',
      0,
      [],
    ])
  })

  test('an obstacle is stored with its start, and cleared by the first session', async () => {
    const { store, clock, worker, status } = await send({ speaks: 'none' })
    const trouble = () =>
      store.db
        .selectFrom('mail_queue')
        .select(['trouble', 'troubleSince'])
        .executeTakeFirstOrThrow()
    const began = clock.now
    clock.now += 60_000
    await worker.drain()
    expect(await trouble()).toEqual({ trouble: 'tls', troubleSince: began })
    const good = await openTlsServer({ speaks: 'tls', certificate: certificates.good })
    await mailScene(store, good.url).worker.drain()
    expect([await trouble(), (await status()).code]).toEqual([
      { trouble: null, troubleSince: null },
      0,
    ])
  })
})
