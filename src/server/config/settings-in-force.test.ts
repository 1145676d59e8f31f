import { expect, test } from 'vitest'
import { readConfig, settingsInForce } from './config.ts'
import { settings, type Setting } from './settings.ts'

const shown = (env: Record<string, string>) => {
  const read = readConfig(env)
  if (!read.ok) throw new Error(read.problems.join('\n'))
  return settingsInForce(read.config)
}
const named = (env: Record<string, string>, name: string) =>
  shown(env).find((setting) => setting.name === name)!

test('[DASH-7] without settings all are defaults', () => {
  expect(shown({}).filter(({ isDefault }) => !isDefault)).toEqual([])
  expect(named({}, 'SMTP_URL').value).toBe('none (mails are stored, not sent)')
})

test('[DASH-7] a setting shows its value, and whether it is the default', () => {
  const env = {
    PORT: '8080',
    OPERATORS: 'anna@example.com, reader:bob@example.com',
    MAILS_PER_HOUR: '3000',
  }
  expect(named(env, 'PORT')).toMatchObject({ value: '8080', isDefault: false })
  expect(named(env, 'PUBLIC_URL')).toMatchObject({
    value: 'http://localhost:8080',
    isDefault: true,
  })
  expect(named(env, 'OPERATORS').value).toBe('anna@example.com, reader:bob@example.com')
  expect(named(env, 'MAILS_PER_HOUR')).toMatchObject({ value: '3000', isDefault: true })
})

test('[DASH-7] no secret is shown, nor a part of it', () => {
  const env: Record<string, string> = {
    SECRET_KEY: 'a-secret-of-more-than-thirty-two-characters',
    DATABASE_URL: 'postgres://dbuser:dbpassword@dbhost/ascend',
    SMTP_URL: 'smtps://smtpuser:smtppassword@smtphost:465',
    METRICS_TOKEN: 'a-token-for-metrics',
    MAILGUN_SIGNING_KEY: 'mailgun-signing-key',
    RESEND_SIGNING_SECRET: 'whsec_cmVzZW5kc2VjcmV0cmVzZW5k',
    POSTMARK_PASSWORD: 'postmark-password',
    BOUNCE_MAILBOX: 'imaps://bounceuser:bouncepassword@imaphost/bouncefolder',
    PUBLIC_URL: 'https://fuel.example',
    MAIL_FROM: 'hello@fuel.example',
  }
  const secret = Object.values<Setting>(settings).filter((setting) => setting.secret)
  for (const { name } of secret) {
    expect(env[name]).toBeDefined()
    expect(named(env, name)).toMatchObject({ value: '', isDefault: false, isSecret: true })
  }
  expect(JSON.stringify(shown(env))).not.toMatch(
    /more-than-thirty|dbuser|dbpassword|dbhost|smtpuser|smtppassword|smtphost|token-for|mailgun-sign|whsec_cm|postmark-pass/,
  )
})
