import { sql, type SelectQueryBuilder } from 'kysely'
import { expect, test } from 'vitest'
import { campaign } from '#campaign'
import { countRows } from '#server/db/rows.ts'
import { priorities } from '#server/outbox/outbox.ts'
import { freshStore, storeEngines } from '#test/fresh-store.ts'
import { beforeSpike } from '#test/mail-spike.ts'
import { mailScene, noon } from '#test/mailbox.ts'
import { failedOf, groupFailures, listDeferred, listFailed } from './failures.ts'
import { agesOfOldest, readLastAccepted, readQueueAges } from './queue-facts.ts'

const sqlitePlan = async (query: SelectQueryBuilder<any, any, any>) =>
  (await query.explain<{ detail: string }>(undefined, sql`query plan`)).map(({ detail }) => detail)
const postgresPlan = async (query: SelectQueryBuilder<any, any, any>) =>
  (await query.explain<Record<string, string>>()).map((row) => row['QUERY PLAN']!.trim())

test('[DASH-6] the dashboard reads the queue and what failed by indexes, and no more rows than it shows', async () => {
  const { db } = await freshStore('sqlite')
  expect(await sqlitePlan(agesOfOldest(db, { most: 10_001, quiet: true }, noon))).toContainEqual(
    expect.stringMatching(/^SEARCH outbox USING INDEX outbox_by_due \(state=\? AND dueAt<\?\)$/),
  )
  expect(await sqlitePlan(failedOf(db, 'dead', { at: noon, id: '0199' }, 51))).toEqual([
    'SEARCH outbox USING INDEX outbox_by_failure (state=? AND dueAt<?)',
  ])
})

test('[DASH-6] Postgres reads what failed in the order of an index, also with statistics from before it failed', async () => {
  const store = await freshStore('postgres')
  await (await beforeSpike(store)).enter('dead')
  for (const before of [null, { at: noon, id: '0199' }]) {
    const plan = await postgresPlan(failedOf(store.db, 'dead', before, 51))
    expect(plan.slice(0, 2)).toEqual([
      expect.stringMatching(/^Limit /),
      expect.stringMatching(/^-> {2}Index Scan Backward using outbox_by_failure on outbox /),
    ])
  }
})

test('a bounded count stops at its bound', async () => {
  const { db } = await freshStore('sqlite')
  const keys = ['a', 'b', 'c'].map((key) => ({ key, tat: noon }))
  await db.insertInto('budgets').values(keys).execute()
  expect(await countRows(db, db.selectFrom('budgets'), 2)).toBe(2)
  expect(await countRows(db, db.selectFrom('budgets'), 4)).toBe(3)
  expect(await countRows(db, db.selectFrom('budgets'))).toBe(3)
})

test.each(storeEngines)('%s: [DASH-6] the ages of waiting mails', async (engine) => {
  const { queue, store, clock } = mailScene(await freshStore(engine), undefined)
  await queue('sanne@example.com')
  await queue('daan@example.com', 'welcome')
  clock.now += 7 * 60_000
  await queue('noor@example.com')
  const { ages, later, quiet } = await readQueueAges(
    store.db,
    { sequence: null, most: 10 },
    clock.now,
  )
  expect(ages.map(({ mails, awaited }) => [mails, awaited])).toEqual([
    [1, 1],
    [0, 0],
    [2, 2],
    [0, 0],
    [0, 0],
  ])
  expect([later, quiet]).toEqual([{ mails: 0, nextAt: null }, null])
  expect(await listDeferred(store.db, 5)).toEqual([])
  expect(await listFailed(store.db, { before: null, most: 5 })).toEqual([])
  expect(await groupFailures(store.db)).toEqual([])
  expect(await readLastAccepted(store.db)).toBeNull()
})

test('[DASH-6] in quiet hours a step of a sequence waits for their end, and is in no age', async () => {
  const { queue, store, clock } = mailScene(await freshStore('sqlite'), undefined)
  const sequence = { ...campaign.sequence!, timeZone: 'Europe/Amsterdam' }
  const { from, to } = sequence.quietHours
  expect([from, to]).toEqual([21, 8])
  clock.now = Date.parse('2026-11-21T23:00:00+01:00')
  await queue('sanne@example.com')
  await queue('daan@example.com')
  await store.db
    .updateTable('outbox')
    .set({ priority: priorities.later })
    .where('email', '=', 'daan@example.com')
    .execute()
  const at = async (now: number) => {
    const { ages, quiet } = await readQueueAges(store.db, { sequence, most: 10 }, now)
    return { mails: ages.reduce((sum, { mails }) => sum + mails, 0), quiet }
  }
  const end = Date.parse('2026-11-22T08:00:00+01:00')
  expect(await at(clock.now)).toEqual({ mails: 1, quiet: { mails: 1, until: end } })
  expect(await at(end)).toEqual({ mails: 2, quiet: null })
})
