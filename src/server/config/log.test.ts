import { expect, test } from 'vitest'
import { mask, maskedLine, openLog } from './log.ts'

test.each([
  ['sent to sanne@example.com', 'sent to sa***@example.com'],
  ['550 <a.b+c@mail.example.co>: no', '550 <a.***@mail.example.co>: no'],
  [
    'to jan.jansen%x@example.com and sanne%40example.com',
    'to ja***@example.com and sa***@example.com',
  ],
  ['GET /confirm/abcdefghijklmnop', 'GET /confirm/***'],
  ['GET /me/abcdefghijklmnop/erase', 'GET /me/***/erase'],
  ['GET /tell-once/abcdefghijklmnop/delete', 'GET /tell-once/***/delete'],
  ['GET /spot/7F3K-91QD-2QX4-K7Q4', 'GET /spot/***'],
  ['/join?to=abcdef&again=1', '/join?to=***&again=1'],
  ['postgres is away', 'postgres is away'],
])('%j is logged as %j', (text, masked) => expect(mask(text)).toBe(masked))

test('the words of a mail server are kept on one short line without addresses and controls', () => {
  expect(maskedLine('550\r\n5.1.1\0 <sanne@example.com>: no')).toBe(
    '550 5.1.1 <sa***@example.com>: no',
  )
})

test('a million characters without a space are cut, not read for an hour', () => {
  expect(maskedLine('a'.repeat(1_000_000))).toHaveLength(300)
})

test('no caller and no error can write an address', () => {
  const lines: string[] = []
  openLog({ write: (line: string) => void lines.push(line) }).error(
    { err: new Error('duplicate key (email)=(sanne@example.com)'), to: ['daan@example.com'] },
    'lotte@example.com',
  )
  expect(lines.join('')).not.toMatch(/sanne@|daan@|lotte@/)
})
