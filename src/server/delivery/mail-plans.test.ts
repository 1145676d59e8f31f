import { sql, type SelectQueryBuilder } from 'kysely'
import { expect, test } from 'vitest'
import { countRows } from '#server/db/count-rows.ts'
import { freshStore, storeEngines } from '#test/fresh-store.ts'
import { mailScene, noon } from '#test/mailbox.ts'
import { failedOf, groupFailures, listFailed } from './failures.ts'
import { agesOfOldest, readLastAccepted, readQueueAges } from './queue-ages.ts'

const planOf = async (query: SelectQueryBuilder<any, any, any>) =>
  (await query.explain<{ detail: string }>(undefined, sql`query plan`)).map(({ detail }) => detail)

test('[DASH-6] the dashboard reads the queue and what failed by indexes, and no more rows than it shows', async () => {
  const { db } = await freshStore('sqlite')
  expect(await planOf(agesOfOldest(db, 10_001, noon))).toContainEqual(
    expect.stringMatching(/^SEARCH outbox USING INDEX outbox_by_age \(due_at<\?\)$/),
  )
  const plan = await planOf(failedOf(db, 'dead', { dueAt: noon, id: '0199' }, 51))
  expect(plan).toEqual([
    'SEARCH outbox USING INDEX outbox_by_due (state=? AND due_at<?)',
    'USE TEMP B-TREE FOR LAST TERM OF ORDER BY',
  ])
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
