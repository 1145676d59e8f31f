import { expect, test } from 'vitest'
import { mailSummaryOf } from './screens.ts'

const queue = { stops: [], ready: 0, lastLeavesAt: null } as unknown as Parameters<
  typeof mailSummaryOf
>[0]['queue']

test('a mail that came back by a report counts as bounced on the overview, and once among all mails', () => {
  const gmail = { provider: 'gmail.com', accepted: 95, bounced: 2, refused: 3 }
  const outcomes = [{ ...gmail, returned: 4, complained: 1 }]
  expect(mailSummaryOf({ queue }, outcomes, 'smtp').providers).toEqual([
    { ...gmail, mails: 100, bounced: 6 },
  ])
})
