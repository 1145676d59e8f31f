import { expect, test } from 'vitest'
import { areTooMany } from './mail-reports.ts'

const day = 24 * 3_600_000
const now = Date.parse('2026-11-21T12:00:00Z')
const bounce = (mailId: string, daysAgo: number) => ({ mailId, at: now - daysAgo * day })

test.each([
  ['no bounce', [], false],
  ['two mails in a day', [bounce('a', 0), bounce('b', 1)], false],
  ['three mails within 7 days', [bounce('a', 0), bounce('b', 3), bounce('c', 6.9)], true],
  ['three mails, one 7 days ago', [bounce('a', 0), bounce('b', 3), bounce('c', 7)], false],
  ['three mails, one 40 days ahead', [bounce('a', 0), bounce('b', 3), bounce('c', -40)], false],
  ['three reports about two mails', [bounce('a', 0), bounce('a', 1), bounce('b', 2)], false],
  ['five mails', ['a', 'b', 'c', 'd', 'e'].map((mail) => bounce(mail, 1)), true],
] as const)(
  '[BACK-4] soft bounces suspend mail only if there are three within 7 days: %s',
  (_, bounces, suspends) => {
    expect(areTooMany(bounces, now)).toBe(suspends)
  },
)
