import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshStore, storeEngines, testSecret } from '#test/fresh-store.ts'
import { campaign } from '#campaign'
import { consentIn } from '#contract/campaign/consents.ts'
import { gainOf, type Place } from '#contract/line/line.ts'
import type { Store } from '#server/db/store.ts'
import { addPeople } from '#server/signup/add-people.ts'
import { confirmPerson } from '#server/signup/confirm-people.ts'
import { leave } from '#server/signup/membership.ts'
import { erasePerson } from '#server/signup/erasure.ts'
import { beginLine } from './begin.ts'
import { campaignLine } from './enter.ts'
import { readPlace } from './line.ts'

const noon = Date.parse('2026-11-24T12:00:00Z')
const day = 24 * 3_600_000

describe.each(storeEngines)('on %s', (engine) => {
  let store: Store
  let clock = noon
  beforeAll(async () => {
    store = await freshStore(engine)
    await beginLine(store, async () => store, campaignLine, noon)
  })
  afterAll(() => store.close())

  const joins = async (email: string): Promise<string> => {
    const people = await store.transact((trx) =>
      addPeople(
        trx,
        [{ email, placement: 'hero', source: '', consent: consentIn(campaign.consents, 'en') }],
        'double',
        clock,
      ),
    )
    return people.get(email)!
  }
  const confirms = (id: string, code = '') =>
    store.transact((trx) =>
      confirmPerson(trx, id, clock, { code, address: null, secrets: [testSecret] }),
    )
  const codeOf = async (id: string) =>
    (
      await store.db
        .selectFrom('line')
        .select('code')
        .where('personId', '=', id)
        .executeTakeFirstOrThrow()
    ).code
  const placeOf = async (id: string): Promise<Place> => (await readPlace(store.db, id))!

  test('[LINE-1] [LINE-2] [LINE-3] [LINE-4] after each of many changes every place is that of a plain sort, and every account adds up', async () => {
    const { perFriend, cap } = campaignLine!
    type Model = { id: string; email: string; order: number; friends: Set<string>; by?: string }
    const inLine = new Map<string, Model>()
    const gone = new Map<string, Model>()
    let next = 1
    let seed = 7
    const random = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) % below
    const owners = () => [...inLine.values(), ...gone.values()]
    for (let round = 0; round < (engine === 'sqlite' ? 150 : 60); round++) {
      clock += 60_000
      const people = [...inLine.values()]
      const kind = random(10)
      if (kind < 6 || people.length < 3) {
        const email = `p${round}@example.com`
        const id = await joins(email)
        const by =
          people.length > 0 && random(3) > 0
            ? people[random(Math.min(4, people.length))]
            : undefined
        await confirms(id, by ? await codeOf(by.id) : '')
        inLine.set(id, {
          id,
          email,
          order: next++,
          friends: new Set(),
          ...(by ? { by: by.id } : {}),
        })
        by?.friends.add(id)
      } else if (kind < 8) {
        const one = people[random(people.length)]!
        await store.transact((trx) => leave(trx, one.id, clock))
        inLine.delete(one.id)
        gone.set(one.id, one)
        owners()
          .find(({ id }) => id === one.by)
          ?.friends.delete(one.id)
      } else if (kind === 8 && gone.size > 0) {
        const one = [...gone.values()][random(gone.size)]!
        await confirms(one.id)
        gone.delete(one.id)
        inLine.set(one.id, one)
        owners()
          .find(({ id }) => id === one.by)
          ?.friends.add(one.id)
      } else {
        const one = people[random(people.length)]!
        await store.transact((trx) => erasePerson(trx, one.email, testSecret, clock))
        inLine.delete(one.id)
        owners()
          .find(({ id }) => id === one.by)
          ?.friends.delete(one.id)
      }
      const sorted = [...inLine.values()].sort(
        (a, b) =>
          a.order -
            gainOf(a.friends.size, { perFriend, cap }) -
            (b.order - gainOf(b.friends.size, { perFriend, cap })) || a.order - b.order,
      )
      for (const [index, one] of sorted.entries()) {
        const place = await placeOf(one.id)
        expect({ round, ...place }).toMatchObject({
          round,
          place: index + 1,
          before: index,
          behind: sorted.length - index - 1,
          order: one.order,
          friends: one.friends.size,
          confirmedBefore: sorted.filter(({ order }) => order < one.order).length,
        })
        expect(place.confirmedBefore - place.passed + place.passedBy).toBe(place.before)
      }
    }
    expect(inLine.size).toBeGreaterThan(20)
  })

  test('[LINE-1] a person who returns within 30 days has the same order number, later a new one', async () => {
    const [mila, finn] = [await joins('mila@example.com'), await joins('finn@example.com')]
    await confirms(mila)
    await confirms(finn)
    const { order } = await placeOf(mila)
    await store.transact((trx) => leave(trx, mila, clock))
    clock += 29 * day
    await confirms(mila)
    expect((await placeOf(mila)).order).toBe(order)
    await store.transact((trx) => leave(trx, mila, clock))
    clock += 30 * day
    await confirms(mila)
    expect((await placeOf(mila)).order).toBeGreaterThan((await placeOf(finn)).order)
  })

  test('[LINE-3] a person who confirmed before counts for nobody, whatever link they return by', async () => {
    const [noor, daan] = [await joins('noor@example.com'), await joins('daan@example.com')]
    await confirms(noor)
    await confirms(daan)
    await store.transact((trx) => leave(trx, daan, clock))
    await confirms(daan, await codeOf(noor))
    expect((await placeOf(noor)).friends).toBe(0)
  })
})
