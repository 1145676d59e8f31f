import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { freshStore, storeEngines } from '#test/fresh-store.ts'
import { dayMs, linePeople, terms, type LinePeople } from '#test/line-people.ts'
import { waitingFor } from '#test/waiting-for.ts'
import type { Store } from '#server/db/store.ts'
import { queueNews, resumeNews, stopNews, untell } from './news.ts'
import { settleRewards } from './rewards.ts'

const holdMs = terms.holdHours * 3_600_000

describe.each(storeEngines)('mails about friends and rewards on %s', (engine) => {
  let store: Store
  let people: LinePeople
  let owner: string
  let n = 0
  beforeAll(async () => {
    store = await freshStore(engine)
    people = await linePeople(store)
  })
  afterAll(() => store.close())
  beforeEach(async () => {
    n++
    owner = await people.enters(`owner${n}@example.com`)
  })

  const friend = (name: string) => people.enters(`${name}.of${n}@example.com`, owner)
  /** Each minute's job; the mails that it queues leave at once. */
  const runs = async () => {
    await queueNews(store, people.clock.now)
    await store.db
      .updateTable('outbox')
      .set({ state: 'sent', sentAt: people.clock.now + 5_000 })
      .where('template', '=', 'friend')
      .where('state', '=', 'due')
      .execute()
  }
  const told = async (template = 'friend') =>
    (
      await store.db
        .selectFrom('outbox')
        .select('data')
        .where('personId', '=', owner)
        .where('template', '=', template)
        .orderBy('id')
        .execute()
    ).map(({ data }) => JSON.parse(data) as object)
  const aDayLater = async () => {
    people.clock.now += dayMs + 60_000
    await runs()
  }

  test('[LINE-10] friends of one day are told in one mail, those of the next day in another', async () => {
    await friend('mila')
    await runs()
    await friend('finn')
    people.clock.now += dayMs / 2
    await friend('kim')
    await runs()
    expect(await told()).toEqual([{ more: 1, fewer: 0 }])
    people.clock.now += dayMs / 2
    await runs()
    expect(await told()).toHaveLength(1)
    people.clock.now += 60_000
    await runs()
    expect(await told()).toEqual([
      { more: 1, fewer: 0 },
      { more: 2, fewer: 0 },
    ])
    await aDayLater()
    expect(await told()).toHaveLength(2)
  })

  test('[LINE-4] [LINE-10] a friend who leaves is told as a number in the next mail that has news, and causes none', async () => {
    const mila = await friend('mila')
    const finn = await friend('finn')
    await runs()
    await people.leaves(mila)
    await aDayLater()
    expect(await told()).toEqual([{ more: 2, fewer: 0 }])
    await friend('kim')
    await aDayLater()
    expect((await told())[1]).toEqual({ more: 1, fewer: 1 })
    await people.confirms(mila)
    await people.leaves(finn)
    await aDayLater()
    expect((await told())[2]).toEqual({ more: 1, fewer: 1 })
  })

  test('[LINE-10] a friend who comes and goes before the mail leaves nothing to tell', async () => {
    await people.leaves(await friend('mila'))
    await runs()
    expect(await told()).toEqual([])
  })

  test('[LINE-10] a mail that still waits for its turn is not followed by a second one', async () => {
    await friend('mila')
    await queueNews(store, people.clock.now)
    await friend('finn')
    people.clock.now += 2 * dayMs
    await queueNews(store, people.clock.now)
    expect(await told()).toHaveLength(1)
    await runs()
    await aDayLater()
    await aDayLater()
    expect((await told())[1]).toEqual({ more: 1, fewer: 0 })
  })

  test('[LINE-10] a person who stopped these mails gets none, and all news in one mail after resuming', async () => {
    const set = (work: (...of: Parameters<typeof stopNews>) => Promise<unknown>) =>
      store.transact((trx) => work(trx, owner, people.clock.now))
    await friend('mila')
    expect(await set(stopNews)).toBe('done')
    expect(await set(stopNews)).toBe('already')
    await friend('finn')
    await aDayLater()
    expect(await told()).toEqual([])
    await set(resumeNews)
    await runs()
    expect(await told()).toEqual([{ more: 2, fewer: 0 }])
  })

  test('[LINE-10] who stops these mails while the job is about to queue them gets none, and who resumes them then is told at its next run', async () => {
    await friend('mila')
    const press = (act: (...of: Parameters<typeof stopNews>) => Promise<unknown>, now: number) =>
      store.transact((trx) => act(trx, owner, now))
    /** People act after the job has read who is due, and before it locks the line. */
    const runsWhile = (acts: () => Promise<unknown>) =>
      queueNews(
        { ...store, transact: (work) => acts().then(() => store.transact(work)) },
        people.clock.now,
      )
    await runsWhile(() => press(stopNews, people.clock.now))
    expect(await told()).toEqual([])
    await press(resumeNews, people.clock.now)
    await runsWhile(async () => {
      await press(stopNews, people.clock.now)
      await press(resumeNews, people.clock.now + 1_000)
    })
    expect(await told()).toEqual([])
    people.clock.now += 60_000
    await runs()
    expect(await told()).toEqual([{ more: 1, fewer: 0 }])
  })

  test('[LINE-10] a person who is away is told after they came back', async () => {
    await friend('mila')
    await people.leaves(owner)
    await aDayLater()
    expect(await told()).toEqual([])
    await people.confirms(owner)
    await aDayLater()
    expect(await told()).toEqual([{ more: 1, fewer: 0 }])
  })

  test('[LINE-10] friends of a mail that was cancelled are told in the next one, and others not again', async () => {
    await friend('mila')
    await runs()
    people.clock.now += dayMs + 60_000
    await friend('finn')
    await friend('kim')
    await queueNews(store, people.clock.now)
    expect(await told()).toEqual([
      { more: 1, fewer: 0 },
      { more: 2, fewer: 0 },
    ])
    await store.db
      .updateTable('outbox')
      .set({ state: 'cancelled' })
      .where('personId', '=', owner)
      .where('state', '=', 'due')
      .where('template', '=', 'friend')
      .execute()
    await store.transact((trx) => untell(trx, owner, { more: 2, fewer: 0 }, people.clock.now))
    await runs()
    expect((await told())[2]).toEqual({ more: 2, fewer: 0 })
  })

  test('[LINE-6] [LINE-10] a reward that held for two days is the person’s, with one mail', async () => {
    await friend('mila')
    people.clock.now += holdMs - 1
    await settleRewards(store, people.clock.now)
    expect(await told('reward')).toEqual([])
    people.clock.now += 1
    await Promise.all([
      settleRewards(store, people.clock.now),
      settleRewards(store, people.clock.now),
    ])
    expect(await told('reward')).toEqual([{ rewards: [1] }])
    expect(await rewardsOf()).toEqual([{ step: 1, state: 'yours', at: people.clock.now }])
  })

  test('[LINE-6] [LINE-10] rewards that become a person’s at once are told in one mail', async () => {
    await store.db.deleteFrom('offer_grants').where('personId', '=', owner).execute()
    for (const name of ['mila', 'finn', 'kim']) await friend(name)
    people.clock.now += holdMs
    expect(await settleRewards(store, people.clock.now)).toBe(2)
    expect(await told('reward')).toEqual([{ rewards: [3, 1] }])
  })

  test('[LINE-6] a friend who leaves after the hold takes no reward back, although no job ran since', async () => {
    const mila = await friend('mila')
    people.clock.now += holdMs
    await people.leaves(mila)
    await settleRewards(store, people.clock.now)
    expect(await rewardsOf()).toMatchObject([{ state: 'yours' }])
  })

  test('[LINE-6] the reward of a person who left waits for their return', async () => {
    await friend('mila')
    await people.leaves(owner)
    people.clock.now += holdMs
    await settleRewards(store, people.clock.now)
    expect(await rewardsOf()).toMatchObject([{ state: 'reached' }])
    await people.confirms(owner)
    await settleRewards(store, people.clock.now)
    expect(await rewardsOf()).toMatchObject([{ state: 'yours' }])
  })

  test('[LINE-10] a rollback queues nothing and is not remembered', async () => {
    await friend('mila')
    const broken: Store = {
      ...store,
      transact: (work) =>
        store.transact(async (trx) => {
          await work(trx)
          throw new Error('the power went')
        }),
    }
    await expect(queueNews(broken, people.clock.now)).rejects.toThrow('the power went')
    people.clock.now += holdMs
    await expect(settleRewards(broken, people.clock.now)).rejects.toThrow('the power went')
    expect([...(await told()), ...(await told('reward'))]).toEqual([])
    await runs()
    expect(await told()).toEqual([{ more: 1, fewer: 0 }])
  })

  const rewardsOf = () =>
    store.db
      .selectFrom('rewards')
      .select(['step', 'state', 'at'])
      .where('personId', '=', owner)
      .execute()

  // The one writer of SQLite orders them.
  if (engine === 'postgres')
    test.each([
      ['stops these mails', 'brings no mail about them', stopNews, []],
      ['resumes them', 'is told', resumeNews, [{ more: 1, fewer: 0 }]],
    ] as const)(
      '[LINE-10] a friend who confirms while the owner %s %s',
      async (_, _told, act, mails) => {
        if (act === resumeNews)
          await store.transact((trx) => stopNews(trx, owner, people.clock.now))
        const id = await people.joins(`mila.of${n}@example.com`)
        const code = await people.codeOf(owner)
        let confirmed: Promise<unknown> | undefined
        await store.transact(async (trx) => {
          await act(trx, owner, people.clock.now)
          confirmed = people.confirms(id, code)
          await expect.poll(() => waitingFor(trx), { timeout: 60_000 }).toBe(1)
        })
        await confirmed
        await runs()
        expect(await told()).toEqual(mails)
      },
    )
})
