import { describe, expect, test } from 'vitest'
import type { Log } from '#server/config/log.ts'
import { readMailReport } from './mail-status.ts'
import { joinAll } from '#server/signup/join.ts'
import { engines, freshStore, type FreshStore } from '#test/fresh-store.ts'
import { operate } from '#test/operator.ts'
import { decideRetention, readRetentionClock, runRetention } from './retention-clock.ts'
import { retentionCommand } from './retention-commands.ts'

const reportConfig = {
  publicUrl: 'http://localhost:3000',
  loopback: true,
  trustedProxies: [],
  smtpUrl: undefined,
  mailsPerHour: 3_000,
  limits: 'on' as const,
}

const hour = 3_600_000
const day = 24 * hour
const now = Date.parse('2026-11-22T12:00:00Z')
const secretKey = 'k'.repeat(32)
const consent = { version: '1', text: 'By joining you agree. Privacy', link: 'Privacy' }

describe('retention', () => {
  test.each([
    ['an hour', hour],
    ['three days', 3 * day],
    ['three days ahead', -3 * day],
  ])('runs when its last run was %s ago', (_, ms) =>
    expect(decideRetention({ lastRunAt: now - ms, doubtedAt: null }, now)).toEqual({ does: 'run' }),
  )

  test.each([
    ['a little more than three days behind', 3 * day + 1],
    ['a year behind', 365 * day],
    ['a year ahead', -365 * day],
  ])('waits when its last run lies %s', (_, ms) =>
    expect(decideRetention({ lastRunAt: now - ms, doubtedAt: null }, now)).toEqual({
      does: 'wait',
      doubtedAt: now,
    }),
  )

  const doubted = { lastRunAt: now - 365 * day, doubtedAt: now }
  test.each([
    ['ten minutes later it goes on waiting', 10 * 60_000, { does: 'wait', doubtedAt: now }],
    ['an hour later it runs', hour, { does: 'run' }],
    ['an hour later by a job that is a little early it runs', hour - 50, { does: 'run' }],
    ['a day later it runs', day, { does: 'run' }],
    [
      'when the clock has jumped again it waits anew',
      30 * day,
      { does: 'wait', doubtedAt: now + 30 * day },
    ],
    ['when the clock has gone back it waits anew', -hour, { does: 'wait', doubtedAt: now - hour }],
  ] as const)('once it waits: %s', (_, ms, step) =>
    expect(decideRetention(doubted, now + ms)).toEqual(step),
  )
})

describe.each(engines)('what retention deletes on %s', (engine) => {
  /** Somebody who never confirmed and joined 20 days ago, and a retention that ran an hour ago. */
  async function scene() {
    const store = await freshStore(engine)
    const lines: string[] = []
    const log = {
      warn: (_: object, line: string) => void lines.push(line),
      info: (_: object, line: string) => void lines.push(line),
    } as unknown as Log
    const runIn = (open: FreshStore) => (at: number) =>
      runRetention({ store: open, secretKey, log, now: at })
    await store.transact((trx) =>
      joinAll(
        trx,
        [{ email: 'sanne@example.com', placement: 'hero', source: '', consent, charges: null }],
        'double',
        now - 20 * day,
      ),
    )
    await store.db.updateTable('outbox').set({ state: 'sent' }).execute()
    await store.db
      .insertInto('meta')
      .values({
        key: 'retention clock',
        value: JSON.stringify({ lastRunAt: now - hour, doubtedAt: null }),
      })
      .execute()
    const there = async (open = store) =>
      (await open.db.selectFrom('people').select('email').execute()).length === 1
    return { store, run: runIn(store), runIn, there, lines }
  }

  test.each([
    ['ahead', 365 * day],
    ['behind', -365 * day],
  ])('a clock that is a year %s for less than an hour deletes nobody', async (_, ms) => {
    const { run, there, lines } = await scene()
    for (const at of [now, now + ms, now + ms + hour / 2, now + hour]) await run(at)
    expect([
      await there(),
      lines.filter((line) => line.startsWith('retention waits')).length,
    ]).toEqual([true, 2])
    expect(await run(now + 2 * hour)).toBe(true)
  })

  test('a clock that is a year ahead at a restart, and right at the next, deletes nobody', async () => {
    const { store, there, runIn } = await scene()
    await store.close()
    for (const at of [now + 365 * day, now + 365 * day + hour / 2, now + hour]) {
      const started = await store.reopen()
      await runIn(started)(at)
      expect(await there(started)).toBe(true)
      await started.close()
    }
  })

  test.each([
    ['a day ahead', day],
    ['a day behind', -day],
  ])('a clock that is %s deletes nothing that it does not say is old', async (_, ms) => {
    const { run, there } = await scene()
    expect([await run(now + ms), await there(), await run(now + hour), await there()]).toEqual([
      true,
      true,
      true,
      true,
    ])
  })

  test('after a long downtime it waits for an hour and then deletes', async () => {
    const { run, there } = await scene()
    expect([await run(now + 20 * day), await there()]).toEqual([false, true])
    expect([await run(now + 20 * day + hour), await there()]).toEqual([true, false])
  })

  test('while it waits mail -- status shows that, and since when', async () => {
    const { store, run } = await scene()
    const status = async () =>
      (await readMailReport(store.db, { config: reportConfig, sequence: null }, now)).clock.filter(
        (line) => line.startsWith('Retention'),
      )
    expect(await status()).toEqual([])
    await run(now + 20 * day)
    expect(await status()).toEqual([
      expect.stringContaining(
        `Retention waits since 2026-12-12T12:00:00.000Z (its last run: 2026-11-22T11:00:00.000Z)`,
      ),
    ])
  })
})

test("the operator's approval deletes old data at once; before and after there is nothing to approve", async () => {
  const store = await freshStore('sqlite')
  if (!('dataDir' in store.where)) throw new Error('not a folder')
  const { dataDir } = store.where
  const command = (args: string, at: number) =>
    operate(retentionCommand, { DATA_DIR: dataDir, SECRET_KEY: secretKey }, args, at)
  const made = (await readRetentionClock(store.db)).lastRunAt
  await store.transact((trx) =>
    joinAll(
      trx,
      [{ email: 'sanne@example.com', placement: 'hero', source: '', consent, charges: null }],
      'double',
      made,
    ),
  )
  await store.db.updateTable('outbox').set({ state: 'sent' }).execute()
  expect(await command('approve', made)).toMatchObject({
    code: 1,
    output: expect.stringContaining('nothing to approve'),
  })
  expect(await command('status', made)).toMatchObject({
    code: 0,
    output: expect.stringContaining('does not wait'),
  })
  await runRetention({
    store,
    secretKey,
    now: made + 40 * day,
    log: { warn() {} } as unknown as Log,
  })
  expect(await command('status', made + 40 * day)).toMatchObject({
    code: 1,
    output: expect.stringContaining('Retention waits since'),
  })
  expect(await command('approve', made + 40 * day)).toMatchObject({
    code: 0,
    output: expect.stringContaining('Retention has run'),
  })
  expect([
    await store.db.selectFrom('people').selectAll().execute(),
    (await command('status', made + 40 * day)).code,
  ]).toEqual([[], 0])
})

test.each([
  ['', 'The action is missing.'],
  ['run', "'run' is not an action of npm run retention."],
  ['status now', "'now' is not expected here."],
])("'%s' says why it is not understood", async (args, why) => {
  const { code, output } = await operate(retentionCommand, {}, args)
  expect([code, output.split('\n')[0]]).toEqual([2, expect.stringContaining(why)])
})
