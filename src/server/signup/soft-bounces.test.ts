import { expect, test } from 'vitest'
import { suspendedUntil } from './soft-bounces.ts'

const day = 24 * 3_600_000
const now = Date.parse('2026-11-21T12:00:00Z')
const bounce = (mailId: string, daysAgo: number) => ({ mailId, at: now - daysAgo * day })

test.each([
  ['no bounce', [], null],
  ['two mails in a day', [bounce('a', 0), bounce('b', 1)], null],
  ['three mails within 7 days', [bounce('a', 0), bounce('b', 3), bounce('c', 6.9)], 14],
  ['three mails, one 7 days ago', [bounce('a', 0), bounce('b', 3), bounce('c', 7)], null],
  ['three reports about two mails', [bounce('a', 0), bounce('a', 1), bounce('b', 2)], null],
  ['five mails', ['a', 'b', 'c', 'd', 'e'].map((mail) => bounce(mail, 1)), 14],
] as const)(
  '[BACK-4] soft bounces suspend mail for 14 days only if there are three within 7 days: %s',
  (_, bounces, days) => {
    expect(suspendedUntil(bounces, now)).toBe(days === null ? null : now + days * day)
  },
)
