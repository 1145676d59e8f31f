import { expect, test } from 'vitest'
import { readSmtpUrl } from './formats.ts'

test.each([
  ['smtp://fuel:secret@mail.example', true, true],
  ['smtps://fuel:secret@mail.example', true, true],
  ['smtp://fuel:secret@127.0.0.1:1025', true, true],
  ['smtp://fuel:secret@mail.example?allowInsecure=false', true, true],
  ['smtp://fuel:secret@mail.example?allowInsecure=true', true, false],
  ['smtp://mail.example', false, false],
  ['smtp://mail.example?requireTLS=true', false, true],
])('%s: with a password %s, TLS required %s', (text, hasCredentials, requireTLS) => {
  expect(readSmtpUrl(text)).toMatchObject({ hasCredentials, requireTLS })
})

test.each([
  ['smtp://127.0.0.1:25', true],
  ['smtp://127.9.8.7', true],
  ['smtp://localhost', true],
  ['smtp://[::1]:1025', true],
  ['smtp://[::ffff:127.0.0.1]', true],
  ['smtp://localhost?requireTLS=true', false],
  ['smtp://fuel:secret@localhost', false],
  ['smtp://fuel:secret@localhost?allowInsecure=true', false],
  ['smtp://mail.example', false],
  ['smtp://10.0.0.1', false],
  ['smtp://localhost.example', false],
  ['smtp://127.0.0.1.example', false],
])('%s: TLS is left out: %s', (text, ignoreTLS) => {
  expect(readSmtpUrl(text)).toMatchObject({ ignoreTLS })
})

test('our own words do not reach the mailer', () =>
  expect(readSmtpUrl('smtp://fuel:p%40ss@mail.example:587?allowInsecure=true').url).toBe(
    'smtp://fuel:p%40ss@mail.example:587',
  ))
