import { describe, expect, test } from 'vitest'
import { noOrigin } from '#contract/waitlist.ts'
import { noon } from '#test/mailbox.ts'
import { checkRow, parseTime, type ImportTerms } from './check-row.ts'

const terms: ImportTerms = {
  confirmed: true,
  consentSource: 'shop',
  consentAt: noon - 1,
  consentWording: '',
}
const sanne = { email: 'sanne@example.com' }
const check = (fields: Record<string, string>, change: Partial<ImportTerms> = {}) =>
  checkRow(fields, { ...terms, ...change }, noon)

test.each<Record<string, string>>([
  { email: 'Sanne@Example.com' },
  { e_mail: 'sanne@example.com' },
  { email_address: ' sanne@example.com ', state: 'Subscribed' },
  { ...sanne, consent_date: '2026-11-21T11:59' },
])('%j is entered', (fields) => {
  expect(check(fields)).toMatchObject({
    email: 'sanne@example.com',
    confirmed: true,
    consent: { source: 'shop' },
  })
})

test.each<[string, Record<string, string>, Partial<ImportTerms>]>([
  ['no address that can be mailed', {}, {}],
  ['no address that can be mailed', { email: '1,victim@x.test' }, {}],
  ['the file says: unsubscribed', { ...sanne, state: 'Unsubscribed' }, {}],
  ['the file says: cleaned', { ...sanne, state: 'cleaned' }, {}],
  ['the file says: unconfirmed', { ...sanne, state: 'unconfirmed' }, {}],
  [
    'no date of the consent: add a column consent_date, or the option --consent-date',
    sanne,
    { consentAt: null },
  ],
  [
    'no source of the consent: add a column consent_source, or the option --consent-source',
    sanne,
    { consentSource: '' },
  ],
  [
    'the date of the consent cannot be read: use 2026-11-21 or 2026-11-21T12:00:00Z',
    { ...sanne, consent_date: '21/11/2026' },
    {},
  ],
  [
    'the date of the consent is in the future',
    { ...sanne, consent_given_at: '2026-11-21T12:00:01Z' },
    {},
  ],
])('%s', (refused, fields, change) => expect(check(fields, change)).toEqual({ refused }))

test.each(['joined_at', 'created_at', 'signup_date', 'date_added', 'optin_time'])(
  'the sign-up date is read from %s, as in our export and other lists',
  (name) => {
    expect(check({ ...sanne, [name]: '2025-06-01 08:30:00' })).toMatchObject({
      joinedAt: Date.parse('2025-06-01T08:30:00Z'),
    })
  },
)

test.each([
  [
    'the date of the sign-up cannot be read: use 2026-11-21 or 2026-11-21T12:00:00Z',
    { signup_date: '21/11/2025' },
  ],
  ['the date of the sign-up is in the future', { joined_at: '2026-11-22' }],
  ['the date of the confirmation is in the future', { confirmed_at: '2026-11-22' }],
])('%s', (refused, fields) => expect(check({ ...sanne, ...fields })).toEqual({ refused }))

test('[DASH-9] campaign words and the referring host are read from the file', () => {
  expect(
    check({
      ...sanne,
      utm_source: 'pod cast',
      utm_medium: 'audio',
      campaign: 'spring',
      referrer: 'News.Example',
    }),
  ).toMatchObject({
    source: 'pod cast',
    medium: 'audio',
    campaign: 'spring',
    referrer: 'news.example',
  })
})

test('unconfirmed people need no consent; an existing one is stored', () => {
  const unconfirmed = { confirmed: false, consentAt: null, consentSource: '' }
  expect(check({ ...sanne, state: 'unconfirmed' }, unconfirmed)).toEqual({
    ...noOrigin,
    email: 'sanne@example.com',
    joinedAt: null,
    confirmedAt: null,
    confirmed: false,
    consent: null,
  })
  expect(
    check({ ...sanne, consent_date: '2026-01-01', consent_source: 'shop' }, unconfirmed),
  ).toMatchObject({ consent: { source: 'shop', givenAt: Date.parse('2026-01-01') } })
})

test('characters that Postgres cannot store are removed from texts', () => {
  expect(check({ ...sanne, consent_wording: 'a\0b\ud83d', source: 'stand\0' })).toMatchObject({
    source: '',
    consent: { wording: 'ab\ufffd' },
  })
})

describe('times', () => {
  test.each([
    ['2026-11-21', '2026-11-21T00:00:00Z'],
    ['2026-11-21 12:30', '2026-11-21T12:30:00Z'],
    ['2026-11-21T12:30:05.250+01:00', '2026-11-21T11:30:05.250Z'],
  ])('%s is %s', (text, iso) => expect(parseTime(text)).toBe(Date.parse(iso)))
  test.each([
    '',
    '2026',
    '2026-02-30',
    '2026-13-01',
    '2026-11-21T25:00',
    '1960-01-01',
    'yesterday',
    '1763726400',
  ])('%j is none', (text) => expect(parseTime(text)).toBeNull())
})
