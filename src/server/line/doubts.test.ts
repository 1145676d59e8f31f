import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hourMs } from '#contract/time.ts'
import { freshStore, storeEngines, testSecret } from '#test/fresh-store.ts'
import { linePeople, type LinePeople } from '#test/line-people.ts'
import type { Store } from '#server/db/store.ts'
import { forget } from '#server/ops/retention.ts'

const home = '192.0.2.7'
const elsewhere = '203.0.113.9'
/** A third of the 7 days in which 3 friends of one network count. */
const countsForMs = 56 * hourMs

describe.each(storeEngines)("the networks of people's own confirmations, on %s", (engine) => {
  let store: Store
  let people: LinePeople
  beforeAll(async () => {
    store = await freshStore(engine)
    people = await linePeople(store)
  })
  afterAll(() => store.close())

  const rows = () =>
    store.db.selectFrom('budgets').selectAll().where('key', 'like', 'line %').execute()
  /** How many of so many friends count for their owner at once. */
  async function countedOf(owner: string, name: string, friends: number, from: string) {
    const states: (string | undefined)[] = []
    for (let n = 0; n < friends; n++) {
      const friend = await people.enters(`${name}${n}@example.com`, owner, from)
      states.push((await people.creditOf(friend))?.state)
    }
    return states.filter((state) => state === 'counted').length
  }

  test('[LINE-5] the own confirmation is the first of its network, and of no other', async () => {
    const own = await people.enters('own@example.com', undefined, home)
    expect(await countedOf(own, 'near', 4, home)).toBe(2)
    const far = await people.enters('far@example.com', undefined, home)
    expect(await countedOf(far, 'away', 4, elsewhere)).toBe(3)
  })

  test('[LINE-5] after 56 hours it counts no more', async () => {
    const owner = await people.enters('later@example.com', undefined, home)
    people.clock.now += countsForMs
    expect(await countedOf(owner, 'later', 4, home)).toBe(3)
  })

  test('[LINE-5] whoever leaves and comes back spends one', async () => {
    const owner = await people.enters('returns@example.com', undefined, home)
    await people.leaves(owner)
    await people.confirms(owner, '', home)
    expect(await countedOf(owner, 'of-returned', 4, home)).toBe(2)
  })

  test('[LINE-5] a row names neither person nor network nor minute, and differs by both', async () => {
    people.clock.now += 12_345
    const before = new Set((await rows()).map(({ key }) => key))
    const one = await people.enters('one@example.com', undefined, home)
    await people.enters('two@example.com', undefined, home)
    await people.enters('three@example.com', undefined, elsewhere)
    const added = (await rows()).filter(({ key }) => !before.has(key))
    expect(added).toHaveLength(3)
    for (const { tat } of added) {
      expect(tat % hourMs).toBe(0)
      expect(tat).toBeLessThanOrEqual(people.clock.now + countsForMs)
    }
    expect(JSON.stringify(added)).not.toContain(one)
    expect(JSON.stringify(added)).not.toContain(home)
  })

  test('[LINE-5] those that count no more are deleted, and no others', async () => {
    people.clock.now += 3 * countsForMs
    await people.enters('kept@example.com', undefined, home)
    const kept = (await rows()).filter(({ tat }) => tat > people.clock.now)
    expect(kept).toHaveLength(1)
    await forget({ store, secretKey: testSecret, now: people.clock.now })
    expect(await rows()).toEqual(kept)
  })
})
