import { describe, expect, test } from 'vitest'
import { classify, type Outcome, type RefusedAt, type SendResult } from './classify.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const minute = 60_000
const refused = (at: RefusedAt, answer: string): SendResult => ({
  result: 'refused',
  at,
  code: Number(answer.slice(0, 3)),
  answer,
})
const signalOf = (signal: Outcome['signal']): string =>
  signal.says === 'account'
    ? `account: ${signal.kind}`
    : signal.says === 'refused'
      ? `refused with ${signal.answer}`
      : signal.says
const short = ({ row, signal }: Outcome) => [
  row.state === 'due'
    ? row.dueAt === 'unchanged'
      ? 'unchanged'
      : `again in ${(row.dueAt - now) / minute} min`
    : row.state === 'dead' && row.bounce !== null
      ? { hard: 'bounced', soft: 'bounced softly' }[row.bounce]
      : row.state,
  signalOf(signal),
]

test.each<[string, SendResult, string, string]>([
  ['accepted', { result: 'accepted', answer: '250 ok' }, 'sent', 'accepted'],
  [
    'no server',
    { result: 'no session', why: 'connect ECONNREFUSED', obstacle: 'unreachable' },
    'unchanged',
    'no session',
  ],
  [
    'cut before the final dot',
    { result: 'cut', written: false, why: 'closed' },
    'again in 1 min',
    'nothing',
  ],
  [
    'cut after the final dot',
    { result: 'cut', written: true, why: 'closed' },
    'unknown',
    'nothing',
  ],
  ['login refused', refused('login', '535 5.7.8 no'), 'unchanged', 'account: login'],
  ['login not possible now', refused('login', '454 4.7.0 later'), 'unchanged', 'no session'],
  ['sender refused', refused('sender', '550 5.7.1 no'), 'unchanged', 'account: sender'],
  ['sender later', refused('sender', '451 4.3.0 later'), 'again in 1 min', 'nothing'],
  ['recipient later', refused('recipient', '450 4.2.1 later'), 'again in 1 min', 'mail refused'],
  ['recipient unknown', refused('recipient', '550 5.1.1 no such user'), 'bounced', 'mail refused'],
  [
    'recipient domain unknown',
    refused('recipient', '550-5.1.2 no such\r\n550 5.1.2 host'),
    'bounced',
    'mail refused',
  ],
  [
    'recipient unknown, the code on a later line',
    refused('recipient', '550-we looked for this mailbox\r\n550 5.1.1 no such user'),
    'bounced',
    'mail refused',
  ],
  [
    'sender unknown, refused at the recipient',
    refused(
      'recipient',
      '550 5.1.8 <hello@fuel.example>: Sender address rejected: Domain not found',
    ),
    'unchanged',
    'account: sender',
  ],
  [
    'sender malformed, refused at the recipient',
    refused('recipient', '553 5.1.7 sender address'),
    'unchanged',
    'account: sender',
  ],
  [
    'recipient against policy, the code on a later line',
    refused('recipient', '550-see https://example.com/5.1.1\r\n550 5.7.1 blocked'),
    'dead',
    'refused with 550 5.7.1',
  ],
  [
    'recipient against policy',
    refused('recipient', '550 5.7.1 blocked'),
    'dead',
    'refused with 550 5.7.1',
  ],
  ['mailbox full', refused('recipient', '552 5.2.2 full'), 'bounced softly', 'mail refused'],
  ['no enhanced code', refused('recipient', '550 5 reasons why'), 'dead', 'refused with 550'],
  ['text later', refused('message', '452 4.3.1 disk full'), 'again in 1 min', 'mail refused'],
  ['text refused', refused('message', '554 5.6.0 no'), 'dead', 'refused with 554 5.6.0'],
  ['text against policy', refused('message', '554 5.7.1 spam'), 'dead', 'refused with 554 5.7.1'],
  ['5.1.1 to the text', refused('message', '550 5.1.1 no'), 'bounced', 'mail refused'],
  [
    '[BACK-4] recipient unknown without a status',
    refused('recipient', '550 No Such User Here'),
    'bounced',
    'mail refused',
  ],
  [
    '[BACK-4] recipient unknown after the text, without a status',
    refused('message', '550 <x@example.com>: User unknown in virtual mailbox table'),
    'bounced',
    'mail refused',
  ],
  [
    '[BACK-4] mailbox full after the text',
    refused('message', '552 5.2.2 mailbox full'),
    'bounced softly',
    'mail refused',
  ],
  [
    "[BACK-4] a failed check of the sender that quotes 'no such user'",
    refused('recipient', '550-No such user\r\n550 Sender verify failed'),
    'dead',
    'mail refused',
  ],
  ['greeting refused', refused('greeting', '554 5.7.1 no'), 'unchanged', 'account: account'],
  [
    'another server is quoted, whatever it says of an account',
    refused('message', '550 host mx.example said: 550 5.7.1 relay access denied'),
    'dead',
    'mail refused',
  ],
])('%s', (_, result, row, signal) => expect(short(classify(result, 0, now))).toEqual([row, signal]))

describe('[MAIL-1] an answer about our account leaves the mail due with its attempts unchanged', () => {
  const unchanged = (kind: string) => ['unchanged', `account: ${kind}`]

  test.each([
    ['550 5.4.5 Daily user sending limit exceeded', 'limit'],
    ['451 4.7.0 hourly sending limit reached', 'limit'],
    ['550 Your account has been suspended', 'account'],
    ['550 5.7.1 payment required: unpaid invoice', 'account'],
    ['550 5.7.1 relay access denied', 'account'],
    ['530 5.7.57 client was not authenticated', 'login'],
    ['554 Message rejected: Email address is not verified', 'sender'],
    ['550 5.7.60 SendAsDenied', 'sender'],
  ])('%s to the recipient or the text', (answer, kind) => {
    for (const at of ['recipient', 'message'] as const)
      expect(short(classify(refused(at, answer), 3, now))).toEqual(unchanged(kind))
  })

  test.each<[RefusedAt, string, string]>([
    ['greeting', '554 no service for this address', 'account'],
    ['login', '535 5.7.8 Username and Password not accepted', 'login'],
    ['login', '535 Your account is suspended', 'account'],
    ['login', '550 5.4.5 Daily user sending limit exceeded', 'limit'],
    ['sender', '553 5.7.1 sender address rejected: not owned by user', 'sender'],
    ['sender', '550 Your account has been suspended', 'account'],
    ['sender', '450 4.7.1 hourly sending limit exceeded', 'limit'],
  ])('at the %s: %s', (at, answer, kind) =>
    expect(short(classify(refused(at, answer), 3, now))).toEqual(unchanged(kind)),
  )

  test('but a recipient is asked first: its full mailbox and its unknown user are none of it', () => {
    const signals = ['552 5.2.2 quota exceeded', '550 No such user', '550 5.2.1 mailbox disabled']
      .map((answer) => classify(refused('recipient', answer), 0, now, 'sanne@example.com'))
      .map(({ signal }) => signal.says)
    expect(new Set(signals)).toEqual(new Set(['mail refused']))
  })
})

describe('the waits between attempts', () => {
  const waits: number[] = []
  let last: Outcome['row']
  for (let attempts = 0; ; attempts++) {
    last = classify(refused('recipient', '451 4.7.1 greylisted'), attempts, now).row
    if (last.state !== 'due' || last.dueAt === 'unchanged') break
    waits.push((last.dueAt - now) / minute)
  }

  test('double from one minute to four hours', () =>
    expect(waits.slice(0, 10)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 240, 240]))

  test('add up to at most 72 hours; then the mail is dead and the address unchanged', () => {
    const hours = waits.reduce((sum, wait) => sum + wait, 0) / 60
    expect(hours).toBeGreaterThan(68)
    expect(hours).toBeLessThanOrEqual(72)
    expect(last).toMatchObject({
      state: 'dead',
      bounce: null,
      reason: expect.stringContaining('given up after 72 hours'),
    })
  })
})

test('a reason is one line without addresses', () => {
  const { row } = classify(
    refused('recipient', '550 5.2.1 <sanne@example.com>:\r\n account disabled'),
    0,
    now,
  )
  expect(row).toMatchObject({
    reason: expect.stringMatching(/^550 5\.2\.1 <sa\*\*\*@example\.com>: account disabled$/),
  })
})
