import { afterAll, describe, expect, test } from 'vitest'
import { startApp } from '#test/app.ts'
import { storeEngines, testSecret } from '#test/fresh-store.ts'
import { confirmed } from '#test/in-line.ts'
import { sentLetter } from '#test/letters.ts'
import { moveClock } from '#test/move-clock.ts'
import { saveByCall, savedId, triggerByCall } from '#test/quiz-taker.ts'
import { signIn } from '#test/signed-in.ts'
import { joinByCall, linkIn } from '#test/visitor.ts'
import { actOnLaunch } from './launch/periods.ts'
import type { Store } from './db/store.ts'
import { campaignLine } from './line/enter.ts'
import { codeOfSpot } from './line/spots.ts'
import { inviteWave } from './line/waves.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const noon = Date.parse('2026-11-26T12:00:00Z')
const ownPage = { 'sec-fetch-site': 'same-origin' }
const names = ['mila', 'finn', 'noor', 'bram'] as const

/**
 * A list on which much waits for its time: three spots of a wave for 5 days, a reward in its hold of
 * 48 hours, a sequence, a letter in 20 days, a launch in 30 days, somebody who left and may come back
 * within 30 days.
 */
async function openScene(engine: (typeof storeEngines)[number]) {
  const clock = { now: noon }
  const app = await startApp({
    engine,
    env: { SECRET_KEY: testSecret, OPERATORS: 'anna@example.com' },
    now: () => clock.now,
  })
  afterAll(() => app.close())
  const store = await app.store()
  const { db } = store
  const ids = await confirmed(store, names, noon)
  const wave = { spots: 3, until: noon + 5 * day, quizType: null, by: 'shell' }
  await store.transact((trx) => inviteWave(trx, wave, testSecret, noon))
  await bringFriends(store, ids[3]!)
  const terms = { listFirstDays: 2, eraseAfterDays: 30, shop: 'https://shop.example/' }
  const launch = { act: 'launch', at: noon + 30 * day, until: null } as const
  await store.transact((trx) => actOnLaunch(trx, launch, { by: 'shell', terms }, noon))
  await sentLetter(store, noon, { at: noon + 20 * day })
  const confirm = async (email: string) => {
    const { text } = (await app.mailsTo(email))[0]!
    return fetch(linkIn(text, 'confirm'), { method: 'POST', headers: ownPage })
  }
  const id = await savedId(await saveByCall(app.url, 'sanne@example.com'))
  await triggerByCall(app.url, 'sanne@example.com', id)
  await confirm('sanne@example.com')
  await app.mailsTo('sanne@example.com', 3)

  /** A server runs its jobs as it starts. */
  async function runJobs() {
    await app.stop()
    await app.start()
  }
  const statesOf = async (table: 'wave_spots' | 'rewards' | 'sequences' | 'letters') =>
    (await db.selectFrom(table).select('state').execute()).map(({ state }) => state as string)
  return {
    app,
    clock,
    db,
    confirm,
    runJobs,
    waits: async () => ({
      spots: await statesOf('wave_spots'),
      rewards: await statesOf('rewards'),
      sequences: await statesOf('sequences'),
      letters: await statesOf('letters'),
    }),
    spotPage: async () => {
      const spot = await db
        .selectFrom('wave_spots')
        .select(['id', 'codeHash'])
        .executeTakeFirstOrThrow()
      return `${app.url}/spot/${codeOfSpot([testSecret], spot)}`
    },
    textOf: async (url: string) => (await fetch(url)).text(),
  }
}

/** As many friends as the first reward needs. */
async function bringFriends(store: Store, ownerId: string) {
  const { code } = await store.db
    .selectFrom('line')
    .select('code')
    .where('personId', '=', ownerId)
    .executeTakeFirstOrThrow()
  const fewest = Math.min(...campaignLine!.rewards.map(({ friends }) => friends))
  const friends = Array.from({ length: fewest }, (_, n) => `friend${n}`)
  await confirmed(store, friends, noon, code)
}

const allWaits = {
  spots: ['invited', 'invited', 'invited'],
  rewards: ['reached'],
  sequences: ['active'],
  letters: ['scheduled'],
}

describe.each(storeEngines)('a clock that jumps on %s', async (engine) => {
  test.each([
    ['10 days ahead', 10 * day],
    ['40 days ahead', 40 * day],
    ['40 days behind', -40 * day],
  ])('a clock that is %s for two minutes costs nobody anything for good', async (_, ms) => {
    const { app, clock, runJobs, waits, spotPage, textOf, confirm } = await openScene(engine)
    expect(await waits()).toEqual(allWaits)

    clock.now += ms
    // The running server notices it at once, also where a confirmation wakes the planner.
    expect((await joinByCall(app.url, 'ruben@example.com')).status).toBe(200)
    expect((await confirm('ruben@example.com')).status).toBe(200)
    expect(app.server().launch.current().state).toBe('open')
    expect(await textOf(await spotPage())).toContain('Your turn.')
    await runJobs()
    expect(await waits()).toEqual(allWaits)
    expect((await joinByCall(app.url, 'eva@example.com')).status).toBe(200)
    // On Postgres a server that starts with a clock ahead waits for two checks, a minute each, until it
    // knows that no other server sends the mails.
    if (engine === 'sqlite' || ms < 0) await app.mailsTo('eva@example.com')
    expect(await textOf(await spotPage())).toContain('Your turn.')
    expect(await textOf(`${app.url}/metrics`)).toContain('clock_doubtful 1')
    expect(app.log.join()).toContain('the clock is doubtful')

    clock.now += 2 * minute - ms
    await runJobs()
    expect(await waits()).toEqual(allWaits)
    expect((await confirm('eva@example.com')).status).toBe(200)
    expect(await textOf(`${app.url}/metrics`)).toContain('clock_doubtful 0')

    moveClock(app, clock.now, noon + 2 * day + hour, (at) => (clock.now = at))
    await runJobs()
    await expect.poll(waits).toMatchObject({ spots: allWaits.spots, rewards: ['yours'] })
    moveClock(app, clock.now, noon + 5 * day, (at) => (clock.now = at))
    expect(await textOf(await spotPage())).toContain('Too late.')
  })
})

describe('while a clock is 40 days ahead', async () => {
  const { app, clock, db, runJobs } = await openScene('sqlite')

  test('[DASH-3] the overview names the server, since when and what to do, and an operator who pauses the list is obeyed', async () => {
    clock.now += 40 * day
    await runJobs()
    const anna = await signIn(app, 'anna@example.com', clock.now)
    const overview = await anna.html('/dashboard')
    for (const words of ['is doubtful since 2026', 'npm run retention -- approve'])
      expect(overview.split(words)).toHaveLength(2)
    expect((await anna.post('/dashboard/launch/pause', {})).status).toBe(303)
    expect((await joinByCall(app.url, 'late@example.com')).status).toBe(409)
    await anna.post('/dashboard/launch/resume', {})
    expect((await joinByCall(app.url, 'late@example.com')).status).toBe(200)
  })

  test('[LIVE-2] live figures go on counting who joins, at the last trusted time', async () => {
    const live = await startApp({
      env: { FIGURES: 'live', OPT_IN: 'single' },
      now: () => clock.now,
    })
    afterAll(() => live.close())
    const rightNow = clock.now - 40 * day
    clock.now = rightNow
    await live.server().launch.refresh()
    expect(live.server().launch.current().state).toBe('open')
    clock.now += 40 * day
    const registered = async () =>
      ((await (await fetch(`${live.url}/live`)).json()) as { registered: string }).registered
    expect(await registered()).toBe('0')
    expect((await joinByCall(live.url, 'first@example.com')).status).toBe(200)
    clock.now += 2_000
    expect(await registered()).toBe('1')
  })

  test('[DASH-2] a session that was begun then is over once the clock is right, and is deleted', async () => {
    const anna = await signIn(app, 'anna@example.com', clock.now)
    expect((await anna.get('/dashboard')).status).toBe(200)
    clock.now -= 40 * day
    expect((await anna.get('/dashboard')).status).toBe(303)
    await runJobs()
    await expect.poll(() => db.selectFrom('sessions').select('id').execute()).toEqual([])
  })
})

test('[LINE-4] [LIVE-5] who comes back while a clock is 100 days ahead has the place again, and who joins gets the offers', async () => {
  const { app, clock, db, confirm } = await openScene('sqlite')
  expect((await joinByCall(app.url, 'dana@example.com')).status).toBe(200)
  expect((await confirm('dana@example.com')).status).toBe(200)
  const lineOf = async (email: string) =>
    db
      .selectFrom('line')
      .innerJoin('people', 'people.id', 'personId')
      .select('order')
      .where('email', '=', email)
      .where('line.state', '=', 'waiting')
      .executeTakeFirst()
  const before = await lineOf('dana@example.com')
  const { text } = (await app.mailsTo('dana@example.com', 2))[1]!
  await fetch(linkIn(text, 'unsubscribe'), { method: 'POST' })
  expect(await lineOf('dana@example.com')).toBeUndefined()

  clock.now += 100 * day
  await fetch(`${linkIn(text, 'me')}/consent`, { method: 'POST', headers: ownPage })
  expect(await lineOf('dana@example.com')).toEqual(before)

  expect((await joinByCall(app.url, 'eva@example.com')).status).toBe(200)
  expect((await confirm('eva@example.com')).status).toBe(200)
  const offersOf = (email: string) =>
    db
      .selectFrom('offer_grants')
      .innerJoin('people', 'people.id', 'personId')
      .select('offer')
      .where('email', '=', email)
      .orderBy('offer')
      .execute()
  const offers = await offersOf('dana@example.com')
  expect(offers.length).toBeGreaterThan(0)
  expect(await offersOf('eva@example.com')).toEqual(offers)
})
