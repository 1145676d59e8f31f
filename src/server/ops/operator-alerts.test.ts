import { describe, expect, test } from 'vitest'
import type { DoctorCheck, DoctorRun } from '#contract/mails/doctor.ts'
import { checkClock } from '#server/clock/clock.ts'
import { applyAnswers, pauseUntilResumed, resumeQueue } from '#server/delivery/queue-pause.ts'
import type { Answered } from '#server/delivery/queue-state.ts'
import { freshFolder, freshStore, storeEngines } from '#test/fresh-store.ts'
import { mayMount, smallDisk } from '#test/small-disk.ts'
import { storeRun, worsened } from './doctor/doctor.ts'
import {
  diskIncident,
  type Incident,
  alertEveryMs,
  alertOperators,
  nextAlert,
} from './incidents.ts'

const start = Date.parse('2026-11-24T12:00:00Z')
const minuteMs = 60_000
const nothing = { mailedAt: null, told: [] }

const refusedAt = (at: 'login' | 'sender'): Answered => ({
  mail: { id: 'a mail', domain: 'gmail.com' },
  counts: true,
  signal: { says: 'account', kind: at, at },
  reason: '535 5.7.8 wrong password',
})
const incident = (key: 'pause' | 'disk', sinceMs: number | null): Incident => ({
  key,
  title: key,
  text: '',
  sinceMs,
  path: '/dashboard/mail',
})
const titles = ({ notices }: ReturnType<typeof nextAlert>) => notices.map(({ title }) => title)

test('a lasting incident is mailed once, and one that begins within the next hour waits for the next mail', () => {
  const paused = incident('pause', start)
  const first = nextAlert([paused], nothing, start)
  expect(titles(first)).toEqual(['pause'])
  const full = incident('disk', null)
  const second = nextAlert([paused, full], first.state, start + minuteMs)
  expect(titles(second)).toEqual([])
  const third = nextAlert([paused, full], second.state, start + alertEveryMs)
  expect(third.notices).toMatchObject([{ title: 'disk', sinceMs: start + minuteMs }])
  expect(titles(nextAlert([paused, full], third.state, start + 9 * alertEveryMs))).toEqual([])
})

test('an incident that ended and begins again is mailed again; one that ended before its mail is not', () => {
  const first = nextAlert([incident('pause', start)], nothing, start)
  const over = nextAlert([], first.state, start + minuteMs)
  expect(over.state.told).toEqual([])
  const again = nextAlert(
    [incident('pause', start + alertEveryMs)],
    over.state,
    start + alertEveryMs,
  )
  expect(titles(again)).toEqual(['pause'])
})

test('a clock that was ahead at the last mail delays no mail', () => {
  const state = { mailedAt: start + 50 * alertEveryMs, told: [] }
  expect(titles(nextAlert([incident('pause', start)], state, start))).toEqual(['pause'])
})

test('a disk is nearly full with less than 1 GB and less than a tenth free', () => {
  const giga = 1024 ** 3
  expect(diskIncident({ free: 0.9 * giga, total: 20 * giga })).toHaveLength(1)
  expect(diskIncident({ free: 0.9 * giga, total: 5 * giga })).toEqual([])
  expect(diskIncident({ free: 1.1 * giga, total: 500 * giga })).toEqual([])
  expect(diskIncident(null)).toEqual([])
})

const run = (n: number, state: DoctorCheck['state']): DoctorRun => ({
  at: start + n,
  outcome: state,
  checks: [{ key: 'spf', state, found: 'Found.', advice: null, record: null }],
})

test('a check of the doctor is worse than when its state was last known, and never because DNS did not answer', () => {
  expect(worsened([run(2, 'wrong'), run(1, 'in order')])).toHaveLength(1)
  expect(worsened([run(3, 'wrong'), run(2, 'unknown'), run(1, 'in order')])).toHaveLength(1)
  expect(worsened([run(2, 'unknown'), run(1, 'in order')])).toEqual([])
  expect(worsened([run(2, 'wrong'), run(1, 'wrong')])).toEqual([])
  expect(worsened([run(1, 'wrong')])).toEqual([])
  expect(worsened([])).toEqual([])
})

test.each(storeEngines)(
  'two servers mail each operator once, no reader, and no pause by an operator (%s)',
  async (engine) => {
    const store = await freshStore(engine)
    const config = {
      smtpUrl: 'smtp://mail.example',
      publicUrl: 'https://fuel.example',
      loopback: false,
      trustedProxies: [],
      dataDir: freshFolder(),
      operators: [
        { email: 'anna@example.com', role: 'operator' as const },
        { email: 'bob@example.com', role: 'reader' as const },
      ],
    }
    const alert = (now: number) =>
      Promise.all([alertOperators(store, config, now), alertOperators(store, config, now)])
    const mails = () =>
      store.db
        .selectFrom('outbox')
        .where('personId', 'is', null)
        .select(['email', 'data'])
        .execute()
    await store.transact((trx) => pauseUntilResumed(trx, 'an operator paused it', start))
    await alert(start)
    expect(await mails()).toEqual([])
    await storeRun(store, run(1, 'in order'))
    await storeRun(store, run(2, 'wrong'))
    expect((await alert(start + minuteMs)).toSorted()).toEqual([false, true])
    const [mail, ...others] = await mails()
    expect([mail!.email, others]).toEqual(['anna@example.com', []])
    expect(JSON.parse(mail!.data)).toMatchObject({
      notices: [{ title: 'The mail doctor found a change: SPF', sinceMs: start + 2 }],
    })
  },
)

test.each(storeEngines)(
  'operators are mailed once that the clock of a server is doubtful, and again when it jumps again (%s)',
  async (engine) => {
    const store = await freshStore(engine)
    const config = {
      smtpUrl: 'smtp://mail.example',
      publicUrl: 'https://fuel.example',
      loopback: false,
      trustedProxies: [],
      dataDir: freshFolder(),
      operators: [{ email: 'anna@example.com', role: 'operator' as const }],
    }
    const mailed: unknown[] = []
    async function check(now: number) {
      await checkClock(store, 'web-1:3000', now)
      await alertOperators(store, config, now)
      const rows = await store.db
        .selectFrom('outbox')
        .where('personId', 'is', null)
        .select('data')
        .execute()
      mailed.push(rows.length)
      return rows.map(({ data }) => (JSON.parse(data) as { notices: object[] }).notices)
    }
    const ahead = start + 40 * 24 * alertEveryMs
    await check(start)
    const [notices] = await check(ahead)
    await check(ahead + minuteMs)
    await check(start + 3 * minuteMs)
    await check(start + 2 * alertEveryMs)
    await check(ahead + 2 * alertEveryMs)
    expect(mailed).toEqual([0, 1, 1, 1, 1, 2])
    expect(notices).toEqual([
      {
        title: 'The clock of a server is doubtful',
        text: expect.stringMatching(/web-1:3000 is doubtful since .* npm run retention -- approve/),
        sinceMs: start,
        path: '/dashboard',
      },
    ])
  },
)

describe.skipIf(!mayMount)('what needs an operator', () => {
  const disk = mayMount ? smallDisk() : null

  test.each(storeEngines)(
    '[DASH-6] a queue that pauses by itself, a full disk and a worse doctor are one mail, and what follows within the hour is another, an hour later (%s)',
    async (engine) => {
      const store = await freshStore(engine)
      const config = {
        smtpUrl: 'smtp://mail.example',
        publicUrl: 'https://fuel.example',
        loopback: false,
        trustedProxies: [],
        dataDir: disk!.folder,
        operators: [{ email: 'anna@example.com', role: 'operator' as const }],
      }
      const mailed = async (now: number) => {
        await alertOperators(store, config, now)
        const rows = await store.db
          .selectFrom('outbox')
          .where('personId', 'is', null)
          .select('data')
          .orderBy('createdAt')
          .execute()
        return rows.map(({ data }) =>
          (JSON.parse(data) as { notices: { title: string }[] }).notices.map(({ title }) => title),
        )
      }
      disk!.free()
      expect(await mailed(start)).toEqual([])
      await store.transact((trx) => applyAnswers(trx, [refusedAt('login')], start))
      disk!.fill()
      await storeRun(store, run(1, 'in order'))
      await storeRun(store, run(2, 'wrong'))
      const first = [
        'Mail is paused',
        'The disk is nearly full',
        'The mail doctor found a change: SPF',
      ]
      expect(await mailed(start + minuteMs)).toEqual([first])
      await store.transact((trx) => resumeQueue(trx, start + minuteMs))
      await store.transact((trx) => applyAnswers(trx, [refusedAt('sender')], start + 2 * minuteMs))
      for (const minute of [3, 30, 60]) await mailed(start + minute * minuteMs)
      expect(await mailed(start + 60 * minuteMs)).toEqual([first])
      const second = await mailed(start + 61 * minuteMs)
      expect([second.length, second[1]!.length]).toEqual([2, 1])
      disk!.free()
    },
  )
})

test.each(storeEngines)(
  '[MAIL-1] operators are mailed the words of the mail server that refuses the account, and what to do (%s)',
  async (engine) => {
    const store = await freshStore(engine)
    const config = {
      operators: [{ email: 'anna@example.com', role: 'operator' as const }],
      dataDir: freshFolder(),
      smtpUrl: 'smtp://mail.example',
      publicUrl: 'https://fuel.example',
      loopback: false,
      trustedProxies: [],
    }
    const suspended: Answered = {
      ...refusedAt('login'),
      signal: { says: 'account', kind: 'account', at: 'greeting' },
      reason: '550 Account suspended',
    }
    await store.transact((trx) => applyAnswers(trx, [suspended], start))
    expect(await alertOperators(store, config, start)).toBe(true)
    const mail = await store.db
      .selectFrom('outbox')
      .where('personId', 'is', null)
      .selectAll()
      .executeTakeFirstOrThrow()
    const { notices } = JSON.parse(mail.data) as { notices: { title: string; text: string }[] }
    expect(notices).toMatchObject([{ title: 'Mail is paused' }])
    expect(notices[0]!.text).toMatch(
      /^The mail server refuses your mail account: “550 Account suspended”\. Sign in at your mail provider/,
    )
  },
)
