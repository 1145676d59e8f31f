import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshStore, storeEngines, testSecret, type FreshStore } from '#test/fresh-store.ts'
import { confirmed } from '#test/in-line.ts'
import { actOnLaunch, type LaunchAct } from '#server/launch/periods.ts'
import { lineRecordsOf } from '#server/people/line-records.ts'
import { confirmPerson } from '#server/signup/confirm-people.ts'
import { leave } from '#server/signup/membership.ts'
import { erasePerson } from '#server/signup/erasure.ts'
import { beginLine } from './begin.ts'
import { campaignLine } from './enter.ts'
import { readPlace } from './line.ts'
import { runWaves, inviteWave } from './waves.ts'
import { readStanding } from './standing.ts'
import { readWaves } from './wave-reports.ts'
import { isSound, recountLine } from './check.ts'
import { codeOfSpot, findSpot, useSpot, type SpotAct } from './spots.ts'

const noon = Date.parse('2026-11-24T12:00:00Z')
const day = 24 * 3_600_000

describe.each(storeEngines)('on %s', (engine) => {
  let store: FreshStore
  let clock = noon
  beforeAll(async () => {
    store = await freshStore(engine)
    await beginLine(store, async () => store, campaignLine, noon)
  })
  afterAll(() => store.close())

  /** An empty line, and these people in it. */
  const inLine = async (...names: string[]) => {
    for (const { email } of await store.db.selectFrom('people').select('email').execute())
      await store.transact((trx) => erasePerson(trx, email, testSecret, clock))
    for (const table of ['waves', 'wave_spots', 'outbox', 'launch_periods'] as const)
      await store.db.deleteFrom(table).execute()
    await confirmed(store, names, clock)
  }
  const emailOf = (name: string) => `${name}@example.com`
  const idOf = async (name: string) =>
    (
      await store.db
        .selectFrom('people')
        .select('id')
        .where('email', '=', emailOf(name))
        .executeTakeFirstOrThrow()
    ).id
  const place = async (name: string) => (await readPlace(store.db, await idOf(name)))?.place ?? null
  const invite = (spots: number, until = clock + 2 * day, quizType: 'focus' | null = null) =>
    store.transact((trx) =>
      inviteWave(trx, { spots, until, quizType, by: 'shell' }, testSecret, clock),
    )
  const runs = (on = store) => runWaves(on, testSecret, () => clock)
  /** The newest spot of a person. */
  const spotOf = async (name: string) =>
    store.db
      .selectFrom('wave_spots')
      .selectAll()
      .where('personId', '=', await idOf(name))
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  const stateOf = async (name: string) => (await spotOf(name))?.state ?? null
  const codeOf = async (name: string) => codeOfSpot([testSecret], (await spotOf(name))!)!
  const uses = async (name: string, act: SpotAct, on = store) => {
    const code = await codeOf(name)
    return on.transact((trx) => useSpot(trx, code, act, clock))
  }
  const launch = (act: LaunchAct) =>
    store.transact((trx) =>
      actOnLaunch(
        trx,
        act,
        {
          by: 'shell',
          terms: { listFirstDays: 2, eraseAfterDays: 30, shop: 'https://shop.example/' },
        },
        clock,
      ),
    )
  const pause = (until: number | null = null) => launch({ act: 'pause', at: null, until })
  const resume = () => launch({ act: 'resume', at: null })
  const movesOf = async (name: string) => {
    const id = await idOf(name)
    return (await lineRecordsOf(store.db, [id])).get(id)!.moves
  }

  test('[LINE-8] a wave invites the first of the line with a mail each, and all others move up', async () => {
    await inLine('mila', 'finn', 'noor', 'bram')
    expect(await invite(2)).toMatchObject({ number: 1, invited: 2 })
    expect([await place('mila'), await place('noor'), await place('bram')]).toEqual([null, 1, 2])
    expect(await spotOf('finn')).toMatchObject({
      place: 2,
      state: 'invited',
      until: clock + 2 * day,
    })
    expect((await movesOf('finn')).at(-1)).toMatchObject({ why: 'invited', place: 2 })
    const mails = store.db.selectFrom('outbox').select('email').where('template', '=', 'turn')
    expect((await mails.orderBy('email').execute()).map(({ email }) => email)).toEqual(
      ['finn', 'mila'].map(emailOf),
    )
  })

  test('[LINE-8] a wave larger than the line invites all; one of nobody, or with a past end, is refused', async () => {
    await inLine('mila', 'finn')
    expect(await invite(1, clock)).toEqual({ refused: 'past' })
    expect(await invite(1, clock + 400 * day)).toEqual({ refused: 'too long' })
    expect(await invite(500)).toMatchObject({ invited: 2 })
    expect(await invite(1)).toEqual({ refused: 'nobody' })
    expect(await store.db.selectFrom('waves').select(['number', 'size']).execute()).toEqual([
      { number: 1, size: 2 },
    ])
  })

  test('[LINE-8] a wave of one quiz type invites the first of this type, by their places in the line', async () => {
    await inLine('mila', 'finn', 'noor', 'bram')
    await store.db
      .updateTable('people')
      .set({ quizType: 'focus' })
      .where('email', 'in', ['finn', 'bram'].map(emailOf))
      .execute()
    expect(await invite(5, clock + day, 'focus')).toMatchObject({ invited: 2 })
    expect([(await spotOf('finn'))?.place, (await spotOf('bram'))?.place]).toEqual([2, 4])
    expect([await place('mila'), await place('noor')]).toEqual([1, 2])
  })

  test('[LINE-8] a person who misses a wave keeps their place, and moves to the end after a second one', async () => {
    await inLine('mila', 'finn', 'noor')
    const { order } = (await readPlace(store.db, await idOf('mila')))!
    await invite(1)
    clock += 2 * day
    await runs()
    expect([await stateOf('mila'), await place('mila')]).toEqual(['expired', 1])
    expect((await readPlace(store.db, await idOf('mila')))?.order).toBe(order)
    await invite(1)
    await uses('mila', 'pass')
    expect([await stateOf('mila'), await place('mila')]).toEqual(['passed', 2])
    expect((await readPlace(store.db, await idOf('mila')))!.order).toBeGreaterThan(order)
    expect((await movesOf('mila')).map(({ why }) => why)).toEqual([
      'confirmed',
      'invited',
      'back',
      'invited',
      'end',
    ])
  })

  test.each([
    [29, 1],
    [31, 3],
  ])(
    '[LINE-8] who took a spot and comes back after %i days keeps it, with the number %i, and stands in no line',
    async (days, number) => {
      await inLine('mila', 'finn')
      const first = (await readPlace(store.db, await idOf('mila')))!.order
      await invite(1)
      await uses('mila', 'take')
      const id = await idOf('mila')
      await store.transact((trx) => leave(trx, id, clock))
      clock += days * day
      await store.transact((trx) => confirmPerson(trx, id, clock))
      expect([await place('mila'), await place('finn')]).toEqual([null, 1])
      expect(
        await readStanding(store.db, id, campaignLine!, 'https://x.example', clock),
      ).toMatchObject({
        away: { why: 'taken', until: null },
      })
      expect((await lineRecordsOf(store.db, [id])).get(id)?.order).toBe(first + number - 1)
      expect(await recountLine(store, { repair: false, now: clock })).toSatisfy(isSound)
      expect(await invite(1)).toMatchObject({ invited: 1 })
      expect(await stateOf('finn')).toBe('invited')
    },
  )

  test('[LINE-8] a wave that another press has invited meanwhile is not invited again', async () => {
    await inLine('mila', 'finn')
    const press = () =>
      store.transact((trx) =>
        inviteWave(
          trx,
          { spots: 1, until: clock + day, quizType: null, by: 'anna@x.nl', number: 1 },
          testSecret,
          clock,
        ),
      )
    expect(await press()).toMatchObject({ invited: 1, number: 1 })
    expect(await press()).toEqual({ refused: 'invited before' })
    expect(await place('finn')).toBe(1)
  })

  test('[LINE-8] a spot that comes back goes to the next who was not in the wave, for as long as the wave lasted', async () => {
    await inLine('mila', 'finn', 'noor')
    await invite(1)
    clock += day
    await uses('mila', 'pass')
    expect(await runs()).toBe(1)
    expect(await spotOf('finn')).toMatchObject({ until: clock + 2 * day, place: 2 })
    expect(await place('mila')).toBe(1)
    clock += 2 * day - 1
    await runs()
    expect(await stateOf('finn')).toBe('invited')
    clock += 1
    expect(await runs()).toBe(1)
    expect([await stateOf('finn'), await stateOf('noor')]).toEqual(['expired', 'invited'])
    clock += 2 * day
    expect([await runs(), await runs()]).toEqual([0, 0])
    expect([await place('mila'), await place('finn'), await place('noor')]).toEqual([1, 2, 3])
  })

  test.each([
    [
      'leaves',
      async (email: string, id: string) =>
        store.transact((trx) => leave(trx, id, clock).then(() => email)),
    ],
    [
      'is erased',
      (email: string) => store.transact((trx) => erasePerson(trx, email, testSecret, clock)),
    ],
  ])('[LINE-8] the spot of an invited person who %s goes to the next in line', async (_, goes) => {
    await inLine('mila', 'finn')
    await invite(1)
    await goes(emailOf('mila'), await idOf('mila'))
    expect(await runs()).toBe(1)
    expect(await stateOf('finn')).toBe('invited')
    const spots = store.db.selectFrom('wave_spots').select('state')
    expect((await spots.orderBy('id').execute()).map(({ state }) => state)).toEqual([
      'left',
      'invited',
    ])
  })

  test('[LINE-8] a spot is taken once, also by three processes at once, and not at its end', async () => {
    await inLine('mila', 'finn', 'noor')
    await invite(2)
    const others = engine === 'sqlite' ? [] : [await store.reopen(), await store.reopen()]
    const taken = await Promise.all([store, ...others, store].map((on) => uses('mila', 'take', on)))
    expect(taken.filter((result) => result!.done)).toHaveLength(1)
    clock += 2 * day
    expect(await uses('finn', 'take')).toMatchObject({ done: false, spot: { state: 'expired' } })
    await Promise.all([store, ...others].map((on) => runs(on)))
    expect([await stateOf('mila'), await stateOf('finn'), await stateOf('noor')]).toEqual([
      'came',
      'expired',
      'invited',
    ])
    await invite(5)
    expect(await stateOf('mila')).toBe('came')
  })

  test('[LINE-8] a shop reports a code once, whether or not its person took the spot on the page', async () => {
    await inLine('mila', 'finn')
    await invite(2)
    await uses('mila', 'take')
    for (const name of ['mila', 'finn']) {
      expect(await uses(name, 'report')).toMatchObject({ done: true, spot: { state: 'came' } })
      expect(await uses(name, 'report')).toMatchObject({ done: false })
    }
    expect(await uses('finn', 'pass')).toMatchObject({ done: false, spot: { state: 'came' } })
  })

  test('[LINE-8] the server answers visitors between the steps in which many spots end and pass on', async () => {
    const names = Array.from({ length: 300 }, (_, n) => `athlete${n}`)
    await inLine(...names)
    await invite(150)
    clock += 2 * day
    let turns = 0
    let isOver = false
    const count = () => void (isOver || (turns++, setImmediate(count)))
    setImmediate(count)
    expect(await runs()).toBe(150)
    isOver = true
    // Three steps that end spots and three that invite, each with a rest of several turns.
    expect(turns).toBeGreaterThanOrEqual(6)
  })

  test('[END-1] [LINE-8] during a pause no wave is invited and no free spot passes on', async () => {
    await inLine('mila', 'finn', 'noor')
    await invite(1)
    await pause()
    expect(await invite(1)).toEqual({ refused: 'paused' })
    await uses('mila', 'pass')
    expect(await runs()).toBe(0)
    expect(await place('finn')).toBe(2)
    clock += day
    await resume()
    expect(await runs()).toBe(1)
    expect(await spotOf('finn')).toMatchObject({ state: 'invited', until: clock + 2 * day })
    expect(await invite(1)).toMatchObject({ invited: 1 })
  })

  test('[END-1] [LINE-8] no spot ends during a pause, and the end of each moves by its length', async () => {
    await inLine('mila', 'finn')
    const begun = clock
    await invite(1)
    clock += day
    await pause(clock + 5 * day)
    clock += 3 * day
    await runs()
    expect(await stateOf('mila')).toBe('invited')
    expect(await findSpot(store.db, await codeOf('mila'), clock)).toMatchObject({
      state: 'invited',
      endsAt: clock + day,
    })
    const standing = await readStanding(store.db, await idOf('mila'), campaignLine!, '', clock)
    expect(standing!.away).toEqual({ why: 'invited', until: clock + day })
    clock += 2 * day
    await runs()
    const [wave] = await readWaves(store.db, 1, clock)
    expect(wave).toMatchObject({ endsAt: begun + 7 * day, people: { invited: 1, expired: 0 } })
    clock = begun + 7 * day - 1
    await runs()
    expect(await stateOf('mila')).toBe('invited')
    clock += 1
    expect(await findSpot(store.db, await codeOf('mila'), clock)).toMatchObject({
      state: 'expired',
    })
    expect((await readWaves(store.db, 1, clock))[0]!.people).toMatchObject({ expired: 1 })
    await runs()
    expect([await stateOf('mila'), await stateOf('finn')]).toEqual(['expired', 'invited'])
  })

  test('[END-1] [LINE-8] a spot is taken during a pause, also after its end without the pause', async () => {
    await inLine('mila')
    await invite(1)
    await pause()
    clock += 3 * day
    expect(await uses('mila', 'take')).toMatchObject({ done: true, spot: { state: 'came' } })
  })

  test('[END-1] [LINE-8] a spot that ended before a pause does not begin again', async () => {
    await inLine('mila')
    await invite(1)
    clock += 2 * day
    await pause()
    clock += day
    expect(await uses('mila', 'take')).toMatchObject({ done: false, spot: { state: 'expired' } })
    await runs()
    expect([await stateOf('mila'), await place('mila')]).toEqual(['expired', 1])
  })

  if (engine === 'postgres')
    test('[LINE-8] a wave leaves out a person whose erasure waits for the line, and neither waits for the other', async () => {
      await inLine('mila', 'finn')
      const other = await store.reopen()
      const [locked, invited] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const erasure = other.transact(async (trx) => {
        await erasePerson(trx, emailOf('mila'), testSecret, clock)
        locked.resolve()
        await invited.promise
      })
      await locked.promise
      const wave = await invite(1).finally(() => invited.resolve())
      await erasure
      expect(wave).toMatchObject({ invited: 1 })
      expect([await stateOf('finn'), await place('finn')]).toEqual(['invited', null])
    })
})
