import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { freshFolder } from '#test/fresh-store.ts'
import { readRows, type FileRow } from './read-file.ts'

async function rowsIn(name: string, bytes: string | Buffer): Promise<FileRow[]> {
  const path = join(freshFolder(), name)
  writeFileSync(path, bytes)
  return Array.fromAsync(readRows({ path, format: name.endsWith('.csv') ? 'csv' : 'jsonl' }))
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

  test('a row with more or fewer cells than the header, or a malformed one, is reported', async () => {
    expect(
      await rowsIn(
        'list.csv',
        'email,state\na@example.com\nb@example.com,,\nc"@example.com,\nd@example.com,x\n',
      ),
    ).toMatchObject([
      { line: 2, wrong: 'it has 1 cells, and the header has 2' },
      { line: 3, wrong: 'it has 3 cells, and the header has 2' },
      { line: 4, wrong: expect.stringContaining('quotation mark') },
      { line: 5, fields: { state: 'x' } },
    ])
  })

  test.each([
    ['UTF-16', Buffer.from('email\nsanne@example.com\n', 'utf16le').fill(0xff, 0, 1), 'UTF-8'],
    ['a header that cannot be read', 'a"b\nc\n', 'The header'],
  ])('%s stops the reading', async (_, bytes, reason) => {
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
          consent_version: '2',
          consent_wording: 'Yes',
          consent_given_at: '2026-01-02T00:00:00Z',
        },
      },
    ])
  })

  test('a line that is not an object is reported with its number', async () => {
    expect(
      await rowsIn('list.jsonl', '[]\r\nnull\n{"email":\n{"__proto__":{"email":"a@example.com"}}'),
    ).toEqual([
      { line: 1, wrong: 'it is not a JSON object' },
      { line: 2, wrong: 'it is not a JSON object' },
      { line: 3, wrong: 'it is not JSON' },
      { line: 4, fields: {} },
    ])
  })

  test('a line without end stops the reading', async () =>
    await expect(rowsIn('list.jsonl', `{"email":"${'a'.repeat(200_000)}"}`)).rejects.toThrow(
      'longer than 64 KB',
    ))
})

test.each([['nowhere.csv', 'does not exist']])(
  '%s is refused in a sentence',
  async (name, reason) => {
    await expect(
      Array.fromAsync(readRows({ path: join(freshFolder(), name), format: 'csv' })),
    ).rejects.toThrow(reason)
  },
)
