import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { LaunchPeriod } from '#contract/launch/launch.ts'
import { freshStore, storeEngines } from '#test/fresh-store.ts'
import {
  grantOthersEarlier,
  grantPiecesEarlier,
  peopleAfter,
  grantOffers,
  isGranted,
  type NewlyConfirmed,
} from './grants.ts'
import { endOf, moveOfferEnd, readOffers, type OfferTerms, type Terms } from './offers.ts'

const minute = 60_000
const noon = Date.parse('2026-11-24T12:00:00Z')
const limited: OfferTerms = { most: 3, beginsAt: null, endsAt: noon, placement: null, place: null }
const pause = (startsAt: number, endsAt: number | null): LaunchPeriod => ({
  state: 'paused',
  startsAt,
  endsAt,
  listFirstUntil: null,
  eraseAt: null,
})

test.each([
  ['a millisecond before the end', { createdAt: noon - 1 }, true],
  ['at the end', { createdAt: noon }, false],
  ['at the begin', { createdAt: noon - 60 * minute }, true],
  ['before the begin', { createdAt: noon - 60 * minute - 1 }, false],
  ['in another form', { placement: 'hero' }, false],
  ['by an import', { placement: 'import' }, false],
])('[LIVE-5] whether an offer goes to a sign-up %s', (_, changes, granted) => {
  const terms = { ...limited, beginsAt: noon - 60 * minute, placement: 'exit-intent' }
  const person = { createdAt: noon - minute, placement: 'exit-intent', ...changes }
  expect(isGranted(person, terms, noon)).toBe(granted)
})

describe('[LIVE-5] an end', () => {
  const move = (movedAt: number, endsAt: number) => ({
    movedAt,
    before: noon,
    endsAt,
  })

  test('is that of the campaign until it is moved', () => {
    expect(endOf(limited, [], [], 0)).toEqual({ endsAt: noon, movedFrom: null })
    expect(endOf(limited, [move(0, noon + minute)], [], 1)).toEqual({
      endsAt: noon + minute,
      movedFrom: noon,
    })
  })

  test('moves by the length of each pause, also while the pause runs', () => {
    const periods = [pause(noon - 60 * minute, noon - 50 * minute), pause(noon - minute, null)]
    expect(endOf(limited, [], periods, noon + 5 * minute)).toEqual({
      endsAt: noon + 16 * minute,
      movedFrom: noon,
    })
  })

  test('that an operator moved is moved again only by pauses after that', () => {
    const periods = [pause(noon - 60 * minute, noon - 20 * minute)]
    const moved = [move(noon - 30 * minute, noon + minute)]
    expect(endOf(limited, moved, periods, noon).endsAt).toBe(noon + 11 * minute)
  })
})

describe.each(storeEngines)('offers on %s', (engine) => {
  const open = async () => {
    const store = await freshStore(engine)
    let people = 0
    const confirm = (
      terms: Terms,
      amount: number,
      person: Partial<NewlyConfirmed> = {},
      now = noon,
    ) =>
      store.transact(async (trx) => {
        const rows = Array.from({ length: amount }, () => {
          const id = `person ${String(++people).padStart(4, '0')}`
          return { id, createdAt: noon - minute, placement: 'hero', ...person }
        })
        await trx
          .insertInto('people')
          .values(
            rows.map((row) => ({
              ...row,
              email: `${row.id}@example.com`,
              state: 'confirmed' as const,
              language: 'en',
              source: '',
              confirmedAt: now,
              leftAt: null,
              recentMails: '[]',
            })),
          )
          .execute()
        await grantOffers(trx, rows, now, terms)
      })
    const grants = () =>
      store.db
        .selectFrom('offer_grants')
        .select(['offer', 'personId', 'number'])
        .orderBy('offer')
        .orderBy('personId')
        .execute()
    return { ...store, confirm, grants }
  }

  test('[LIVE-5] give numbered pieces in the order of confirmation, until the last', async () => {
    const { confirm, grants, db } = await open()
    const terms: Terms = new Map([['founding', limited]])
    await confirm(terms, 2)
    await confirm(terms, 3, {}, noon + minute)
    expect((await grants()).map(({ personId, number }) => [personId, number])).toEqual([
      ['person 0001', 1],
      ['person 0002', 2],
      ['person 0003', 3],
    ])
    await confirm(terms, 1, {}, noon + 2 * minute)
    expect((await readOffers(db, noon, terms)).founding).toEqual({
      place: null,
      most: 3,
      left: 0,
      goneAt: noon + minute,
      beginsAt: null,
      endsAt: noon,
      movedFrom: null,
    })
  })

  test('[LIVE-5] without pieces are granted without a number, and without any limit not at all', async () => {
    const { confirm, grants } = await open()
    await confirm(
      new Map([
        ['earlyBird', { ...limited, most: null }],
        ['program', { ...limited, most: null, endsAt: null }],
      ]),
      1,
    )
    expect(await grants()).toEqual([{ offer: 'earlyBird', personId: 'person 0001', number: null }])
  })

  test('[LIVE-5] end by the time of the sign-up, after moves, and not by that of the confirmation', async () => {
    const { confirm, grants, transact } = await open()
    const terms: Terms = new Map([['founding', limited]])
    await confirm(terms, 1, { createdAt: noon }, noon + minute)
    expect(await grants()).toEqual([])
    const moved = { offer: 'founding', endsAt: noon + minute, by: 'anna@example.com' } as const
    expect(await transact((trx) => moveOfferEnd(trx, moved, noon - 1, terms))).toEqual({
      before: noon,
    })
    await confirm(terms, 1, { createdAt: noon }, noon + 60 * minute)
    expect((await grants()).map(({ personId }) => personId)).toEqual(['person 0002'])
  })

  test('[LIVE-5] are not moved after their end, nor into the past, nor without an end', async () => {
    const { transact } = await open()
    const terms: Terms = new Map([
      ['founding', limited],
      ['program', { ...limited, endsAt: null }],
    ])
    const move = (offer: 'founding' | 'program' | 'exit', endsAt: number, now: number) =>
      transact((trx) => moveOfferEnd(trx, { offer, endsAt, by: 'shell' }, now, terms))
    expect(await move('founding', noon + minute, noon)).toEqual({ refused: 'ended' })
    expect(await move('founding', noon - minute, noon - minute)).toEqual({ refused: 'past' })
    expect(await move('program', noon, noon - minute)).toEqual({ refused: 'no-end' })
    expect(await move('exit', noon, noon - minute)).toEqual({ refused: 'no-end' })
  })

  test('[LIVE-5] are granted once to people who confirmed before, in that order and within the end', async () => {
    const { confirm, grants, db, ...store } = await open()
    const terms: Terms = new Map([
      ['founding', limited],
      ['earlyBird', { ...limited, most: null }],
    ])
    const none: Terms = new Map()
    await confirm(none, 2, {}, noon + minute)
    await confirm(none, 3, {}, noon)
    await confirm(none, 1, { placement: 'import' }, noon - 2)
    await confirm(none, 1, { createdAt: noon }, noon - 1)
    const grantEarlier = async () => {
      await grantPiecesEarlier({ ...store, db }, noon, terms)
      await grantOthersEarlier({ ...store, db }, noon, () => false, terms)
    }
    await grantEarlier()
    const once = await grants()
    expect(once.map(({ offer, personId, number }) => `${offer} ${personId} ${number}`)).toEqual([
      ...[1, 2, 3, 4, 5].map((n) => `earlyBird person 000${n} null`),
      ...[3, 4, 5].map((n) => `founding person 000${n} ${n - 2}`),
    ])
    await confirm(none, 1, {}, noon - 1)
    await grantEarlier()
    expect(await grants()).toEqual(once)
    const { founding } = await readOffers(db, noon, terms)
    expect([founding!.left, founding!.goneAt]).toEqual([0, noon])
  })

  test('[LIVE-5] without pieces also go to people far behind others who are granted none', async () => {
    const { confirm, grants, db, ...store } = await open()
    const earlyBird: Terms = new Map([['earlyBird', { ...limited, most: null }]])
    await confirm(new Map(), 150)
    await db.updateTable('people').set({ state: 'unsubscribed' }).execute()
    await confirm(new Map(), 1)
    await grantOthersEarlier({ ...store, db }, noon, () => false, earlyBird)
    expect(await grants()).toEqual([{ offer: 'earlyBird', personId: 'person 0151', number: null }])
  })
})

test('[LIVE-5] a step of granting offers to earlier people reads no more people than it looks at', async () => {
  const { db } = await freshStore('sqlite')
  const plan = await peopleAfter(db, 'a', 50).explain<{ detail: string }>(
    undefined,
    sql`query plan`,
  )
  expect(plan.map(({ detail }) => detail)).toEqual([
    'SEARCH people USING INDEX sqlite_autoindex_people_1 (id>?)',
  ])
})
