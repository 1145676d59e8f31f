import { expect, test } from 'vitest'
import { peoplePaths } from '#contract/people/list.ts'
import { listActs } from '#server/acts/action-log.ts'
import { describeAct } from '#server/dashboard/acts.ts'
import { openStore } from '#server/db/open.ts'
import { type Store } from '#server/db/store.ts'
import { lastPersonId } from '#server/people/filter.ts'
import { reservePort } from '#test/reserved-port.ts'
import { freshStore, storeEngines, testSecret } from '#test/fresh-store.ts'
import { addListed } from '#test/letters.ts'
import { recordMeasurement } from '#test/measurements.ts'
import { silentLog } from '#test/silent-log.ts'
import { signIn, type SignedIn } from '#test/signed-in.ts'
import { spawnServer, untilReady } from '#test/server-process.ts'

/** Enough for many transactions: the kill comes after the first. */
const people = 1_000
const anna = 'anna@example.com'
const path = peoplePaths.manyAct('take-off')
/** Ends a wait for what never comes; a slow machine must not reach it. */
const waitMs = 180_000

test.each(storeEngines)(
  '[DASH-4] kill -9 while people are taken off the list on %s: the log says how many were, and the same act again takes off only the others',
  async (engine) => {
    const { where, ...first } = await freshStore(engine)
    await addListed(
      first,
      Array.from({ length: people }, (_, n) => ({ id: `p${String(n).padStart(6, '0')}` })),
    )
    await first.close()
    const store = await openStore(where, { log: silentLog, role: 'command' })
    const port = String(await reservePort())
    const env = {
      PORT: port,
      PUBLIC_URL: `http://localhost:${port}`,
      OPERATORS: anna,
      SECRET_KEY: testSecret,
      ...('databaseUrl' in where
        ? { DATABASE_URL: where.databaseUrl }
        : { DATA_DIR: where.dataDir }),
    }
    const start = async () => {
      const server = await untilReady(spawnServer(env))
      return { server, browser: await signIn({ url: server.url, store: async () => store }, anna) }
    }

    const { server: victim, browser } = await start()
    const answer = takeOff(browser, store).catch(() => null)
    await untilLeft(store, (left) => left > 0, 5)
    await victim.kill()
    await answer
    const before = await leavers(store)
    recordMeasurement(`${engine}: killed after ${before.length} of ${people} people`)
    expect(before.length).toBeLessThan(people)

    const { server, browser: again } = await start()
    const half = (await listActs(store.db, { most: 5 })).find(
      ({ action }) => action === 'take-off-many',
    )!
    expect(half.outcome).toBeNull()
    expect(describeAct(half)).toContain(`changed so far: ${before.length})`)
    expect(await again.html(peoplePaths.progress(half.id))).toContain('This did not finish')

    await takeOff(again, store)
    await untilLeft(store, (left) => left === people)
    await server.kill()
    expect(await leavers(store)).toEqual(expect.arrayContaining(before))
    expect(await countedAsLeft(store)).toBe(people)
    await store.close()
  },
  4 * waitMs,
)

const takeOff = async (browser: SignedIn, { db }: Store) =>
  browser.post(path, { until: await lastPersonId(db) })

const untilLeft = (store: Store, isReached: (left: number) => boolean, interval = 50) =>
  expect
    .poll(async () => isReached((await leavers(store)).length), { timeout: waitMs, interval })
    .toBe(true)

/** The people who left, with the time: a second act on them would change it. */
const leavers = ({ db }: Store) =>
  db.selectFrom('people').select(['id', 'leftAt']).where('state', '=', 'unsubscribed').execute()

const countedAsLeft = async ({ db }: Store) =>
  Number(
    (
      await db
        .selectFrom('hourly_counts')
        .select(({ fn }) => fn.sum('count').as('sum'))
        .where('what', '=', 'left')
        .executeTakeFirstOrThrow()
    ).sum,
  )
