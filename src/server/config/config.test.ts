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

  test('an international host of PUBLIC_URL and OPERATORS is written in ASCII', () => {
    const env = { PUBLIC_URL: 'https://büro.example/', OPERATORS: 'Anna@Büro.example' }
    expect(readConfig(env)).toMatchObject({
      config: {
        publicUrl: 'https://xn--bro-hoa.example',
        operators: [{ email: 'anna@xn--bro-hoa.example', role: 'operator' }],
      },
    })
    expect(problemsOf({ PUBLIC_URL: 'https://büro.example/path' })[0]).toContain('PUBLIC_URL')
  })

  test.each([
    ['MAIL_FROM', 'mailFrom', 'Müller <hello@müller.de>', 'Müller <hello@xn--mller-kva.de>'],
    ['MAIL_FROM', 'mailFrom', 'hello@post.müller.de', 'hello@post.xn--mller-kva.de'],
    ['BOUNCE_ADDRESS', 'bounceAddress', 'bounce@müller.de', 'bounce@xn--mller-kva.de'],
    [
      'BOUNCE_MAILBOX',
      'bounceMailbox',
      'imaps://bounce:word@müller.de',
      'imaps://bounce:word@xn--mller-kva.de',
    ],
    [
      'DATABASE_URL',
      'databaseUrl',
      'postgres://u:word@müller.de/ascend',
      'postgres://u:word@xn--mller-kva.de/ascend',
    ],
    ['SMTP_URL', 'smtpUrl', 'smtps://u:word@müller.de:465', 'smtps://u:word@xn--mller-kva.de:465'],
  ])('the international host of %s is written in ASCII', (name, key, text, read) => {
    const others = {
      PUBLIC_URL: 'https://fuel.example',
      MAIL_FROM: 'hello@fuel.example',
      SECRET_KEY: 's'.repeat(32),
    }
    expect(readConfig({ ...others, [name]: text })).toMatchObject({ config: { [key]: read } })
  })

  test.each(['hello@ｆuel.example', 'Fuel <hello@mü..de>', 'hello@-müller.de'])(
    'MAIL_FROM=%s has no host that can be written in ASCII, and is refused',
    (value) => expect(problemsOf({ MAIL_FROM: value })[0]).toContain('MAIL_FROM'),
  )

  test.each(['SECRET_KEY', 'DATABASE_URL', 'SMTP_URL', 'METRICS_TOKEN'])(
    'a wrong %s is never printed',
    (name) => {
      const problems = problemsOf({ [name]: 'hunter2' })
      expect(problems).toHaveLength(1)
      expect(problems[0]).not.toContain('hunter2')
    },
  )

  const wrongNumbers = ['3,000', '3.000', '3 000', '1e3', '0x10', '3_000', '+5', '05', '3000.0']
  test.each([...wrongNumbers, '-1', '٣', 'NaN', 'Infinity', '3000/h'])(
    'MAILS_PER_HOUR=%s is refused, with how to write it',
    (value) =>
      expect(problemsOf({ MAILS_PER_HOUR: value })).toEqual([
        `MAILS_PER_HOUR is '${value}', which is not usable: use a whole number from 1 to 1000000, in digits alone.`,
      ]),
  )
  test.each(['08080', '3000.0', '3,000', '1e3', '0x10'])('PORT=%s is refused', (value) =>
    expect(problemsOf({ PORT: value })[0]).toContain('from 0 to 65535, in digits alone'),
  )

  test('blanks around a setting are left out, and an empty one counts as unset', () => {
    const read = readConfig({ MAILS_PER_HOUR: ' 500\r', OPT_IN: 'single ', PORT: ' ', FIGURES: '' })
    expect(read).toMatchObject({
      ok: true,
      config: { mailsPerHour: 500, optIn: 'single', port: 3000 },
    })
  })

  test.each([
    ['LIMITS', 'false', 'use off, or leave it out'],
    ['LIMITS', '0', 'use off, or leave it out'],
    ['LIMITS', 'OFF', 'use off, or leave it out'],
    ['HSTS_SUBDOMAINS', 'true', 'use on, or leave it out'],
    ['HSTS_SUBDOMAINS', '1', 'use on, or leave it out'],
    ['HSTS_SUBDOMAINS', 'yes', 'use on, or leave it out'],
    ['LOG_REQUESTS', 'true', 'use all, or leave it out'],
    ['OPT_IN', 'Double', 'use double or single'],
    ['FIGURES', 'true', 'use simulated or live'],
  ])('%s=%s is refused, with how to write it', (name, value, remedy) =>
    expect(problemsOf({ [name]: value })).toEqual([expect.stringContaining(remedy)]),
  )

  const spilt = [
    ['SMTP_URL', 'smtp://user@example.com:geheim@wachtwoord#2026@127.0.0.1:2525'],
    ['SMTP_URL', 'smtp://user:geheim#2026@mail.example:587'],
    ['SMTP_URL', 'smtp://user:12/wachtwoord@mail.example:587'],
    ['SMTP_URL', 'smtp://user@example.com:geheim@wachtwoord/2026@127.0.0.1:2525'],
    ['SMTP_URL', 'smtp://user@example.com:geheim@wachtwoord?2026@127.0.0.1:2525'],
    ['SMTP_URL', 'smtp://user:geheim@mail.example/wachtwoord'],
    ['DATABASE_URL', 'postgres://user@x:geheim@wachtwoord#2026@127.0.0.1:5432/ascend'],
    ['DATABASE_URL', 'postgres://user:12/wachtwoord@127.0.0.1:5432/ascend'],
    ['DATABASE_URL', 'postgres://user:12?geheim@127.0.0.1:5432/ascend'],
    ['DATABASE_URL', 'postgres://user@x:geheim@wachtwoord?2026@127.0.0.1:5432/ascend'],
    ['BOUNCE_MAILBOX', 'imaps://user@x:geheim@wachtwoord#2026@127.0.0.1'],
    ['BOUNCE_MAILBOX', 'imaps://user@x:geheim@wachtwoord/2026@127.0.0.1'],
    ['BOUNCE_MAILBOX', 'imaps://user@x:geheim@wachtwoord?2026@127.0.0.1'],
    ['PUBLIC_URL', 'https://user:geheim@wachtwoord.example'],
    ['PUBLIC_URL', 'https:user:geheim@wachtwoord.example'],
    ['PUBLIC_URL', 'user:geheim@wachtwoord.example'],
    ['PUBLIC_URL', 'https://fuel.example?key=geheim'],
    ['SMTP_URL', 'smtps://user:geheim\twachtwoord@127.0.0.1'],
    ['DATABASE_URL', 'postgres://user:geheim\nwachtwoord@127.0.0.1/ascend'],
    ['BOUNCE_MAILBOX', 'imaps://user:geheim\rwachtwoord@127.0.0.1'],
  ]
  test.each(spilt)('%s=%s is refused, and no part of the password is printed', (name, value) => {
    const problems = problemsOf({
      PUBLIC_URL: 'https://fuel.example',
      MAIL_FROM: 'hello@fuel.example',
      SECRET_KEY: 'n'.repeat(32),
      [name!]: value!,
    })
    expect(problems).toEqual([expect.stringMatching(new RegExp(`^${name} is not usable: `))])
    expect(problems[0]).not.toMatch(/geheim|wachtwoord|2026/)
  })

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
    'smtp://user@example.com:ge@heim@mail.example:587',
    'smtp://mail.example/',
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
