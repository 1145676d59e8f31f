import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshStore, storeEngines } from '#test/fresh-store.ts'
import { dayMs, linePeople, terms, type LinePeople } from '#test/line-people.ts'
import type { Ruling } from '#contract/line/screens.ts'
import type { Store } from '#server/db/store.ts'
import { settleRewards, withdrawReward, releaseNumber, updateRewards } from './rewards.ts'
import { ruleOnCredit } from './acts.ts'

describe.each(storeEngines)('rulings on %s', (engine) => {
  let store: Store
  let people: LinePeople
  beforeAll(async () => {
    store = await freshStore(engine)
    people = await linePeople(store)
  })
  afterAll(() => store.close())

  const rules = (friend: string, ruling: Ruling) =>
    store.transact((trx) => ruleOnCredit(trx, friend, ruling, 'anna@x.nl', people.clock.now))
  const friendsOf = async (id: string) => (await people.placeOf(id))!.friends

  test('[LINE-5] an operator lets a waiting credit count or not, and can rule again', async () => {
    const vera = await people.enters('vera@example.com')
    const kim = await people.enters('ve.ra@example.com', vera)
    const pat = await people.enters('pat@mailinator.com', vera)
    expect(await people.creditOf(pat)).toMatchObject({ state: 'waiting', reason: 'disposable' })
    expect(await people.creditOf(kim)).toMatchObject({ state: 'waiting', reason: 'spelling' })
    expect(await friendsOf(vera)).toBe(0)
    await rules(pat, 'counts')
    expect(await people.creditOf(pat)).toMatchObject({ state: 'counted', ruledBy: 'anna@x.nl' })
    await rules(kim, 'refused')
    expect(await friendsOf(vera)).toBe(1)
    await rules(kim, 'counts')
    expect(await friendsOf(vera)).toBe(2)
    expect(await rules('nobody', 'counts')).toBe('gone')
  })

  test('[LINE-4] [LINE-5] a ruling holds when the friend leaves and comes back', async () => {
    const mila = await people.enters('mila@example.com')
    const friend = await people.enters('friend@mailinator.com', mila)
    const ring = await people.enters('ring@mailinator.com', mila)
    await people.leaves(friend)
    expect(await rules(friend, 'counts')).toBe('done')
    expect(await friendsOf(mila)).toBe(0)
    await people.confirms(friend)
    expect(await friendsOf(mila)).toBe(1)
    await rules(ring, 'refused')
    await people.leaves(ring)
    await people.confirms(ring)
    expect(await people.creditOf(ring)).toMatchObject({ state: 'refused' })
    expect(await friendsOf(mila)).toBe(1)
  })

  test('[LINE-5] a friend who comes back after a week without a ruling counts for the place again', async () => {
    const owner = await people.enters('owner@example.com')
    const friend = await people.enters('slow@mailinator.com', owner)
    people.clock.now += terms.rulingDays * dayMs
    await people.leaves(friend)
    await people.confirms(friend)
    expect(await people.creditOf(friend)).toMatchObject({ state: 'place-only' })
    expect(await friendsOf(owner)).toBe(1)
    expect(await people.rewardsOf(owner)).toEqual([])
  })

  test('[LINE-6] a number that was taken back is given to the next person, and none is given twice', async () => {
    const pack = { ...terms, rewards: [{ friends: 1, name: 'Pack', line: '', limit: 3 }] }
    const owners = await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map((name) => people.enters(`${name}-pack@example.com`)),
    )
    const updates = (id: string) =>
      store.transact((trx) => updateRewards(trx, id, pack, people.clock.now))
    const [first, ...others] = owners as [string, ...string[]]
    const friend = await people.enters('f-pack@example.com', first)
    await store.db.deleteFrom('rewards').execute()
    await updates(first)
    for (const id of others.slice(0, 1)) {
      await people.enters(`of-${id}@example.com`, id)
      await store.db.deleteFrom('rewards').where('personId', '=', id).execute()
      await updates(id)
    }
    await rules(friend, 'refused')
    await updates(first)
    for (const id of others.slice(1)) {
      await people.enters(`of-${id}@example.com`, id)
      await store.db.deleteFrom('rewards').where('personId', '=', id).execute()
      await updates(id)
    }
    const numbers = await Promise.all(
      owners.map(async (id) =>
        (await people.rewardsOf(id)).map(({ state, number }) => number ?? state),
      ),
    )
    expect(numbers).toEqual([['taken-back'], [2], [1], [3], ['gone']])
    // Once all were reserved, a piece that is free again is not given to anybody.
    await store.transact((trx) => releaseNumber(trx, { step: 1, number: 3 }))
    const last = await people.enters('last-pack@example.com')
    await people.enters('of-last@example.com', last)
    await store.db.deleteFrom('rewards').where('personId', '=', last).execute()
    await updates(last)
    expect(await people.rewardsOf(last)).toMatchObject([{ state: 'gone', number: null }])
  })

  test('[LINE-6] the number of somebody who is erased is given again while it was held, and not once it was theirs', async () => {
    const pack = { ...terms, rewards: [{ friends: 1, name: 'Pack', line: '', limit: 9 }] }
    const reaches = async (name: string) => {
      const owner = await people.enters(`${name}@example.com`)
      await people.enters(`friend-of-${name}@example.com`, owner)
      await store.db.deleteFrom('rewards').where('personId', '=', owner).execute()
      await store.transact((trx) => updateRewards(trx, owner, pack, people.clock.now))
      return (await people.rewardsOf(owner))[0]?.number
    }
    await store.db.deleteFrom('reward_counts').execute()
    const [held, theirs] = [await reaches('held'), await reaches('theirs')]
    await store.db
      .updateTable('rewards')
      .set({ state: 'yours', dueAt: null })
      .where('number', '=', theirs!)
      .execute()
    await people.erases('held@example.com')
    await people.erases('theirs@example.com')
    const next = [await reaches('next'), await reaches('one-more')]
    expect(next[0]).toBe(held)
    expect(next).not.toContain(theirs)
  })

  test('[LINE-6] a reward that is theirs stays when the friend leaves, and can be withdrawn', async () => {
    const owner = await people.enters('settled@example.com')
    const friend = await people.enters('settled-friend@example.com', owner)
    people.clock.now += terms.holdHours * 3_600_000
    await settleRewards(store, people.clock.now)
    await people.leaves(friend)
    expect(await people.rewardsOf(owner)).toMatchObject([{ state: 'yours' }])
    const withdrawn = await store.transact((trx) =>
      withdrawReward(trx, owner, 1, 'a ring', people.clock.now),
    )
    expect(withdrawn).toBe(true)
    expect(await people.rewardsOf(owner)).toMatchObject([{ state: 'withdrawn' }])
  })

  test('[LINE-6] a reward that is withdrawn stays so, with the note', async () => {
    const owner = await people.enters('withdrawn@example.com')
    const friend = await people.enters('withdrawn-friend@example.com', owner)
    const withdraws = () =>
      store.transact((trx) => withdrawReward(trx, owner, 1, 'a ring', people.clock.now))
    expect(await withdraws()).toBe(true)
    expect(await withdraws()).toBe(false)
    await people.leaves(friend)
    await people.confirms(friend)
    expect(await people.rewardsOf(owner)).toMatchObject([{ state: 'withdrawn', note: 'a ring' }])
  })
})
