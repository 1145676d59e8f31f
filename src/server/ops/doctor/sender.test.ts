import { expect, test } from 'vitest'
import { checkReverseName } from './sender.ts'
import { receivedFrom } from './test-mail.ts'

const mail = (...addresses: string[]) =>
  [
    ...addresses.map((one) => `Received: from relay.example (relay [${one}])\r\n\tby mx.example`),
    'Subject: test',
    '',
    'hello',
  ].join('\r\n')

test.each(['127.0.0.1', 'IPv6:::1', '10.0.0.4', '192.168.1.9', 'IPv6:fd00::1'])(
  '[DOCTOR-1] a test mail that only %s passed on shows no sending address',
  (address) => expect(receivedFrom(mail(address, '127.0.0.1'))).toBeNull(),
)

test.each(['ESMTPA', 'ESMTPSA', 'UTF8SMTPSA', 'esmtpsa'])(
  '[DOCTOR-1] the line of a client that logged in (%s) shows no sending address, and that of a server does',
  (protocol) => {
    const handedOver = `Received: from app.example (app [203.0.113.9])\r\n\tby smtp.example (Postfix) with ${protocol} id 1\r\n`
    expect(receivedFrom(handedOver + mail('127.0.0.1'))).toBeNull()
    expect(receivedFrom(handedOver + mail('203.0.113.25'))?.ip).toBe('203.0.113.25')
  },
)

test('[DOCTOR-1] the newest public address is the one that sends', () =>
  expect(receivedFrom(mail('127.0.0.1', '203.0.113.25', '198.51.100.7'))?.ip).toBe('203.0.113.25'))

/** DNS without any name or address. */
const none = async () => ({ state: 'none' as const })
const emptyDns = { names: none, addresses: none }

test('[DOCTOR-1] the reverse name is unknown where the test mail did not leave this machine', async () =>
  expect(
    await checkReverseName(
      {
        sender: null,
        smtpHost: '127.0.0.1',
        fromDomain: 'fuel.example',
        testMail: {
          state: 'returned',
          afterMs: 1,
          isLocal: true,
          returnPath: null,
          spf: 'none',
          dmarc: 'none',
          signatures: [],
        },
      },
      emptyDns,
    ),
  ).toMatchObject({
    state: 'unknown',
    found: expect.stringContaining('The test mail did not leave this machine'),
  }))

test.each([
  [
    'the name that the server gives itself',
    'mx1.fuel.example',
    'smtp.other.example',
    'mx1.fuel.example.',
  ],
  ['the name in SMTP_URL', null, 'smtp.fuel.example', 'smtp.fuel.example.'],
  ['the usual name for a server on this machine', 'localhost', '127.0.0.1', 'mail.fuel.example.'],
  ['the usual name for an address', '[203.0.113.25]', '203.0.113.25', 'mail.fuel.example.'],
  ['the usual name for an invented one', 'app.localdomain', 'localhost', 'mail.fuel.example.'],
])('[DOCTOR-1] an address without a reverse name gets %s', async (_, helo, smtpHost, value) => {
  const { state, record } = await checkReverseName(
    {
      sender: { ip: '203.0.113.25', seenIn: 'test mail', helo },
      smtpHost,
      fromDomain: 'fuel.example',
      testMail: { state: 'not sent', why: 'no mailbox' },
    },
    emptyDns,
  )
  expect([state, record]).toEqual([
    'wrong',
    { name: '25.113.0.203.in-addr.arpa', type: 'PTR', value },
  ])
})
