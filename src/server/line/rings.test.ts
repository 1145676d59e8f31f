import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readCode } from '#contract/line.ts'
import { beforeCommit } from '#server/db/before-commit.ts'
import type { Store } from '#server/db/open.ts'
import { confirmPerson } from '#server/signup/confirm-people.ts'
import { freshStore, storeEngines } from '#test/fresh-store.ts'
import { dayMs, linePeople, terms, type LinePeople } from '#test/line-people.ts'
import { renewCode } from './codes.ts'
import { readHead } from './line-head.ts'

describe.each(storeEngines)('friends who may be no friends, on %s', (engine) => {
  let store: Store
  let people: LinePeople
  beforeAll(async () => {
    store = await freshStore(engine)
    people = await linePeople(store)
  })
  afterAll(() => store.close())

  /** How many credits of an owner have each state and reason. */
  const creditsOf = async (owner: string) => {
    const rows = await store.db
      .selectFrom('credits')
      .select((row) => ['state', 'reason', row.fn.countAll<number | string>().as('n')])
      .where('owner_id', '=', owner)
      .groupBy(['state', 'reason'])
      .execute()
    return Object.fromEntries(
      rows.map(({ state, reason, n }) => [`${state} ${reason}`.trim(), Number(n)]),
    )
  }
  async function ring(name: string, networkOf: (n: number) => string, everyMs: number) {
    const owner = await people.joins(`${name}@example.com`)
    await people.confirms(owner, '', networkOf(0))
    for (let n = 1; n <= 50; n++) {
      people.clock.now += everyMs
      await people.enters(`${name}${n}@example.com`, owner, networkOf(n))
    }
    return owner
  }

  test('[LINE-5] of 50 from one network two count, and of 50 networks in an hour five; all sign-ups stand', async () => {
    const before = (await readHead(store.db))!.waiting
    const one = await ring('one', () => '192.0.2.7', 1_000)
    expect(await creditsOf(one)).toEqual({ counted: 2, 'waiting network': 48 })
    const fifty = await ring('fifty', (n) => `203.${n}.113.7`, 1_000)
    expect(await creditsOf(fifty)).toEqual({ counted: 5, 'waiting hour': 45 })
    expect((await readHead(store.db))!.waiting).toBe(before + 102)
    expect(await people.placeOf(one)).toMatchObject({ friends: 2 })
  })

  test('[LINE-5] a link that was used five times in an hour is not doubted twelve minutes later', async () => {
    const owner = await people.enters('hourly@example.com')
    const enters = (n: number) => people.enters(`hourly${n}@example.com`, owner, `203.${n}.9.7`)
    for (let n = 0; n < 6; n++) await enters(n)
    expect(await creditsOf(owner)).toEqual({ counted: 5, 'waiting hour': 1 })
    people.clock.now += 12 * 60_000
    await enters(6)
    expect(await creditsOf(owner)).toEqual({ counted: 6, 'waiting hour': 1 })
  })

  test('[LINE-5] a second friend with the mailbox of another one waits', async () => {
    const owner = await people.enters('links@example.com')
    const friends = ['alt.mailbox', 'altmailbox', 'al.tmailbox', 'other']
    for (const [n, name] of friends.entries())
      await people.enters(`${name}@gmail.com`, owner, `203.0.${n}.7`)
    expect(await creditsOf(owner)).toEqual({ counted: 2, 'waiting spelling': 2 })
  })

  test('[LINE-3] a friend who confirms, leaves and confirms counts once, also by another link', async () => {
    const owner = await people.enters('mila@example.com')
    const other = await people.enters('vera@example.com')
    const friend = await people.enters('finn@example.com', owner)
    await people.leaves(friend)
    await people.confirms(friend, await people.codeOf(other))
    await people.confirms(friend, await people.codeOf(other))
    expect(await creditsOf(owner)).toEqual({ counted: 1 })
    expect(await creditsOf(other)).toEqual({})
  })

  test('[LINE-3] codes that are nobody’s and those of erased people bring no credit', async () => {
    const owner = await people.enters('gone@example.com')
    const code = await people.codeOf(owner)
    await people.erases('gone@example.com')
    const ids = [await people.joins('kim@example.com'), await people.joins('pat@example.com')]
    await people.confirms(ids[0]!, code)
    await people.confirms(ids[1]!, 'AAAAAAA')
    for (const id of ids) expect(await people.creditOf(id)).toBeUndefined()
    expect(readCode('not a code')).toBeNull()
  })

  test('[LINE-3] the code that a link had before brings no credit, and the new one does', async () => {
    const owner = await people.enters('renews@example.com')
    const old = await people.codeOf(owner)
    const renewed = await store.transact((trx) => renewCode(trx, owner, people.clock.now))
    const [late, early] = [
      await people.joins('late@renews.example'),
      await people.joins('early@renews.example'),
    ]
    await people.confirms(late, old)
    await people.confirms(early, renewed)
    expect(await people.creditOf(late)).toBeUndefined()
    expect(await people.creditOf(early)).toMatchObject({ owner_id: owner, state: 'counted' })
  })

  test('[LINE-3] a friend of somebody who left counts until the place is lost, and not after', async () => {
    const owner = await people.enters('away@example.com')
    await people.leaves(owner)
    const early = await people.enters('early@example.com', owner)
    people.clock.now += terms.returnDays * dayMs
    const late = await people.enters('late@example.com', owner)
    expect(await people.creditOf(early)).toMatchObject({ state: 'counted' })
    expect(await people.creditOf(late)).toBeUndefined()
  })

  test('[LINE-1] a confirmation that is rolled back returns its number', async () => {
    const id = await people.joins('undone@example.com')
    const { next_order: next } = (await readHead(store.db))!
    const undone = store.transact(async (trx) => {
      await confirmPerson(trx, id, people.clock.now)
      // After the line has taken the number.
      beforeCommit(trx, () => Promise.reject(new Error('undone')))
    })
    await expect(undone).rejects.toThrow('undone')
    await people.confirms(id)
    expect(await people.placeOf(id)).toMatchObject({ order: next })
  })
})
