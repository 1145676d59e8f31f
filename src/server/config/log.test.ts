import { expect, test } from 'vitest'
import { mask, openLog } from './log.ts'

test.each([
  ['sent to sanne@example.com', 'sent to sa***@example.com'],
  ['550 <a.b+c@mail.example.co>: no', '550 <a.***@mail.example.co>: no'],
  [
    'to jan.jansen%x@example.com and sanne%40example.com',
    'to ja***@example.com and sa***@example.com',
  ],
  ['GET /confirm/abcdefghijklmnop', 'GET /confirm/***'],
  ['GET /me/abcdefghijklmnop/erase', 'GET /me/***/erase'],
  ['/join?to=abcdef&again=1', '/join?to=***&again=1'],
  ['postgres is away', 'postgres is away'],
])('%j is logged as %j', (text, masked) => expect(mask(text)).toBe(masked))

test('no caller and no error can write an address', () => {
  const lines: string[] = []
  openLog({ write: (line: string) => void lines.push(line) }).error(
    { err: new Error('duplicate key (email)=(sanne@example.com)'), to: ['daan@example.com'] },
    'lotte@example.com',
  )
  expect(lines.join('')).not.toMatch(/sanne@|daan@|lotte@/)
})
