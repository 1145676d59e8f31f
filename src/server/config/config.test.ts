import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

const problemsOf = (env: Record<string, string>) => {
  const read = readConfig(env)
  return read.ok ? [] : read.problems
}

describe('settings', () => {
  test('nothing has to be set', () => {
    const read = readConfig({})
    expect(read).toMatchObject({
      ok: true,
      config: {
        port: 3000,
        publicUrl: 'http://localhost:3000',
        optIn: 'double',
        mailsPerHour: 3000,
        loopback: true,
      },
    })
  })

  test('all wrong ones are named at once, each with variable, value and remedy', () => {
    const problems = problemsOf({ PORT: 'eighty', OPT_IN: 'maybe', PUBLIC_URL: 'example.com' })
    expect(problems).toHaveLength(3)
    expect(problems.join('\n')).toMatch(/PORT is 'eighty'.*use a whole number/)
    expect(problems.join('\n')).toMatch(/OPT_IN is 'maybe'.*use double or single/)
    expect(problems.join('\n')).toMatch(/PUBLIC_URL is 'example.com'.*https:\/\/example\.com/)
  })

  test.each([
    'https://fuel.example/x',
    'https://fuel.example?y=1',
    'https://u:p@fuel.example',
    'ftp://fuel.example',
  ])('PUBLIC_URL=%s would break links and is refused', (value) => {
    expect(problemsOf({ PUBLIC_URL: value })[0]).toContain('PUBLIC_URL')
  })

  test.each(['SECRET_KEY', 'DATABASE_URL', 'SMTP_URL', 'METRICS_TOKEN'])(
    'a wrong %s is never printed',
    (name) => {
      const problems = problemsOf({ [name]: 'hunter2' })
      expect(problems).toHaveLength(1)
      expect(problems[0]).not.toContain('hunter2')
    },
  )

  test.each(['true', '1', '2', '10.0.0.0/33', '10.0.0.0/0', 'proxy.example.com'])(
    'TRUSTED_PROXIES=%s is refused',
    (value) => {
      expect(problemsOf({ TRUSTED_PROXIES: value })[0]).toContain('TRUSTED_PROXIES')
    },
  )

  test('SMTP_URL without PUBLIC_URL is refused', () =>
    expect(problemsOf({ SMTP_URL: 'smtp://127.0.0.1:2525' })[0]).toContain('PUBLIC_URL is not set'))
  test.each([
    ['smtp://', 'name the mail server'],
    ['smtp://fuel@mail.example', 'both a user and a password'],
    ['smtps://:secret@mail.example', 'both a user and a password'],
    ['smtp://mail.example?tls.rejectUnauthorized=false', 'NODE_EXTRA_CA_CERTS'],
    ['smtp://mail.example?allowinsecure=true', 'only allowInsecure=true and requireTLS=true'],
    ['smtp://fuel:secret@mail.example?allowInsecure=yes', 'are true or false'],
    ['smtp://fuel:secret@mail.example?allowInsecure', 'are true or false'],
    ['smtps://fuel:secret@mail.example?allowInsecure=true', 'smtps:// always encrypts'],
    ['smtp://fuel:secret@mail.example?allowInsecure=true&requireTLS=true', 'not both'],
  ])('SMTP_URL=%s is refused with the remedy', (value, remedy) => {
    const problems = problemsOf({
      SMTP_URL: value,
      PUBLIC_URL: 'https://fuel.example',
      MAIL_FROM: 'hello@fuel.example',
    })
    expect(problems).toEqual([expect.stringContaining(remedy)])
    expect(problems[0]).toMatch(/^SMTP_URL is not usable: /)
    expect(problems[0]).not.toContain('secret')
  })

  test.each([
    'smtp://127.0.0.1:2525',
    'smtps://fuel:p%40ss@mail.example:465',
    'smtp://fuel:secret@mail.example:587',
    'smtp://fuel:secret@localhost:1025?allowInsecure=true',
    'smtp://mail.example?requireTLS=true',
  ])('SMTP_URL=%s is taken', (value) =>
    expect(
      problemsOf({
        SMTP_URL: value,
        PUBLIC_URL: 'https://fuel.example',
        MAIL_FROM: 'hello@fuel.example',
      }),
    ).toEqual([]),
  )

  test('MAIL_FROM must be set with SMTP_URL where PUBLIC_URL is not this machine', () => {
    const withServer = { SMTP_URL: 'smtp://127.0.0.1:2525' }
    expect(problemsOf({ ...withServer, PUBLIC_URL: 'https://fuel.example' })).toEqual([
      expect.stringContaining('MAIL_FROM is not set'),
    ])
    expect(problemsOf({ ...withServer, PUBLIC_URL: 'http://localhost:3000' })).toEqual([])
  })

  test.each([', ', ' ', '\n'])(
    'SECRET_KEY takes several, newest first, with %j between them',
    (between) => {
      const [newer, old] = ['n'.repeat(32), 'o'.repeat(32)]
      expect(readConfig({ SECRET_KEY: `${newer}${between}${old}` })).toMatchObject({
        ok: true,
        config: { secrets: [newer, old] },
      })
    },
  )

  test('each of several secrets must be long enough', () => {
    const problems = problemsOf({ SECRET_KEY: `${'n'.repeat(32)},${'o'.repeat(31)}` })
    expect(problems).toEqual([
      expect.stringMatching(
        /^SECRET_KEY is not usable: use at least 32 random characters.*several, newest first/,
      ),
    ])
  })

  test('Postgres needs SECRET_KEY', () =>
    expect(problemsOf({ DATABASE_URL: 'postgres://127.0.0.1/ascend' })[0]).toContain(
      'SECRET_KEY is not set',
    ))

  test.each<Record<string, string>>([
    { PUBLIC_URL: 'https://example.com' },
    { TRUSTED_PROXIES: '127.0.0.1' },
  ])('LIMITS=off is refused with %j', (env) => {
    expect(problemsOf({ LIMITS: 'off', ...env })[0]).toContain('LIMITS is off')
  })
})

test('a trusted proxy is known by address and by range', async () => {
  const read = readConfig({ TRUSTED_PROXIES: '10.0.0.0/8, 127.0.0.1, fd00::/8' })
  const app = Fastify({ trustProxy: read.ok && read.config.trustedProxies })
  app.get('/', (request) => request.ip)
  const visitor = '203.0.113.7'
  const seenBehind = async (remoteAddress: string) =>
    (await app.inject({ url: '/', remoteAddress, headers: { 'x-forwarded-for': visitor } })).body
  for (const proxy of ['10.2.3.4', '127.0.0.1', 'fd00::1'])
    expect(await seenBehind(proxy)).toBe(visitor)
  for (const other of ['11.2.3.4', '127.0.0.2', '::1']) expect(await seenBehind(other)).toBe(other)
})
