import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { freshStore, storeEngines } from '#test/fresh-store.ts'
import { dayMs, linePeople, terms, type LinePeople } from '#test/line-people.ts'
import { silentLog } from '#test/silent-log.ts'
import type { Store } from '#server/db/store.ts'
import { recountDaily, recountLine } from './check.ts'
import { countOverdueCredits } from './credits.ts'
import { forgetWhoStayedAway } from './enter.ts'

const sound = {
  counts: 0,
  keys: 0,
  head: 0,
  friends: 0,
  rewards: 0,
  notConfirmed: 0,
  withoutPlace: 0,
  erased: 0,
}

describe.each(storeEngines)('the upkeep of the line on %s', (engine) => {
  let store: Store
  let people: LinePeople
  let names = 0
  const next = () => `person${names++}@example.com`
  beforeAll(async () => {
    store = await freshStore(engine)
    people = await linePeople(store)
  })
  afterAll(() => store.close())
  beforeEach(() => void (people.clock.now += 60 * dayMs))

  const upkeep = () => ({
    terms,
    log: silentLog,
    now: people.clock.now,
    stopping: () => false,
  })
  const recount = (repair = false) => recountLine(store, { repair, now: people.clock.now })

  test('[LINE-5] a credit that nobody ruled on for a week counts for the place, and for no reward', async () => {
    const owner = await people.enters(next())
    const friend = await people.enters('waits@mailinator.com', owner)
    people.clock.now += terms.rulingDays * dayMs - 1
    await countOverdueCredits(store, upkeep())
    expect((await people.placeOf(owner))!.friends).toBe(0)
    people.clock.now += 1
    await countOverdueCredits(store, upkeep())
    expect(await people.creditOf(friend)).toMatchObject({ state: 'place-only' })
    expect((await people.placeOf(owner))!.friends).toBe(1)
    expect(await people.rewardsOf(owner)).toEqual([])
  })

  test('[LINE-4] a person who stayed away for 30 days loses their friends and starts again', async () => {
    const owner = await people.enters(next())
    const friend = await people.enters(next(), owner)
    const other = await people.enters(next(), friend)
    await people.leaves(friend)
    people.clock.now += terms.returnDays * dayMs
    await forgetWhoStayedAway(store, upkeep())
    expect(await people.creditOf(friend)).toBeUndefined()
    expect(await people.creditOf(other)).toBeUndefined()
    await people.confirms(friend)
    expect(await people.placeOf(friend)).toMatchObject({ friends: 0, behind: 0 })
    expect((await people.placeOf(owner))!.friends).toBe(0)
  })

  test('[LINE-6] a reward that is held for somebody who stayed away for 30 days is taken back', async () => {
    const owner = await people.enters(next())
    await people.leaves(owner)
    people.clock.now += terms.returnDays * dayMs - 1
    await people.enters(next(), owner)
    expect(await people.rewardsOf(owner)).toMatchObject([{ state: 'reached' }])
    people.clock.now += 1
    await forgetWhoStayedAway(store, upkeep())
    expect(await people.rewardsOf(owner)).toMatchObject([{ state: 'taken-back' }])
    expect(await recount()).toEqual(sound)
  })

  test('[LINE-4] a person who returns after 30 days but before the job has lost their friends too', async () => {
    const owner = await people.enters(next())
    const friend = await people.enters(next(), owner)
    await people.leaves(owner)
    people.clock.now += terms.returnDays * dayMs
    await people.confirms(owner)
    expect((await people.placeOf(owner))!.friends).toBe(0)
    await people.leaves(friend)
    expect((await people.placeOf(owner))!.friends).toBe(0)
    expect(await recount()).toEqual(sound)
  })

  test('[LINE-1] a recount finds and repairs what SQL left', async () => {
    const ids = [
      await people.enters(next()),
      await people.enters(next()),
      await people.enters(next()),
    ]
    const [first, second, third] = ids as [string, string, string]
    const friend = await people.enters(next(), first)
    const gone = await people.enters(next())
    expect(await recount()).toEqual(sound)
    const { db } = store
    await db.updateTable('rewards').set({ step: 3 }).where('personId', '=', first).execute()
    const inPeople = (id: string) => db.updateTable('people').where('id', '=', id)
    await inPeople(second).set({ state: 'unsubscribed' }).execute()
    await db.deleteFrom('people').where('id', '=', gone).execute()
    await db.deleteFrom('line').where('personId', '=', third).execute()
    await db.updateTable('line').set({ key: 1 }).where('personId', '=', friend).execute()
    await db.updateTable('line').set({ friends: 7 }).where('personId', '=', first).execute()
    await db.updateTable('line_counts').set({ n: 9 }).where('level', '=', 2).execute()
    const wrong = await recount()
    expect(wrong).toMatchObject({ notConfirmed: 1, withoutPlace: 1, friends: 1, rewards: 1 })
    expect(wrong.erased).toBeGreaterThan(0)
    expect(wrong.keys).toBeGreaterThan(0)
    expect(wrong.counts).toBeGreaterThan(0)
    await recountDaily(store, upkeep())
    expect(await recount()).toEqual(sound)
    expect(await people.placeOf(second)).toBeNull()
    expect(await people.placeOf(third)).toMatchObject({ behind: 0 })
    expect(await people.placeOf(first)).toMatchObject({ friends: 1 })
    expect(await people.rewardsOf(first)).toMatchObject([{ step: 3, state: 'taken-back' }])
    const { checkedAt } = await db
      .selectFrom('line_head')
      .select('checkedAt')
      .executeTakeFirstOrThrow()
    expect(checkedAt).toBe(people.clock.now)
  })
})
