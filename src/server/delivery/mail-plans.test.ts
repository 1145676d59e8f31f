import { sql, type SelectQueryBuilder } from 'kysely'
import { expect, test } from 'vitest'
import { countRows } from '#server/db/count-rows.ts'
import { freshStore, storeEngines } from '#test/fresh-store.ts'
import { beforeSpike } from '#test/mail-spike.ts'
import { mailScene, noon } from '#test/mailbox.ts'
import { failedOf, groupFailures, listFailed } from './failures.ts'
import { agesOfOldest, readLastAccepted, readQueueAges } from './queue-ages.ts'

const sqlitePlan = async (query: SelectQueryBuilder<any, any, any>) =>
  (await query.explain<{ detail: string }>(undefined, sql`query plan`)).map(({ detail }) => detail)
const postgresPlan = async (query: SelectQueryBuilder<any, any, any>) =>
  (await query.explain<Record<string, string>>()).map((row) => row['QUERY PLAN']!.trim())

test('[DASH-6] the dashboard reads the queue and what failed by indexes, and no more rows than it shows', async () => {
  const { db } = await freshStore('sqlite')
  expect(await sqlitePlan(agesOfOldest(db, 10_001, noon))).toContainEqual(
    expect.stringMatching(/^SEARCH outbox USING INDEX outbox_by_age \(due_at<\?\)$/),
  )
  expect(await sqlitePlan(failedOf(db, 'dead', { dueAt: noon, id: '0199' }, 51))).toEqual([
    'SEARCH outbox USING INDEX outbox_by_failure (state=? AND due_at<?)',
  ])
})

test('[DASH-6] Postgres reads what failed in the order of an index, also with statistics from before it failed', async () => {
  const store = await freshStore('postgres')
  await (await beforeSpike(store)).enter('dead')
  for (const before of [null, { dueAt: noon, id: '0199' }]) {
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
  const { ages, later } = await readQueueAges(store.db, 10, clock.now)
  expect(ages.map(({ mails, awaited }) => [mails, awaited])).toEqual([
    [1, 1],
    [0, 0],
    [2, 2],
    [0, 0],
    [0, 0],
  ])
  expect(later).toEqual({ mails: 0, nextAt: null })
  expect(await listFailed(store.db, { before: null, most: 5 })).toEqual([])
  expect(await groupFailures(store.db)).toEqual([])
  expect(await readLastAccepted(store.db)).toBeNull()
})
