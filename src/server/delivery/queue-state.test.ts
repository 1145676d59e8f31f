import { describe, expect, test } from 'vitest'
import type { QueueSignal } from './classify.ts'
import {
  applyAnswer,
  mayProbe,
  probeAt,
  pauseUnchecked,
  probeEveryMs,
  withProbe,
  type Answered,
  type Change,
  type Queue,
} from './queue-state.ts'

const now = Date.parse('2026-11-26T12:00:00Z')
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const open: Queue = { pause: null, series: null, falseAlarms: [], trouble: null }

const limit: QueueSignal = { says: 'account', kind: 'limit', at: 'message' }
const suspended: QueueSignal = { says: 'account', kind: 'account', at: 'recipient' }
const login: QueueSignal = { says: 'account', kind: 'login', at: 'login' }
const accepted: QueueSignal = { says: 'accepted' }
const mailRefused: QueueSignal = { says: 'mail refused' }
const listed: QueueSignal = { says: 'refused', answer: '550 5.7.1' }
const noSession: QueueSignal = { says: 'no session', obstacle: 'unreachable' }

const answer = (signal: QueueSignal, domain = 'gmail.com', counts = true): Answered => ({
  mail: { id: `a mail to ${domain}`, domain },
  counts,
  signal,
  reason: `the words of ${domain}`,
})
/** One answer after the other. */
const after = (queue: Queue, ...answers: Answered[]): Change =>
  answers.reduce<Change>((change, one) => applyAnswer(change.queue, one, now), { queue })
const by = ({ queue: { pause } }: Pick<Change, 'queue'>) => pause?.by ?? null
/** The queue once a mail to `domain` is its probe. */
const asks = (queue: Queue, domain: string): Queue =>
  withProbe(queue, { id: `a mail to ${domain}`, domain }, now)
const checking = after(open, answer(limit)).queue

describe('an answer about the account to a recipient or a text', () => {
  test('holds the queue, and its mail is due again', () => {
    expect(after(open, answer(limit))).toMatchObject({
      row: 'due again',
      started: { checking: 'the words of gmail.com' },
      queue: { pause: { by: 'checking', nextProbeAt: now + probeEveryMs } },
    })
  })

  test('of the other connections meanwhile leaves the mails due, whatever their domain', () => {
    for (const domain of ['gmail.com', 'outlook.com'])
      expect(after(checking, answer(suspended, domain))).toEqual({
        queue: checking,
        row: 'due again',
      })
  })

  test('that another domain gives the probe too pauses the queue', () => {
    const change = after(asks(checking, 'outlook.com'), answer(limit, 'outlook.com'))
    expect(change).toMatchObject({
      row: 'due again',
      started: { paused: 'the words of outlook.com' },
      queue: {
        pause: {
          by: 'limit',
          probed: ['outlook.com'],
          probe: null,
          nextProbeAt: now + probeEveryMs,
        },
      },
    })
  })

  test('is a false alarm if the probe is accepted: its mail is tried again like a deferred one', () => {
    expect(after(asks(checking, 'outlook.com'), answer(accepted, 'outlook.com'))).toMatchObject({
      opened: true,
      defer: { id: 'a mail to gmail.com' },
      queue: { pause: null, falseAlarms: [{ domain: 'gmail.com', at: now }] },
    })
  })

  test('a mail that was accepted before it came decides nothing', () => {
    expect(after(asks(checking, 'outlook.com'), answer(accepted, 'yahoo.com')).queue).toMatchObject(
      {
        pause: { by: 'checking' },
        falseAlarms: [],
      },
    )
  })

  test.each([
    ['is refused for its mailbox', mailRefused],
    ['is refused by policy', listed],
    ['finds no session', noSession],
    ['is cut', { says: 'nothing' } as const],
  ])('a probe that %s decides nothing', (_, signal) => {
    expect(by(after(asks(checking, 'outlook.com'), answer(signal, 'outlook.com')))).toBe('checking')
  })

  test('pauses the queue if no other domain waits', () => {
    const paused = pauseUnchecked(checking, now + 1_000)
    expect(paused.pause).toMatchObject({ by: 'limit', nextProbeAt: now + 1_000 + probeEveryMs })
    expect(pauseUnchecked(paused, now)).toBe(paused)
  })

  test('with nobody to ask is asked about as soon as a mail to another domain waits', () => {
    const alone = pauseUnchecked(checking, now)
    const may = (domain: string, at = now) => mayProbe(alone.pause!, domain, at)
    expect([may('gmail.com'), may('outlook.com'), may('gmail.com', now + probeEveryMs)]).toEqual([
      false,
      true,
      true,
    ])
    const asked = asks(alone, 'outlook.com')
    expect(after(asked, answer(accepted, 'outlook.com'))).toMatchObject({
      opened: true,
      defer: { id: 'a mail to gmail.com' },
      queue: { falseAlarms: [{ domain: 'gmail.com' }] },
    })
    const refused = after(asked, answer(limit, 'outlook.com')).queue
    expect(mayProbe(refused.pause!, 'yahoo.com', now)).toBe(false)
    expect(after(asks(alone, 'gmail.com'), answer(accepted)).queue).toEqual(open)
  })

  test('of a clock that was ahead delays no probe', () => {
    const { pause } = after(open, answer(login)).queue
    expect([probeAt(pause!, now), probeAt(pause!, now - 1)]).toEqual([now + probeEveryMs, now - 1])
  })

  test('is asked about at each domain until it answers, and at no part of a domain that did', () => {
    const asked = after(asks(checking, 'outlook.com'), answer(mailRefused, 'outlook.com')).queue
    const lost = asks(asked, 'yahoo.com')
    const { pause } = after(
      asks(lost, 'mail.team.example'),
      answer(listed, 'mail.team.example'),
    ).queue
    const domains = ['gmail.com', 'outlook.com', 'team.example', 'yahoo.com']
    expect(domains.filter((domain) => mayProbe(pause!, domain, now))).toEqual(['yahoo.com'])
  })
})

describe('false alarms', () => {
  const alarm = (domain: string, agoMs: number) => ({ domain, at: now - agoMs })
  const held = (falseAlarms: Queue['falseAlarms'], domain: string, counts = false) =>
    after({ ...open, falseAlarms }, answer(limit, domain, counts))

  test.each([
    ['a domain cannot hold the queue for a day', 'team.example', 23 * hourMs, 'tried later'],
    ['nor can a part of it', 'mail.team.example', 23 * hourMs, 'tried later'],
    ['after that it can', 'team.example', 24 * hourMs, 'due again'],
    ['another can meanwhile', 'club.example', 0, 'due again'],
    ['a time ahead, of a wrong clock, does not count', 'team.example', -hourMs, 'due again'],
  ])('%s', (_, domain, agoMs, row) =>
    expect(held([alarm('team.example', agoMs)], domain).row).toBe(row),
  )

  test('after three within an hour only those that count can hold the queue, for a day', () => {
    const three = [alarm('a.example', hourMs), alarm('b.example', 0), alarm('c.example', 0)]
    const older = three.map(({ domain, at }) => ({ domain, at: at - 23 * hourMs }))
    expect([held(three, 'd.example').row, held(older, 'd.example').row]).toEqual([
      'tried later',
      'tried later',
    ])
    expect(held(three, 'd.example', true).row).toBe('due again')
    const over = three.map(({ domain, at }) => ({ domain, at: at - 24 * hourMs }))
    expect(held(over, 'd.example').row).toBe('due again')
    const slow = [alarm('a.example', hourMs + 1), alarm('b.example', 0), alarm('c.example', 0)]
    expect(held(slow, 'd.example').row).toBe('due again')
  })
})

describe('an automatic pause', () => {
  const paused = after(asks(checking, 'outlook.com'), answer(limit, 'outlook.com')).queue

  test('begins at once with a refused greeting, login or sender, and ends a check', () => {
    for (const queue of [open, checking])
      expect(after(queue, answer(login))).toMatchObject({
        row: 'due again',
        started: { paused: 'the words of gmail.com' },
        queue: { pause: { by: 'login' } },
      })
  })

  test('ends with an accepted probe, not with mails that left before', () => {
    expect(by(after(paused, answer(accepted, 'yahoo.com')))).toBe('limit')
    expect(after(asks(paused, 'yahoo.com'), answer(accepted, 'yahoo.com'))).toMatchObject({
      opened: true,
      queue: { pause: null, falseAlarms: [] },
    })
  })

  test('has the words of its last probe', () => {
    const change = after(asks(paused, 'yahoo.com'), answer(suspended, 'yahoo.com'))
    expect(change.row).toBe('due again')
    expect(change.queue.pause).toMatchObject({
      by: 'account',
      reason: 'the words of yahoo.com',
      since: now,
    })
  })

  test('for the login ends when a mail reaches its recipient; one for the account does not', () => {
    for (const signal of [mailRefused, listed]) {
      const atLogin = asks(after(open, answer(login)).queue, 'outlook.com')
      expect(by(after(atLogin, answer(signal, 'outlook.com')))).toBeNull()
      expect(by(after(asks(paused, 'yahoo.com'), answer(signal, 'yahoo.com')))).toBe('limit')
    }
  })

  test('costs no probe that is refused without a reason of its own', () => {
    expect(after(asks(paused, 'yahoo.com'), answer(listed, 'yahoo.com')).row).toBe('due again')
    expect(after(asks(paused, 'yahoo.com'), answer(mailRefused, 'yahoo.com')).row).toBeUndefined()
  })

  test('keeps its last two probes apart', () => {
    const three = ['a.example', 'b.example', 'c.example'].reduce(asks, paused)
    expect(three.pause).toMatchObject({ probed: ['b.example', 'c.example'] })
  })
})

describe('refusals that decide nothing each', () => {
  const refusals = (...domains: string[]) => domains.map((domain) => answer(listed, domain))

  test('pause the queue when three domains in a row gave the same, and their mails are due again', () => {
    const two = after(open, ...refusals('gmail.com', 'outlook.com', 'gmail.com'))
    expect([by(two), two.restore]).toEqual([null, undefined])
    const third = after(two.queue, answer(listed, 'yahoo.com'))
    expect([by(third), third.restore]).toEqual(['refused', two.series])
    expect(after(third.queue, answer(listed, 'icloud.com')).row).toBe('due again')
  })

  test('begin anew after an accepted mail', () => {
    const queue = after(
      open,
      ...refusals('gmail.com', 'outlook.com'),
      answer(accepted, 'a.example'),
    )
    expect(by(after(queue.queue, ...refusals('yahoo.com', 'icloud.com')))).toBeNull()
  })

  test('begin anew with another answer', () => {
    const other: QueueSignal = { says: 'refused', answer: '554 5.7.1' }
    const broken = [...refusals('gmail.com', 'outlook.com'), answer(other, 'yahoo.com')]
    expect(by(after(open, ...broken, ...refusals('icloud.com', 'hotmail.com')))).toBeNull()
  })

  test('count by the domain that can be registered', () => {
    const hosts = ['a.team.example', 'b.team.example', 'c.team.example', 'd.club.example']
    expect(by(after(open, ...refusals(...hosts)))).toBeNull()
  })

  test("of strangers' domains count for nothing, and break no row", () => {
    const strangers = Array.from({ length: 30 }, (_, n) => answer(listed, `a${n}.example`, false))
    const change = after(open, ...strangers)
    expect(by(change)).toBeNull()
    const other = answer({ says: 'refused', answer: '500' }, 'rude.example', false)
    const row = after(change.queue, ...refusals('gmail.com', 'outlook.com'), other)
    const third = after(row.queue, answer(listed, 'yahoo.com'))
    expect([by(third), third.restore]).toEqual(['refused', change.series])
  })
})

test("an operator's pause is changed by no answer", () => {
  const pause = { ...checking.pause!, by: 'held', nextProbeAt: Infinity, cause: null } as const
  const queue = { ...open, pause }
  for (const signal of [accepted, limit, login, listed, mailRefused])
    expect(after(queue, answer(signal)).queue).toEqual(queue)
  expect([after(queue, answer(limit)).row, after(queue, answer(login)).row]).toEqual([
    'due again',
    'due again',
  ])
})

test('trouble with the mail server lasts until the next session', () => {
  const down = after(open, answer(noSession))
  expect(down.started).toEqual({
    trouble: { obstacle: 'unreachable', reason: 'the words of gmail.com', since: now },
  })
  expect(after(down.queue, answer(noSession)).queue).toBe(down.queue)
  expect(after(down.queue, answer(mailRefused)).queue.trouble).toBeNull()
})
