import { expect, test } from 'vitest'
import { readBounceMailbox } from './formats.ts'
import { readConfig } from './config.ts'

test('[BACK-2] BOUNCE_MAILBOX names user, password, host, port and folder', () => {
  expect(readBounceMailbox('imaps://bounce%40fuel.example:p%40ss@mail.example')).toEqual({
    host: 'mail.example',
    port: 993,
    secure: true,
    requireTLS: true,
    user: 'bounce@fuel.example',
    password: 'p@ss',
    folder: 'INBOX',
  })
  expect(readBounceMailbox('imap://bounce:pw@[::1]:1143/Reports%2F2026')).toMatchObject({
    host: '::1',
    port: 1143,
    folder: 'Reports/2026',
  })
})

test.each([
  ['imap://bounce:pw@mail.example', true],
  ['imap://bounce:pw@127.0.0.1', true],
  ['imap://bounce:pw@127.0.0.1?allowInsecure=true', false],
])('%s: TLS required %s', (text, requireTLS) => {
  expect(readBounceMailbox(text)).toMatchObject({ secure: false, requireTLS })
})

test.each([
  ['https://mail.example', /use an address like imaps:/],
  ['imaps://mail.example', /name user, password and host/],
  ['imaps://hunter2@mail.example', /name user, password and host/],
  ['imaps://bounce:hunter2@', /BOUNCE_MAILBOX/],
  ['imaps://bounce:hunter2%@mail.example', /percent sign/],
  ['imaps://bounce:hunter2@mail.example?requireTLS=true', /only allowInsecure=true is known/],
  ['imaps://bounce:hunter2@mail.example?allowInsecure=true', /leave out allowInsecure/],
])('%s is refused with its remedy, and without the password', (text, remedy) => {
  const read = readConfig({ BOUNCE_MAILBOX: text })
  const problem = read.ok ? '' : read.problems.join()
  expect(problem).toMatch(remedy)
  expect(problem).not.toContain('hunter2')
})
