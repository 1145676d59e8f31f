import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { freshFolder } from '#test/fresh-store.ts'
import type { FileRow } from './file-row.ts'
import { openPeopleFile } from './read-file.ts'

async function rowsIn(name: string, bytes: string | Buffer): Promise<FileRow[]> {
  const path = join(freshFolder(), name)
  writeFileSync(path, bytes)
  const format = name.endsWith('.csv') ? 'csv' : 'jsonl'
  const file = openPeopleFile({ file: path, format, name })
  const rows = await Array.fromAsync(file.rows())
  // An import reads a file twice.
  expect(await Array.fromAsync(file.rows())).toEqual(rows)
  return rows
}

describe('CSV', () => {
  test('fields are found by the names in the header, however they are written', async () => {
    expect(
      await rowsIn(
        'list.csv',
        '\uFEFF"E-mail Address";Consent Date;consentSource\r\nsanne@example.com; 2026-01-31 ;"stand ""A"""\r\n',
      ),
    ).toEqual([
      {
        line: 2,
        fields: {
          e_mail_address: 'sanne@example.com',
          consent_date: '2026-01-31',
          consent_source: 'stand "A"',
        },
      },
    ])
  })

  test('a cell that was guarded against formulas is read as it was', async () => {
    expect(
      await rowsIn('list.csv', "email\n'+sanne@example.com\n'=daan@example.com\n"),
    ).toMatchObject([
      { fields: { email: '+sanne@example.com' } },
      { fields: { email: '=daan@example.com' } },
    ])
  })

  test('[IMPORT-4] cells that are missing or empty at the end are no error; others are named with the address', async () => {
    expect(
      await rowsIn(
        'list.csv',
        'email,state\na@example.com\nb@example.com,,\nc"@example.com,\nd@example.com,x\ne@example.com,x,y\n,\n',
      ),
    ).toMatchObject([
      { line: 2, fields: { email: 'a@example.com' }, isShort: true },
      { line: 3, fields: { email: 'b@example.com', state: '' } },
      { line: 4, wrong: expect.stringContaining('quotation mark'), address: 'c@example.com' },
      { line: 5, fields: { state: 'x' } },
      {
        line: 6,
        wrong: expect.stringContaining('it has 3 cells, and the header has 2'),
        address: 'e@example.com',
      },
    ])
  })

  const people = [
    { email: 'a@example.com', status: 'active' },
    { email: 'b@example.com', status: 'left' },
  ]
  test.each([
    ['separated by semicolons', 'email;status\na@example.com;active\nb@example.com;left\n'],
    ['separated by tabs', 'email\tstatus\na@example.com\tactive\nb@example.com\tleft\n'],
    ['separated by pipes', 'email|status\na@example.com|active\nb@example.com|left\n'],
    [
      'with a first line sep=',
      'sep=;\r\nemail;status\r\na@example.com;active\r\nb@example.com;left\r\n',
    ],
    ['with a byte order mark', '\uFEFFemail,status\na@example.com,active\nb@example.com,left\n'],
    ['with two of them', '\uFEFF\uFEFF"email","status"\na@example.com,active\nb@example.com,left'],
    ['with lines that end in CR', 'email,status\ra@example.com,active\rb@example.com,left\r'],
    ['with empty lines', '\n\nemail,status\n\na@example.com,active\n,\n\r\nb@example.com,left\n\n'],
    [
      'with padded cells',
      ' email , "status" \n  a@example.com ,\u00a0active \nb@example.com\u200b, "left" \n',
    ],
    ['with NUL', 'email,status\na@example.com\0,active\nb@example.com,left\n'],
    [
      'with a title above',
      'Members of the club\n\nemail,status\na@example.com,active\nb@example.com,left\n',
    ],
    [
      'with a title in a spreadsheet above',
      'Members;\n;\nemail;status\na@example.com;active\nb@example.com;left\n',
    ],
    ['with a comma in the header', '"email";"status"\na@example.com;active\nb@example.com;left\n'],
  ])('[IMPORT-4] a table %s is read', async (_, text) =>
    expect((await rowsIn('list.csv', text)).map((row) => 'fields' in row && row.fields)).toEqual(
      people,
    ),
  )

  test('[IMPORT-4] columns without a name, or with the name of another one, are columns of their own', async () => {
    expect(await rowsIn('list.csv', 'email,status,Status,,\na@example.com,1,2,3,\n')).toEqual([
      {
        line: 2,
        fields: {
          email: 'a@example.com',
          status: '1',
          'status (2)': '2',
          '(column 4)': '3',
          '(column 5)': '',
        },
      },
    ])
  })

  test('[IMPORT-4] a carriage return within a line ends no record', async () =>
    expect(await rowsIn('list.csv', 'email,name,status\na@example.com,x\ry,left\n')).toMatchObject([
      { line: 2, wrong: expect.stringContaining('carriage return'), address: 'a@example.com' },
    ]))

  test.each([
    'E-Mail-Adresse',
    'Adresse e-mail',
    'Correo electrónico',
    'E-mail 1 - Value',
    'Subscriber',
    'Mail',
    'email_id',
    'Email Address',
    'E-mailadres',
    'emailAddress',
  ])('the address is found below %s', async (name) =>
    expect(await rowsIn('list.csv', `name,${name}\nA,a@example.com\n`)).toHaveLength(1),
  )

  test.each<[string, string | Buffer, string]>([
    ['UTF-16', Buffer.from('\uFEFFemail\nsanne@example.com\n', 'utf16le'), 'is UTF-16, not UTF-8'],
    [
      'UTF-16 without a mark',
      Buffer.from('email\r\nsanne@example.com\r\n', 'utf16le'),
      'is UTF-16',
    ],
    [
      'UTF-16 of the other order',
      Buffer.from('email\r\nsanne@example.com\r\n', 'utf16le').swap16(),
      'is UTF-16',
    ],
    ['Windows-1252', Buffer.from('email,name\na@example.com,Ren\xe9\n', 'latin1'), 'is not UTF-8'],
    ['a spreadsheet', Buffer.from('PK\x03\x04'), 'ZIP file'],
    ['an old spreadsheet', Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), 'old Excel file'],
    ['a web page', '\n<!DOCTYPE html><table><tr><td>email', 'a web page or XML'],
    ['JSON', '[{"email":"a@example.com"}]', 'is JSON, not CSV'],
    ['a header that cannot be read', 'a"b\nc\n', 'The header'],
    ['an empty file', '\n\n', 'list.csv is empty.'],
    ['no header', 'a@example.com,A\nb@example.com,B\n', 'no `email` column'],
    ['a word of a cell', 'name,contact,channel\nA,a@example.com,email\n', 'no `email` column'],
    [
      'a table of psql',
      ' id | email \n----+-------\n  1 | a@example.com\n(1 row)\n',
      'drawn with lines',
    ],
    ['a table of mysql', '+----+-------+\n| id | email |\n+----+-------+\n', 'drawn with lines'],
  ])('[IMPORT-4] %s stops the reading, and says why', async (_, bytes, reason) => {
    await expect(rowsIn('list.csv', bytes)).rejects.toThrow(reason)
  })
})

describe('JSON lines', () => {
  test('texts are read, and the last of the consents in our own export', async () => {
    const row = {
      email: 'sanne@example.com',
      joinedAt: '2026-01-01T00:00:00Z',
      confirmedAt: null,
      consents: [
        { version: '1' },
        { version: '2', wording: 'Yes', source: null, givenAt: '2026-01-02T00:00:00Z' },
      ],
    }
    expect(await rowsIn('list.jsonl', `${JSON.stringify(row)}\n\n`)).toEqual([
      {
        line: 1,
        fields: {
          email: 'sanne@example.com',
          joined_at: '2026-01-01T00:00:00Z',
          confirmed_at: '',
          consent_version: '2',
          consent_wording: 'Yes',
          consent_source: '',
          consent_given_at: '2026-01-02T00:00:00Z',
        },
      },
    ])
  })

  test('numbers, yes and no are read, and objects by the names of their keys', async () => {
    expect(
      await rowsIn(
        'list.jsonl',
        '{"email":"a@example.com","subscribed":false,"created":1705276800,"address":{"state":"Utrecht"},"tags":[]}\n',
      ),
    ).toEqual([
      {
        line: 1,
        fields: {
          email: 'a@example.com',
          subscribed: 'false',
          created: '1705276800',
          address_state: 'Utrecht',
          tags: '',
        },
      },
    ])
  })

  test('a line that is not an object is reported with its number', async () => {
    expect(
      await rowsIn(
        'list.jsonl',
        'null\n[]\r\n{"email":"a@example.com"\n{"__proto__":{"email":"a@example.com"}}',
      ),
    ).toEqual([
      { line: 1, wrong: 'it is not a JSON object', address: '' },
      { line: 2, wrong: 'it is not a JSON object', address: '' },
      { line: 3, wrong: 'it is not JSON', address: 'a@example.com' },
      { line: 4, fields: { proto_email: 'a@example.com' } },
    ])
  })

  test('[IMPORT-1] each object of a list of subscriptions has columns of its own, and events have none', async () => {
    const lists = [{ name: 'News', subscription_status: 'unsubscribed' }, { name: 'Beta' }]
    const [row] = await rowsIn(
      'list.jsonl',
      `${JSON.stringify({ email: 'a@example.com', lists, mails: [{ reason: '550 5.1.1 gone' }] })}\n`,
    )
    expect(row).toEqual({
      line: 1,
      fields: {
        email: 'a@example.com',
        lists_name: 'News',
        lists_subscription_status: 'unsubscribed',
        'lists_name (2)': 'Beta',
        mails: '[{"reason":"550 5.1.1 gone"}]',
      },
    })
  })

  test.each(['[{"email":"a@example.com"}]', '[\n{"email":"a@example.com"}\n]', '{\n"members":[]}'])(
    '[IMPORT-4] one JSON document is refused with the way to convert it: %j',
    async (text) =>
      await expect(rowsIn('list.jsonl', text)).rejects.toThrow('one JSON object per line'),
  )

  test('a line without end stops the reading', async () =>
    await expect(rowsIn('list.jsonl', `{"email":"${'a'.repeat(200_000)}"}`)).rejects.toThrow(
      'longer than 64 KB',
    ))
})

test.each([['nowhere.csv', 'does not exist']])(
  '%s is refused in a sentence',
  async (name, reason) => {
    await expect(
      Array.fromAsync(
        openPeopleFile({ file: join(freshFolder(), name), format: 'csv', name }).rows(),
      ),
    ).rejects.toThrow(reason)
  },
)
