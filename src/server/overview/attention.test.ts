import { expect, test } from 'vitest'
import { stopKinds, type Stop } from '#server/delivery/stops.ts'
import { attentionOf, refusesMany, type AttentionFacts } from './attention.ts'

const now = Date.parse('2026-11-24T11:04:00Z')
const hourMs = 3_600_000
const stop = (kind: Stop['kind'], more: Partial<Stop> = {}): Stop => ({
  kind,
  since: now - hourMs,
  reason: 'the reason',
  nextTryAt: null,
  lastLeavesAt: null,
  ...more,
})
const noReports = { returned: 0, complained: 0 }
const inOrder: AttentionFacts = {
  report: {
    queue: {
      ready: 0,
      readySince: null,
      lastLeavesAt: now,
      spaced: 0,
      spacedUntil: null,
      letters: 0,
      retries: 0,
      lastRetryAt: null,
      stops: [],
    },
    mailbox: null,
    capped: [],
  },
  lastDay: [{ provider: 'gmail.com', accepted: 900, bounced: 4, refused: 2, ...noReports }],
  stoppedLetters: [],
  backup: { at: now - 35 * hourMs, isPostgres: false },
  incidents: [],
  credits: null,
  simulated: { figures: 0, confirmed: 0 },
  isLive: true,
  now,
}
const withStops = (ready: number, ...stops: Stop[]): AttentionFacts => ({
  ...inOrder,
  report: { ...inOrder.report, queue: { ...inOrder.report.queue, ready, stops } },
})

test('[DASH-3] the list of attention is empty while all is in order', () => {
  expect(attentionOf(inOrder)).toEqual([])
})

test('[DASH-3] incidents that are mailed to operators need attention, but a pause only once', () => {
  const notice = {
    title: 'The disk is nearly full',
    text: '0.9 GB of 20.0 GB in DATA_DIR',
    sinceMs: null,
  }
  const incidents = (['pause', 'disk'] as const).map((key) => ({
    key,
    ...notice,
    path: '/dashboard/mail',
  }))
  expect(attentionOf({ ...inOrder, incidents })).toEqual([
    {
      key: 'disk',
      title: 'The disk is nearly full',
      text: '0.9 GB of 20.0 GB in `DATA_DIR`',
      link: { path: '/dashboard/mail', label: 'See it' },
    },
  ])
})

test('[DASH-3] the cause that stops mail comes first, with its remedy and the unchanged answer of the mail server', () => {
  const [first] = attentionOf(
    withStops(31, stop('budget'), stop('login', { reason: '535 `5.7.8` no', nextTryAt: now + 1 })),
  )
  expect(first).toEqual({
    key: 'mail login',
    title: 'Mail is paused',
    since: now - hourMs,
    text: 'The mail server refuses the login. Check user and password in `SMTP_URL`, and restart the server after a change. 31 mails wait; none is lost.',
    quote: '535 `5.7.8` no',
    nextTryAt: now + 1,
    link: { path: '/dashboard/mail', label: 'See mail' },
  })
})

test('[DASH-3] each kind of stop has a title and a text', () => {
  for (const kind of stopKinds) {
    const [task] = attentionOf(withStops(1, stop(kind)))
    expect(task!.title).toMatch(/mail/i)
    expect(task!.text).toMatch(/^[A-Z][^]*One mail waits; none is lost\.$/)
  }
})

test('[BACK-2] a bounce mailbox that cannot be read needs attention', () => {
  const trouble = { kind: 'login', reason: 'Authentication failed.', since: now - hourMs } as const
  const report = { ...inOrder.report, mailbox: { readAt: null, left: 0, trouble } }
  expect(attentionOf({ ...inOrder, report })).toEqual([
    {
      key: 'bounce mailbox',
      title: 'The bounce mailbox is not read',
      since: now - hourMs,
      text: 'The mail server refuses the login. Check user and password in `BOUNCE_MAILBOX`.',
      quote: 'Authentication failed.',
      link: { path: '/dashboard/mail', label: 'See mail' },
    },
  ])
})

test('[DASH-3] a provider that refuses more than 5% of a day, and at least 10, is named', () => {
  const of = (accepted: number, bounced: number, refused: number) => ({
    provider: 'gmx.de',
    accepted,
    bounced,
    refused,
    ...noReports,
  })
  expect([of(0, 0, 9), of(190, 5, 5), of(189, 5, 5), of(303, 3, 14)].map(refusesMany)).toEqual([
    false,
    false,
    true,
    true,
  ])
  expect(attentionOf({ ...inOrder, lastDay: [of(303, 3, 14)] })).toMatchObject([
    { key: 'refused gmx.de', title: 'gmx.de refuses 5.3% of mails' },
  ])
})

test('[LIVE-2] simulated figures need attention once somebody sees true ones', () => {
  const of = (figures: number, confirmed: number) =>
    attentionOf({ ...inOrder, simulated: { figures, confirmed } })
  expect([of(13, 0), of(0, 127)]).toEqual([[], []])
  expect(of(13, 1_270)).toEqual([
    {
      key: 'simulated',
      title: 'Visitors see simulated figures, people with a place see true ones',
      text: 'The landing page shows 13 simulated figures. The 1,270 people who have confirmed see counted ones on every page of their own, so the numbers differ. Set `FIGURES=live` to show counted figures to everybody.',
      link: { path: '/dashboard/figures', label: 'See the figures' },
    },
  ])
  expect(of(1, 1)[0]!.text).toMatch(
    /one simulated figure\. The person who has confirmed sees counted ones/,
  )
})

test('[DASH-3] a backup older than 36 hours needs attention once the page is live', () => {
  const old = { ...inOrder, backup: { at: now - 37 * hourMs, isPostgres: true } }
  expect(attentionOf(old)).toMatchObject([{ key: 'backup', since: now - 37 * hourMs }])
  expect(attentionOf({ ...old, isLive: false })).toEqual([])
  expect(attentionOf({ ...old, backup: { at: null, isPostgres: true } })).toHaveLength(1)
  const ahead = { at: now + 40 * 24 * hourMs, isPostgres: true }
  expect(attentionOf({ ...old, backup: ahead })).toHaveLength(1)
})

test('[LETTER-3] a letter that stopped by itself needs attention, with why and since when', () => {
  const letter = { id: 'one', subject: 'We are live', pausedAt: now - hourMs }
  const [bounced, complained, late] = attentionOf({
    ...inOrder,
    stoppedLetters: [
      { ...letter, pausedBy: 'bounces' },
      { ...letter, pausedBy: 'complaints' },
      { ...letter, pausedBy: 'late' },
    ],
  })
  expect(bounced).toMatchObject({
    title: 'The letter ‘We are live’ stopped',
    since: now - hourMs,
    link: { path: '/dashboard/letters/one' },
  })
  expect(bounced!.text).toMatch(/mails bounced/)
  expect(complained!.text).toMatch(/marked it as spam/)
  expect(late!.text).toMatch(/could be sent for 72 hours/)
})

test('[LINE-5] friends whose credit waits need attention, with how many and since when', () => {
  const waiting = { credits: 3, isMore: false, oldestAt: now - 50 * hourMs }
  const tasks = attentionOf({ ...inOrder, credits: { waiting, rulingDays: 7 } })
  expect(tasks).toMatchObject([{ title: '3 referrals to review', since: now - 50 * hourMs }])
  const none = { credits: 0, isMore: false, oldestAt: null }
  expect(attentionOf({ ...inOrder, credits: { waiting: none, rulingDays: 7 } })).toEqual([])
})
