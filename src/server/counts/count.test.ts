import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import { hourMs } from '#contract/time.ts'
import { isSilenced, noOrigin, type SilencedState } from '#contract/people/waitlist.ts'
import { freshStore, storeEngines, testSecret, type FreshStore } from '#test/fresh-store.ts'
import { resultFor } from '#test/quiz-taker.ts'
import { forgetUnconfirmed } from '#server/ops/expired.ts'
import { enterImported } from '#server/imports/insert-imported.ts'
import { storeResult } from '#server/quiz/save-result.ts'
import { erasePerson } from '#server/signup/erasure.ts'
import { joinAll } from '#server/signup/sign-up.ts'
import { confirmPerson } from '#server/signup/confirm-people.ts'
import { leave, suppress, suppressAddress } from '#server/signup/membership.ts'
import { count, writeCounts } from './count.ts'
import type { Count } from './counted.ts'
import { readOverview } from './read-overview.ts'
import { zoneClock } from './zone-clock.ts'

const { timeZone } = campaign
const clock = zoneClock(timeZone)
/** Two days before clocks go back. */
const begin = Date.parse('2026-10-23T22:00:00Z')
const emails = ['sanne', 'daan', 'noor', 'milan'].map((name) => `${name}@example.com`)

const steps = fc.array(
  fc.record({
    does: fc.constantFrom(
      'join',
      'join confirmed',
      'save',
      'confirm',
      'leave',
      'bounce',
      'suppress',
      'suppress address',
      'erase',
      'expire',
      'import',
    ),
    who: fc.integer({ min: 0, max: emails.length - 1 }),
    quarters: fc.integer({ min: 0, max: 20 }),
    source: fc.constantFrom('', 'podcast', 'forum'),
  }),
  { minLength: 30, maxLength: 60 },
)
type Step = (typeof steps extends fc.Arbitrary<infer T> ? T : never)[number]

/** Runs a step through the functions that every route calls. */
async function run(store: FreshStore, { does, who, source }: Step, at: number): Promise<void> {
  const email = emails[who]!
  const consent = campaign.consents[0]
  const signUp = { ...noOrigin, source, email, consent, charges: null }
  await store.transact(async (trx) => {
    const person = await trx
      .selectFrom('people')
      .select(['id', 'email'])
      .where('email', '=', email)
      .executeTakeFirst()
    switch (does) {
      case 'join':
        return void (await joinAll(trx, [{ ...signUp, placement: 'hero' }], 'double', at))
      case 'join confirmed':
        return void (await joinAll(trx, [{ ...signUp, placement: 'final' }], 'single', at))
      case 'save': {
        const save = { ...signUp, key: null, result: resultFor('focus') }
        return void (await storeResult(trx, save, 'double', at))
      }
      case 'confirm':
        return void (person && (await confirmPerson(trx, person.id, at)))
      case 'leave':
        return void (person && (await leave(trx, person.id, at)))
      case 'bounce':
        return void (person && (await suppress(trx, person, 'bounced', at)))
      case 'suppress':
        return void (person && (await suppress(trx, person, 'suppressed', at)))
      case 'suppress address':
        return void (await suppressAddress(trx, email, 'complained', at))
      case 'erase':
        return void (await erasePerson(trx, email, testSecret, at))
      case 'expire':
        await trx.deleteFrom('outbox').execute()
        return void (await forgetUnconfirmed(trx, {
          engine: store.engine,
          secretKey: testSecret,
          before: at,
          now: at,
          most: 2,
          from: '',
        }))
      case 'import': {
        const row = { ...noOrigin, line: 1, email, source, joinedAt: 1, confirmedAt: null }
        const imported = { ...row, confirmed: who % 2 === 0, language: null, consent: null }
        return void (await enterImported(trx, [imported], [testSecret], at))
      }
    }
  })
}

const peopleIn = async ({ db }: FreshStore) =>
  new Map(
    (
      await db
        .selectFrom('people')
        .select(['id', 'state', 'placement', 'confirmedAt', 'createdAt', 'importedAt'])
        .execute()
    ).map((person) => [person.id, person]),
  )
type People = Awaited<ReturnType<typeof peopleIn>>

/** The expected counts, from comparing the people before and after a step. */
function* changesIn(
  before: People,
  after: People,
  at: number,
): Generator<[string, number, number]> {
  for (const [id, person] of after) {
    const was = before.get(id)
    const stock = person.placement === 'operator' ? 'blocked' : 'people'
    if (!was || was.state !== person.state) yield [`${stock}_${person.state}`, at, 1]
    if (was && was.state !== person.state) yield [`${stock}_${was.state}`, at, -1]
    if (person.placement === 'operator') continue
    if (!was) yield ['joined', at, 1]
    if (was && was.state !== person.state) {
      if (person.state === 'unsubscribed') yield ['left', at, 1]
      if (isSilenced(person.state) && !isSilenced(was.state)) yield ['undeliverable', at, 1]
    }
    if (person.confirmedAt !== null && (was?.confirmedAt ?? null) === null) {
      yield ['confirmed', at, 1]
      if (!was && person.placement === 'import') yield ['confirmed_by_import', at, 1]
      yield ['joined_confirmed', was ? (was.importedAt ?? was.createdAt) : at, 1]
    }
  }
  for (const [id, was] of before) {
    if (after.has(id)) continue
    yield [`${was.placement === 'operator' ? 'blocked' : 'people'}_${was.state}`, at, -1]
    if (was.placement !== 'operator') yield ['removed', at, 1]
  }
}

type Sums = Record<string, number>
const add = (sums: Sums, key: string, count: number) => {
  sums[key] = (sums[key] ?? 0) + count
}
const withoutZeros = (sums: Sums) => Object.fromEntries(Object.entries(sums).filter(([, n]) => n))

async function totalsIn({ db }: FreshStore) {
  const sums: Sums = {}
  const inTotal = { source: '', placement: '' }
  for (const row of await db
    .selectFrom('hourly_counts')
    .selectAll()
    .where((eb) => eb.and(inTotal))
    .execute())
    if (row.what !== 'quiz_saved') add(sums, `${row.what} ${row.hour}`, row.count)
  for (const row of await db
    .selectFrom('daily_counts')
    .selectAll()
    .where((eb) => eb.and(inTotal))
    .execute())
    if (row.what !== 'quiz_saved') add(sums, `${row.what} ${row.day}`, row.count)
  return withoutZeros(sums)
}

describe.each(storeEngines)('[DASH-9] [DASH-3] counts on %s', (engine) => {
  test('of any sequence of acts are those of a recount, in each hour, each day and since the start', () =>
    fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const store = await freshStore(engine)
        const expected: Sums = {}
        let at = begin
        let before = await peopleIn(store)
        for (const step of sequence) {
          at += (step.quarters * hourMs) / 4
          await run(store, step, at)
          const after = await peopleIn(store)
          for (const [what, time, count] of changesIn(before, after, at))
            for (const period of [clock.hourOf(time), clock.dayOf(time), ''])
              add(expected, `${what} ${period}`, count)
          before = after
        }
        expect(await totalsIn(store)).toEqual(withoutZeros(expected))
        const { headline, sources, states } = await readOverview(store.db, {
          range: 'all',
          timeZone,
          now: at + hourMs,
        })
        const [joined, ...others] = headline.map(({ now }) => now)
        expect(others.reduce((sum, now) => sum + now, 0)).toBe(joined)
        expect(sources.total.joined).toBe(joined)
        expect(states).toMatchObject(
          Object.fromEntries(
            [...Map.groupBy(before.values(), ({ state }) => state)].map(([state, them]) => [
              state,
              them.length,
            ]),
          ),
        )
        await store.close()
      }),
      { numRuns: engine === 'sqlite' ? 25 : 6 },
    ))

  test('by source and by form add up to the total, of a day and since the start', async () => {
    const store = await freshStore(engine)
    const join = (email: string, source: string, placement: string) =>
      joinOf(store, email, { source, placement })
    await join('sanne@example.com', 'podcast', 'hero')
    await join('daan@example.com', 'podcast', 'final')
    await join('noor@example.com', '', 'hero')
    const rows = await store.db
      .selectFrom('daily_counts')
      .selectAll()
      .where('what', '=', 'joined')
      .orderBy('day')
      .orderBy('source')
      .orderBy('placement')
      .execute()
    expect(
      rows.map(({ day, source, placement, count }) => [day, source, placement, count]),
    ).toEqual(
      ['', '2026-10-24'].flatMap((day) => [
        [day, '', '', 3],
        [day, '', 'final', 1],
        [day, '', 'hero', 2],
        [day, 'direct', '', 1],
        [day, 'utm podcast', '', 2],
      ]),
    )
  })

  test('a transaction that fails counts nothing', async () => {
    const store = await freshStore(engine)
    const failing = store.transact(async (trx) => {
      count(trx, [{ what: 'left', at: begin }])
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await totalsIn(store)).toEqual({})
  })

  test('hours and days are those of the time zone, also where they begin at half past', async () => {
    const store = await freshStore(engine)
    const at = ['2026-11-21T18:29:59Z', '2026-11-21T18:30:00Z', '2026-11-21T19:29:59Z']
    const counts = at.map((time) => ({ what: 'left' as const, at: Date.parse(time) }))
    await store.transact((trx) => writeCounts(trx, counts, 'Asia/Kolkata'))
    expect(await totalsIn(store)).toEqual({
      [`left ${Date.parse('2026-11-21T17:30:00Z')}`]: 1,
      [`left ${Date.parse('2026-11-21T18:30:00Z')}`]: 2,
      'left 2026-11-21': 1,
      'left 2026-11-22': 2,
      'left ': 3,
    })
  })

  test('the hour that is repeated when clocks go back is two hours of one day', async () => {
    const store = await freshStore(engine)
    const at = ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'].map((time) => Date.parse(time))
    for (const time of at)
      await store.transact(async (trx) => count(trx, [{ what: 'left', at: time }]))
    expect(await totalsIn(store)).toEqual({
      [`left ${Date.parse('2026-10-25T00:00:00Z')}`]: 1,
      [`left ${Date.parse('2026-10-25T01:00:00Z')}`]: 1,
      'left 2026-10-25': 2,
      'left ': 2,
    })
  })
})

const joinOf = (
  store: FreshStore,
  email: string,
  { source = '', placement = 'hero', at = begin } = {},
) =>
  store.transact((trx) =>
    joinAll(
      trx,
      [{ ...noOrigin, source, email, placement, consent: campaign.consents[0], charges: null }],
      'double',
      at,
    ),
  )

test('[DASH-9] three processes on one Postgres that count the same hours at once lose none and never deadlock', async () => {
  const store = await freshStore('postgres')
  const processes = [store, await store.reopen(), await store.reopen()]
  const silenced: SilencedState[] = ['bounced', 'complained', 'suppressed']
  const counts: Count[] = silenced.flatMap((state) => [
    { what: `people_${state}`, at: begin },
    { what: 'joined', at: begin, source: { kind: 'direct', name: '' }, placement: state },
    { what: 'page_view', at: begin + hourMs, source: { kind: 'utm', name: state }, name: 'new' },
  ])
  let conflicts = 0
  await Promise.all(
    processes.flatMap((one) =>
      Array.from({ length: 40 }, async (_, n) => {
        const shuffled = n % 2 ? counts : counts.toReversed()
        let tries = 0
        await one.transact(async (trx) => {
          tries++
          for (const each of shuffled) count(trx, [each])
        })
        conflicts += tries - 1
      }),
    ),
  )
  const totals = await totalsIn(store)
  expect([totals['joined '], totals['page_view '], totals['people_bounced ']]).toEqual([
    360, 360, 120,
  ])
  expect(conflicts).toBe(0)
})

test('[DASH-9] two that change one person at the same moment on Postgres count one change', async () => {
  const store = await freshStore('postgres')
  const second = await store.reopen()
  for (let round = 0; round < 15; round++) {
    const email = `athlete${round}@example.com`
    await joinOf(store, email)
    const { id } = await store.db
      .selectFrom('people')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    await Promise.all([
      store.transact((trx) => confirmPerson(trx, id, begin + 1)),
      second.transact((trx) => confirmPerson(trx, id, begin + 1)),
      second.transact((trx) => leave(trx, id, begin + 1)),
      store.transact((trx) => suppress(trx, { id, email }, 'bounced', begin + 1)),
      second.transact((trx) => erasePerson(trx, email, testSecret, begin + 1)),
    ])
  }
  const { headline } = await readOverview(store.db, { range: 'all', timeZone, now: begin + hourMs })
  expect(headline.map(({ now }) => now)).toEqual([15, 0, 0, 0, 0, 15])
})
