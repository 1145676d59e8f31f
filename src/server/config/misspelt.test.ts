import { expect, test } from 'vitest'
import { misspeltSettings } from './config.ts'

test.each([
  ['MAIL_PER_HOUR', 'MAILS_PER_HOUR'],
  ['MAILS_PER_HOURS', 'MAILS_PER_HOUR'],
  ['SMTP_URI', 'SMTP_URL'],
  ['smtp_url', 'SMTP_URL'],
  ['PUBLIC-URL', 'PUBLIC_URL'],
  ['BOUNCE_ADRESS', 'BOUNCE_ADDRESS'],
  ['TRUSTED_PROXYS', 'TRUSTED_PROXIES'],
  ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
  ['SMPT_URL', 'SMTP_URL'],
  ['STMP_URL', 'SMTP_URL'],
  ['SMTPURL', 'SMTP_URL'],
  ['OPERATOR', 'OPERATORS'],
  ['OPERATERS', 'OPERATORS'],
  ['FIGURE', 'FIGURES'],
  ['LIMIT', 'LIMITS'],
  ['DATADIR', 'DATA_DIR'],
  ['MAIL_FORM', 'MAIL_FROM'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['SECRETKEY', 'SECRET_KEY'],
  ['OPTIN', 'OPT_IN'],
  ['PROT', 'PORT'],
  ['host', 'HOST'],
])('%s is named as a misspelling of %s', (given, meant) => {
  expect(misspeltSettings({ [given]: 'x' })).toEqual([{ given, meant }])
})

test('variables of other programs are not', () => {
  const others =
    'HOSTNAME PORTS POST HOME PATH HOSTS SPORT PGHOST PGPORT NODE_ENV XDG_DATA_DIRS DATA_URL'
  const more = 'npm_config_cache DATABASE_HOST SECRET MAIL_TO SMTP_HOST SMTP_PORT API_KEY OPTIONS'
  const env = Object.fromEntries(`${others} ${more}`.split(' ').map((name) => [name, 'x']))
  expect(misspeltSettings(env)).toEqual([])
})

test('a name beside the right one is another program’s', () =>
  expect(misspeltSettings({ SMTP_URI: 'x', SMTP_URL: 'smtp://localhost' })).toEqual([]))
