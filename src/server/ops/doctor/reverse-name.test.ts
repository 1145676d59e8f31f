import { expect, test } from 'vitest'
import { checkReverseName } from './reverse-name.ts'

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
])('[DOCTOR-1] an address without a reverse name gets %s', (_, helo, smtpHost, value) => {
  const { state, record } = checkReverseName({
    sender: { ip: '203.0.113.25', seenIn: 'test mail', helo },
    reverse: { names: { state: 'none' }, confirmed: [] },
    smtpHost,
    fromDomain: 'fuel.example',
    testMail: { state: 'not sent', why: 'no mailbox' },
  })
  expect([state, record]).toEqual([
    'wrong',
    { name: '25.113.0.203.in-addr.arpa', type: 'PTR', value },
  ])
})
