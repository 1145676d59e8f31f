import { describe, expect, test } from 'vitest'
import { noOrigin } from '#contract/people/waitlist.ts'
import { noon } from '#test/mailbox.ts'
import { importOptions, peopleFile } from '#test/people-file.ts'
import { checkRow } from './check-row.ts'
import { termsOf, type ImportOptions } from './import.ts'
import { surveyFile } from './survey.ts'

const options = importOptions({ people: 'confirmed', consentSource: 'shop', consentAt: noon - 1 })
const sanne = { email: 'sanne@example.com' }
async function checkAll(
  rows: readonly Record<string, string>[],
  change: Partial<ImportOptions> = {},
) {
  const given = { ...options, ...change }
  const file = peopleFile(rows)
  const survey = await surveyFile(file, given)
  const how = { survey, terms: termsOf(given, survey), now: noon }
  const checked = (await Array.fromAsync(file.rows())).map((row) =>
    checkRow('fields' in row ? row : { fields: {} }, how),
  )
  survey.close()
  return checked
}
const check = async (fields: Record<string, string>, change: Partial<ImportOptions> = {}) =>
  (await checkAll([fields], change))[0]!.row

test.each<Record<string, string>>([
  { email: 'Sanne@Example.com' },
  { e_mail: 'sanne@example.com' },
  { email_address: ' sanne@example.com ', state: 'Subscribed' },
  { email: '\u200bSanne Jansen <sanne@example.com>', status: 'ACTIVE' },
  { ...sanne, consent_date: '2026-11-21T11:59' },
])('%j is entered', async (fields) => {
  expect(await check(fields)).toMatchObject({
    email: 'sanne@example.com',
    confirmed: true,
    consent: { source: 'shop' },
  })
})

test.each<[string, Record<string, string>, Partial<ImportOptions>]>([
  ['no address that can be mailed', {}, {}],
  ['no address that can be mailed', { email: '1,victim@x.test' }, {}],
  ['the file says: left (state says Unsubscribed)', { ...sanne, state: 'Unsubscribed' }, {}],
  ['the file says: undeliverable (state says cleaned)', { ...sanne, state: 'cleaned' }, {}],
  [
    'the file says: never confirmed (state says unconfirmed)',
    { ...sanne, state: 'unconfirmed' },
    {},
  ],
  ['the file says: left (unsub_time has a value)', { ...sanne, unsub_time: '2024-01-15' }, {}],
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
    'the date of the consent cannot be read: use 2026-11-21 or 2026-11-21T12:00:00Z, or leave the column out with --ignore-column',
    { ...sanne, consent_date: 'spring 2026' },
    {},
  ],
  [
    'the date of the consent can be day/month or month/day, and the column does not show which: write it as 2026-01-31, or leave the column out with --ignore-column',
    { ...sanne, consent_date: '03/04/2026' },
    {},
  ],
  [
    'the date of the consent is no day of the calendar: correct it',
    { ...sanne, consent_date: '2026-02-29' },
    {},
  ],
  [
    'the date of the consent is in the future',
    { ...sanne, consent_given_at: '2026-11-21T12:00:01Z' },
    {},
  ],
])('%s', async (refused, fields, change) =>
  expect(await check(fields, change)).toMatchObject({ refused }),
)

test.each(['joined_at', 'created_at', 'signup_date', 'date_added', 'optin_time'])(
  'the sign-up date is read from %s, as in our export and other lists',
  async (name) => {
    expect(await check({ ...sanne, [name]: '2025-06-01 08:30:00' })).toMatchObject({
      joinedAt: Date.parse('2025-06-01T08:30:00Z'),
    })
  },
)

test.each([
  [
    'the date of the sign-up cannot be read: use 2026-11-21 or 2026-11-21T12:00:00Z, or leave the column out with --ignore-column',
    { signup_date: 'last year' },
  ],
  ['the date of the sign-up is in the future', { joined_at: '2026-11-22' }],
  ['the date of the confirmation is in the future', { confirmed_at: '2026-11-22' }],
])('%s', async (refused, fields) =>
  expect(await check({ ...sanne, ...fields })).toMatchObject({ refused }),
)

test('[DASH-9] campaign words and the referring host are read from the file', async () => {
  expect(
    await check({
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

test.each([
  ['language', 'nl', 'nl'],
  ['lang', 'NL', 'nl'],
  ['locale', 'nl-NL', 'nl'],
  ['locale', 'en_US', 'en'],
  ['Preferred Language', 'nl', 'nl'],
  ['language', 'fi', null],
  ['language', 'n/a', null],
  ['country', 'nl', null],
])('[LANG-6] a column %s with %s says the language %s', async (column, cell, language) =>
  expect(await check({ ...sanne, [column]: cell })).toMatchObject({ language }),
)

test('unconfirmed people need no consent; an existing one is stored', async () => {
  const unconfirmed = { people: 'unconfirmed' as const, consentAt: null, consentSource: '' }
  expect(await check({ ...sanne, state: 'unconfirmed' }, unconfirmed)).toEqual({
    ...noOrigin,
    email: 'sanne@example.com',
    joinedAt: null,
    confirmedAt: null,
    confirmed: false,
    language: null,
    consent: null,
  })
  expect(
    await check({ ...sanne, consent_date: '2026-01-01', consent_source: 'shop' }, unconfirmed),
  ).toMatchObject({ consent: { source: 'shop', givenAt: Date.parse('2026-01-01') } })
})

test('characters that Postgres cannot store are removed from texts', async () => {
  expect(await check({ ...sanne, consent_wording: 'ab\ud83d' })).toMatchObject({
    consent: { wording: 'ab\ufffd' },
  })
})

describe('[IMPORT-2] the strictest row of an address', () => {
  const rows = (...states: string[]) => states.map((status) => ({ ...sanne, status }))
  test.each([
    [['active', 'unsubscribed'], 'left'],
    [['unsubscribed', 'active'], 'left'],
    [['active', 'pending'], 'unconfirmed'],
    [['bounced', 'unsubscribed'], 'left'],
    [['unsubscribed', 'blocklisted', 'bounced'], 'blocked'],
    [['blocklisted', 'complained'], 'complained'],
    [['active', 'frobnicated'], 'unknown'],
    [['frobnicated', 'unsubscribed'], 'left'],
  ])('of %j is %s, for each of them', async (states, kind) => {
    const checked = await checkAll(rows(...states))
    expect(checked.map((row) => row.kind)).toEqual(states.map(() => kind))
    expect(checked.every(({ row }) => 'refused' in row)).toBe(true)
  })

  test('is found below spellings of the address', async () => {
    const checked = await checkAll([
      { email: 'Anna@Bücher.example', status: 'active' },
      { email: 'Anna <anna@xn--bcher-kva.example>', status: 'unsubscribed' },
    ])
    expect(checked.map(({ row }) => row)).toMatchObject([
      { refused: 'another row of the file says: left', leaver: 'left' },
      { refused: 'the file says: left (status says unsubscribed)', leaver: 'left' },
    ])
  })
})

test('[IMPORT-1] an unknown word in a status column refuses the row and is named; a province in a column state does not', async () => {
  const provinces = ['Utrecht', 'TX', 'Baja California', ''].map((state) => ({ ...sanne, state }))
  expect((await checkAll(provinces)).map(({ kind }) => kind)).toEqual(
    provinces.map(() => 'mailable'),
  )
  const [known, unknown] = await checkAll([
    { email: 'a@example.com', state: 'Active' },
    { email: 'b@example.com', state: 'Utrecht' },
  ])
  expect(known!.kind).toBe('mailable')
  expect(unknown!.row).toMatchObject({
    refused:
      "'Utrecht' in the column state is no status that is known: correct it in the file; if the column is not about mail, leave it out with --ignore-column",
  })
})

test('[IMPORT-3] the operator leaves a status column out, or names another one', async () => {
  const rows = [
    { email: 'a@example.com', state: 'Active', mail: 'yes', wishes: 'subscribed' },
    { email: 'b@example.com', state: 'Utrecht', mail: 'no', wishes: 'no more' },
  ]
  const kinds = async (change: Partial<ImportOptions>) =>
    (await checkAll(rows, change)).map(({ kind }) => kind)
  expect(await kinds({})).toEqual(['mailable', 'unknown'])
  expect(await kinds({ ignoredColumns: ['State'] })).toEqual(['mailable', 'mailable'])
  expect(await kinds({ ignoredColumns: ['state'], statusColumns: ['Wishes'] })).toEqual([
    'mailable',
    'unknown',
  ])
  await expect(kinds({ statusColumns: ['nothing'] })).rejects.toThrow(
    "--status-column names 'nothing', a column that the file does not have. Its columns: email, state, mail, wishes.",
  )
})

test('[IMPORT-4] day and month are read where the whole column shows their order', async () => {
  const of = async (...dates: string[]) =>
    (await checkAll(dates.map((joined_at, n) => ({ email: `p${n}@example.com`, joined_at })))).map(
      ({ row }) =>
        'refused' in row ? row.refused : new Date(row.joinedAt!).toISOString().slice(0, 10),
    )
  expect(await of('03/04/2025', '25/04/2025')).toEqual(['2025-04-03', '2025-04-25'])
  expect(await of('03/04/2025', '04/25/2025')).toEqual(['2025-03-04', '2025-04-25'])
  expect(await of('03/04/2025', '05/06/2025')).toEqual([
    expect.stringContaining('write it as 2026-01-31'),
    expect.stringContaining('write it as 2026-01-31'),
  ])
  expect(await of('25/04/2025', '04/25/2025')).toEqual([
    expect.stringContaining('write it as 2026-01-31'),
    expect.stringContaining('write it as 2026-01-31'),
  ])
})
