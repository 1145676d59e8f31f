import { expect, test } from 'vitest'
import { actOnLaunch, type LaunchAct } from '#server/launch/periods.ts'
import { readHead } from '#server/line/line.ts'
import { isSound, recountLine } from '#server/line/check.ts'
import { freshStore, storeEngines, testSecret } from '#test/fresh-store.ts'
import { addListed } from '#test/letters.ts'
import { linePeople } from '#test/line-people.ts'
import { erasureIncident } from './incidents.ts'
import { forget } from './retention.ts'

const dayMs = 24 * 3_600_000
const start = Date.parse('2026-11-24T08:00:00Z')
const terms = { listFirstDays: 2, eraseAfterDays: 30, shop: 'https://shop.example/' }

test.each(storeEngines)(
  '[END-3] the list is erased on the date of its launch, which can be moved, on %s',
  async (engine) => {
    const store = await freshStore(engine)
    await addListed(store, [{ id: 'a' }, { id: 'b' }])
    const act = (done: LaunchAct, now: number) =>
      store.transact((trx) => actOnLaunch(trx, done, { by: 'shell', terms }, now))
    const leftAt = async (now: number) => {
      await forget({ store, secretKey: testSecret, now })
      return (await store.db.selectFrom('people').select('id').execute()).length
    }
    expect(await leftAt(start)).toBe(2)
    await act({ act: 'launch', at: null, until: null }, start)
    expect(await leftAt(start + 30 * dayMs - 1)).toBe(2)
    const moved = start + 40 * dayMs
    await act({ act: 'launch', at: null, until: null, eraseAt: moved }, start + 29 * dayMs)
    expect([await leftAt(moved - 1), await leftAt(moved)]).toEqual([2, 0])
    expect(await store.db.selectFrom('erased').select('hash').execute()).toHaveLength(2)
  },
)

test.each(storeEngines)(
  '[LINE-4] the erasure of the list leaves nothing of anybody in the line on %s',
  async (engine) => {
    const store = await freshStore(engine)
    const people = await linePeople(store)
    const mila = await people.enters('mila@example.com')
    await people.enters('friend@example.com', mila)
    await people.enters('doubted@mailinator.com', mila)
    await people.leaves(await people.enters('left@example.com', mila))
    const { now } = people.clock
    await store.transact((trx) =>
      actOnLaunch(trx, { act: 'launch', at: null, until: null }, { by: 'shell', terms }, now),
    )
    await forget({ store, secretKey: testSecret, now: now + 30 * dayMs })
    const tables = ['line', 'credits', 'rewards'] as const
    for (const table of tables)
      expect(await store.db.selectFrom(table).selectAll().execute()).toEqual([])
    expect(isSound(await recountLine(store, { repair: false, now }))).toBe(true)
    expect(await readHead(store.db)).toMatchObject({ waiting: 0, nextOrder: 5 })
  },
)

test('[END-3] operators are mailed 7 days and 1 day before the list is erased, and again for another date', () => {
  const eraseAt = start
  const idAt = (now: number, date: number | null = eraseAt) =>
    erasureIncident(date, now).map(({ sinceMs }) => sinceMs)
  expect(idAt(start - 7 * dayMs - 1)).toEqual([])
  expect([idAt(start - 7 * dayMs), idAt(start - dayMs - 1)]).toEqual([
    [start - 7 * dayMs],
    [start - 7 * dayMs],
  ])
  expect(idAt(start - dayMs)).toEqual([start - dayMs])
  expect(idAt(start - dayMs, start + dayMs)).toEqual([start - 6 * dayMs])
  expect([idAt(start), idAt(start, null)]).toEqual([[], []])
})
