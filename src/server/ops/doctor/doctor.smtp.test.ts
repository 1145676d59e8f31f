import { generateKeyPairSync } from 'node:crypto'
import { dkimSign } from 'mailauth/lib/dkim/sign'
import { beforeAll, describe, expect, test } from 'vitest'
import type { DoctorCheckKey, DoctorRun } from '#contract/mails/doctor.ts'
import { findInMailbox } from '#server/bounces/read-mailbox.ts'
import { readBounceMailbox } from '#server/config/formats.ts'
import { readConfig } from '#server/config/config.ts'
import { openDnsServer, silentDnsServer, type Records } from '#test/dns.ts'
import { inAnotherProcess } from '#test/other-process.ts'
import { openDovecot } from '#test/dovecot.ts'
import { openMailServer } from '#test/smtp.ts'
import { runDoctor, type DoctorDeps } from './doctor.ts'

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
const ip = '203.0.113.25'

const right: Records = {
  'TXT fuel.example': ['unrelated=1', `v=spf1 ip4:${ip} -all`],
  'TXT a1._domainkey.fuel.example': [`v=DKIM1; k=rsa; p=${key}`],
  'TXT _dmarc.fuel.example': ['v=DMARC1; p=quarantine; rua=mailto:dmarc@fuel.example'],
  'MX fuel.example': ['mail.fuel.example'],
  'A mail.fuel.example': [ip],
  'PTR 25.113.0.203.in-addr.arpa': ['mail.fuel.example'],
}

let mailServer: Awaited<ReturnType<typeof openMailServer>>
beforeAll(async () => {
  mailServer = await openMailServer()
})

const optionsOf = ({ selector, domain: signingDomain }: { selector: string; domain: string }) => {
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const signature = { signingDomain, selector, privateKey: pem }
  // The signatures are those of the list; the type wants one beside it.
  return { ...signature, signatureData: [signature] }
}

type Signs = { selector: string; domain: string } | null

/** Signs what the mail server took and puts it into the mailbox, as a receiver does. */
const arrived = async (signs: Signs, from = ip, sender = mailServer.received.at(-1)!.from) => {
  const raw = mailServer.received.at(-1)!.raw
  const signature = signs ? (await dkimSign(raw, optionsOf(signs))).signatures : ''
  const received = `Return-Path: <${sender}>\r\nReceived: from mail.fuel.example (mail.fuel.example [${from}]) by mx.example; Tue, 24 Nov 2026 12:00:00 +0000\r\n`
  return Buffer.from(received + signature + raw)
}

async function ask(
  records: Records,
  more: Partial<DoctorDeps> = {},
  signs: Signs = { selector: 'a1', domain: 'fuel.example' },
): Promise<DoctorRun> {
  return runDoctor({
    config: {
      smtpUrl: mailServer.url,
      publicUrl: 'https://fuel.example',
      loopback: false,
      trustedProxies: [],
      mailFrom: 'Fuel Protocol <hello@fuel.example>',
    },
    bounceAddress: 'bounce@fuel.example',
    findInMailbox: async (token) => {
      expect(mailServer.received.at(-1)!.to).toEqual([`bounce+${token}@fuel.example`])
      return arrived(signs)
    },
    dnsServers: [await openDnsServer(records)],
    now: Date.now,
    lookEveryMs: 1,
    ...more,
  })
}

const noMailbox = { bounceAddress: undefined, findInMailbox: null }
const checkIn = ({ checks }: DoctorRun, key: DoctorCheckKey) =>
  checks.find((check) => check.key === key)!
const without = (...names: string[]): Records =>
  Object.fromEntries(Object.entries(right).filter(([name]) => !names.includes(name)))

test('[DOCTOR-1] the records of an international host in MAIL_FROM are asked for by its xn-- form', async () => {
  const read = readConfig({
    PUBLIC_URL: 'https://müller.example',
    MAIL_FROM: 'Müller <hello@müller.example>',
    BOUNCE_ADDRESS: 'bounce@müller.example',
    SMTP_URL: mailServer.url,
  })
  if (!read.ok) throw new Error(read.problems.join('\n'))
  const domain = 'xn--mller-kva.example'
  const records = Object.fromEntries(
    Object.entries(right).map(([name, values]) => [name.replace('fuel.example', domain), values]),
  )
  const signs = { selector: 'a1', domain }
  const { config } = read
  const run = await ask(
    { ...records, ...right },
    {
      config,
      bounceAddress: config.bounceAddress,
      findInMailbox: async (token) => {
        expect(mailServer.received.at(-1)!.to).toEqual([`bounce+${token}@${domain}`])
        return arrived(signs, ip, `bounce+${token}@${domain}`)
      },
    },
    signs,
  )
  expect(run.checks.map(({ key, state }) => [key, state])).toEqual(
    (await ask(right)).checks.map(({ key, state }) => [key, state]),
  )
  expect(JSON.stringify(run)).not.toContain('müller')
})

test('[DOCTOR-1] with right records and a test mail that comes back, every check is in order', async () => {
  const run = await ask(right)
  console.log(JSON.stringify(run.checks[0]), mailServer.received.at(-1)?.to)
  expect(run.checks.map(({ key, state }) => [key, state])).toEqual([
    ['test-mail', 'in order'],
    ['spf', 'in order'],
    ['dkim', 'in order'],
    ['dmarc', 'in order'],
    ['return-path', 'in order'],
    ['mx', 'in order'],
    ['reverse-name', 'in order'],
    ['tls', 'in order'],
  ])
  expect(run.outcome).toBe('in order')
  expect(checkIn(run, 'test-mail').found).toMatch(/SPF pass, DKIM pass, DMARC pass/)
  expect(checkIn(run, 'spf').found).toBe(
    `fuel.example lets ${ip} send. Found v=spf1 ip4:${ip} -all. 0 of 10 look-ups used.`,
  )
  expect(checkIn(run, 'dkim').found).toBe(
    'Selector a1, 2048 bits, signs for fuel.example: aligned with the sender.',
  )
  expect(checkIn(run, 'reverse-name').found).toBe(`${ip} is mail.fuel.example, and back.`)
})

test('[DOCTOR-1] each missing record is named with the record to publish', async () => {
  const run = await ask({}, {}, null)
  expect(
    Object.fromEntries(run.checks.map(({ key, state, record }) => [key, [state, record]])),
  ).toMatchObject({
    spf: ['wrong', { name: 'fuel.example', type: 'TXT', value: `v=spf1 ip4:${ip} -all` }],
    dkim: ['wrong', null],
    dmarc: [
      'wrong',
      {
        name: '_dmarc.fuel.example',
        type: 'TXT',
        value: 'v=DMARC1; p=none; rua=mailto:dmarc@fuel.example',
      },
    ],
    mx: ['wrong', { name: 'fuel.example', type: 'MX', value: '10 mx.fuel.example.' }],
    'reverse-name': [
      'wrong',
      { name: '25.113.0.203.in-addr.arpa', type: 'PTR', value: 'mail.fuel.example.' },
    ],
  })
  expect(run.outcome).toBe('wrong')
})

describe('[DOCTOR-1] one wrong record', () => {
  test.each<[string, Records, DoctorCheckKey, string, string | undefined]>([
    [
      'SPF that does not let the sender send gets the sender’s address',
      {
        ...right,
        'TXT fuel.example': ['v=spf1 include:_spf.other.example ~all'],
        'TXT _spf.other.example': ['v=spf1 ip4:198.51.100.1 ~all'],
      },
      'spf',
      'wrong',
      `v=spf1 ip4:${ip} include:_spf.other.example ~all`,
    ],
    [
      'two SPF records become one',
      { ...right, 'TXT fuel.example': [`v=spf1 ip4:${ip} -all`, 'v=spf1 mx ~all'] },
      'spf',
      'wrong',
      `v=spf1 ip4:${ip} mx -all`,
    ],
    [
      'SPF that lets everybody send is closed',
      { ...right, 'TXT fuel.example': [`v=spf1 ip4:${ip} +all`] },
      'spf',
      'wrong',
      `v=spf1 ip4:${ip} -all`,
    ],
    [
      'SPF without an end could be stricter',
      { ...right, 'TXT fuel.example': [`v=spf1 ip4:${ip}`] },
      'spf',
      'could be stricter',
      `v=spf1 ip4:${ip} -all`,
    ],
    [
      'SPF that includes itself cannot be evaluated',
      { ...right, 'TXT fuel.example': ['v=spf1 include:fuel.example -all'] },
      'spf',
      'wrong',
      undefined,
    ],
    [
      'a key that does not fit the signature',
      { ...right, 'TXT a1._domainkey.fuel.example': ['v=DKIM1; p='] },
      'dkim',
      'wrong',
      undefined,
    ],
    [
      'DMARC with p=none could be stricter, with its other tags',
      {
        ...right,
        'TXT _dmarc.fuel.example': ['v=DMARC1; p=none; rua=mailto:a@fuel.example; adkim=r'],
      },
      'dmarc',
      'could be stricter',
      'v=DMARC1; p=quarantine; rua=mailto:a@fuel.example; adkim=r',
    ],
    [
      'DMARC without a policy',
      { ...right, 'TXT _dmarc.fuel.example': ['v=DMARC1; rua=mailto:a@fuel.example'] },
      'dmarc',
      'wrong',
      'v=DMARC1; p=none; rua=mailto:a@fuel.example',
    ],
    ['an MX whose host has no address', without('A mail.fuel.example'), 'mx', 'wrong', undefined],
    [
      'a reverse name that leads elsewhere',
      {
        ...right,
        'PTR 25.113.0.203.in-addr.arpa': ['dsl-25.provider.example'],
        'A dsl-25.provider.example': ['198.51.100.7'],
      },
      'reverse-name',
      'wrong',
      ip,
    ],
  ])('%s', async (_title, records, key, state, value) => {
    const check = checkIn(await ask(records), key)
    expect(check.state).toBe(state)
    expect(check.record?.value).toBe(value)
  })
})

test('[DOCTOR-1] a signature for another domain does not count for the sender', async () => {
  const run = await ask(
    { ...right, 'TXT s1._domainkey.service.example': [`v=DKIM1; p=${key}`] },
    {},
    { selector: 's1', domain: 'service.example' },
  )
  expect(checkIn(run, 'dkim')).toMatchObject({
    state: 'wrong',
    found: 'The test mail was signed for service.example, not for fuel.example.',
  })
})

test('[DOCTOR-1] a bounce address at another domain is not aligned; DKIM carries DMARC', async () => {
  const run = await ask(
    {
      ...right,
      'TXT bounces.example': [`v=spf1 ip4:${ip} -all`],
      'MX bounces.example': ['mail.fuel.example'],
    },
    {
      bounceAddress: 'bounce@bounces.example',
      findInMailbox: () => arrived({ selector: 'a1', domain: 'fuel.example' }),
    },
  )
  expect(checkIn(run, 'return-path')).toMatchObject({ state: 'could be stricter' })
  expect(checkIn(run, 'return-path').advice).toContain(
    'BOUNCE_ADDRESS to an address at fuel.example',
  )
  expect(checkIn(run, 'dmarc').state).toBe('in order')
})

test('[DOCTOR-1] the test mail is found in a real mailbox, among other mails, and moved out of it', async () => {
  const dovecot = (await openDovecot()).newMailbox()
  const mailbox = readBounceMailbox(dovecot.url)
  const find = (token: string) => findInMailbox(mailbox, token)
  dovecot.deliver(Buffer.from('Subject: another\r\n\r\nhello\r\n'))
  expect(await find('doctor-1')).toBeNull()
  let looked = 0
  const run = await ask(right, {
    findInMailbox: async (token) => {
      if (looked++ === 0) dovecot.deliver(await arrived({ selector: 'a1', domain: 'fuel.example' }))
      return find(token)
    },
  })
  expect(checkIn(run, 'test-mail').found).toContain('It arrived')
  expect(run.outcome).toBe('in order')
  expect([dovecot.count(), dovecot.count('Handled by Ascend')]).toEqual([1, 1])
})

test('[DOCTOR-1] without a mailbox common selectors are tried, and results that need a test mail are unknown', async () => {
  const run = await ask({ ...right, 'TXT k1._domainkey.fuel.example': [`p=${key}`] }, noMailbox)
  expect(checkIn(run, 'test-mail').state).toBe('unknown')
  expect(checkIn(run, 'dkim')).toMatchObject({ state: 'in order' })
  expect(checkIn(run, 'dkim').found).toMatch(/^Selector k1, 2048 bits/)
  expect(checkIn(run, 'reverse-name').state).toBe('unknown')
  expect(checkIn(await ask(right, noMailbox), 'dkim').state).toBe('unknown')
})

test('[DOCTOR-1] a name server that never answers makes the checks unknown, within the time limit', async () => {
  const run = await ask(right, {
    ...noMailbox,
    dnsServers: [await silentDnsServer()],
    dnsLimits: { timeoutMs: 100, deadlineMs: 1_000 },
  })
  for (const key of ['spf', 'dkim', 'dmarc', 'mx'] as const)
    expect([key, checkIn(run, key).state]).toEqual([key, 'unknown'])
  expect(checkIn(run, 'spf').found).toContain('DNS did not answer for fuel.example')
})

test('[DOCTOR-1] without a mailbox and with a mail server on this machine, the advice for SPF names the domain’s own servers', async () => {
  const { record } = checkIn(await ask({}, noMailbox), 'spf')
  expect(record!.value).toBe('v=spf1 a mx -all')
})

test('[DOCTOR-1] the packages of the doctor load in Node as they do in tests', async () => {
  const dns = await openDnsServer(right)
  const said = await inAnotherProcess(`
    import { withLookups } from '#server/ops/doctor/dns.ts'
    import { evaluateSpf } from '#server/ops/doctor/spf.ts'
    import { readVerdicts } from '#server/ops/doctor/test-mail.ts'
    console.log('loaded')
    const mail = Buffer.from('From: a@fuel.example\\r\\n\\r\\nhello\\r\\n')
    await withLookups(['${dns}'], async (lookups) => {
      await readVerdicts(mail, lookups)
      console.log((await evaluateSpf('fuel.example', '${ip}', lookups)).result)
    })
  `)
  expect(await said.nextLine()).toBe('pass')
  await said.kill()
})

test('[DOCTOR-1] a test mail that the mail server refuses is wrong, with its answer', async () => {
  mailServer.refuse.recipient = () => '550 5.7.1 relaying denied'
  const run = await ask(right)
  mailServer.refuse.recipient = () => undefined
  expect(checkIn(run, 'test-mail')).toMatchObject({ state: 'wrong' })
  expect(checkIn(run, 'test-mail').found).toContain('550 5.7.1 relaying denied')
})

test('[DOCTOR-1] a test mail that a receiver would refuse is wrong, with each check that it failed', async () => {
  const dmarc = { 'TXT _dmarc.fuel.example': right['TXT _dmarc.fuel.example']! }
  const run = await ask({ ...dmarc, 'TXT fuel.example': ['v=spf1 -all'] }, {}, null)
  expect(checkIn(run, 'test-mail')).toMatchObject({
    state: 'wrong',
    found: expect.stringMatching(/: SPF fail, DKIM none, DMARC fail\.$/),
  })
})

test('[DOCTOR-1] of a test mail that a relay on this machine delivered there, SPF, DKIM and DMARC are unknown', async () => {
  const run = await ask(right, { findInMailbox: async () => arrived(null, '127.0.0.1') })
  expect(checkIn(run, 'test-mail')).toMatchObject({
    state: 'unknown',
    found: expect.stringMatching(
      /did not leave that server or its network\. So sending and BOUNCE_MAILBOX work\. Whether SPF, DKIM and DMARC pass elsewhere cannot be told from it\.$/,
    ),
    advice: expect.stringContaining('Authentication-Results'),
  })
  expect(checkIn(run, 'dkim')).toMatchObject({
    state: 'unknown',
    found: expect.stringContaining('some servers sign only mails that leave'),
  })
  expect(run.checks.filter(({ state }) => state === 'wrong')).toEqual([])
})

test('[DOCTOR-1] a signature for the sender’s domain counts on a test mail that was delivered locally, another does not', async () => {
  const at = async (signs: Signs) =>
    ask(right, { findInMailbox: async () => arrived(signs, '127.0.0.1') })
  const ours = await at({ selector: 'a1', domain: 'fuel.example' })
  expect(checkIn(ours, 'test-mail')).toMatchObject({
    state: 'in order',
    found: expect.stringContaining('DKIM pass for the sender’s domain, which is enough for DMARC'),
  })
  const other = await at({ selector: 'a1', domain: 'unknown.example' })
  expect(checkIn(other, 'test-mail').state).toBe('unknown')
  expect(checkIn(other, 'dkim').state).toBe('wrong')
})

test('[DOCTOR-1] a test mail that does not arrive, and a mailbox that cannot be read, are wrong', async () => {
  let now = 0
  const lost = await ask(right, { findInMailbox: async () => null, now: () => (now += 20_000) })
  expect(checkIn(lost, 'test-mail').found).toContain('has not arrived within 60 s')
  const closed = await ask(right, {
    findInMailbox: async () => {
      throw new Error('wrong password')
    },
  })
  expect(checkIn(closed, 'test-mail').found).toContain(
    'BOUNCE_MAILBOX cannot be read: wrong password',
  )
})
