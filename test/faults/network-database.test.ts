import { afterAll, beforeEach, expect, test } from 'vitest'
import { startApp } from '#test/app.ts'
import { freshDatabase, testSecret } from '#test/fresh-store.ts'
import { recordMeasurement } from '#test/measurements.ts'
import { runSql } from '#test/postgres.ts'
import { openProxy } from '#test/proxy.ts'
import { visitorsOf } from '#test/visitors-meanwhile.ts'

const { databaseUrl } = await freshDatabase()
const proxy = await openProxy(databaseUrl)
const app = await startApp({ env: { DATABASE_URL: proxy.url, SECRET_KEY: testSecret } })
afterAll(() => app.close())
const { lost, join, recovers, areTurnedAway } = visitorsOf(app.url)

beforeEach(async () => {
  proxy.clear()
  await recovers()
})

const weathers: [string, () => void][] = [
  [
    'what is sent to it does not arrive',
    () => {
      proxy.up = 'silent'
    },
  ],
  [
    'its answers do not arrive',
    () => {
      proxy.down = 'silent'
    },
  ],
  [
    'half of what is sent to it arrives',
    () => {
      proxy.up = 'half'
    },
  ],
  [
    'half of its answers arrive',
    () => {
      proxy.down = 'half'
    },
  ],
  [
    'each answer takes three seconds',
    () => {
      proxy.down = { delayMs: 3_000 }
    },
  ],
  [
    'it cannot be reached',
    () => {
      proxy.refuses = true
      proxy.cut()
    },
  ],
]

test.each(weathers)(
  'Postgres, %s: sign-ups and quiz results are answered 503, the page is served, and it recovers by itself',
  async (name, worsen) => {
    worsen()
    await areTurnedAway(name)
    proxy.clear()
    await recovers()
  },
)

test('Postgres, each answer a twentieth of a second late: everybody is taken', async () => {
  proxy.down = { delayMs: 50 }
  const insist = async (triesLeft = 5): Promise<number> => {
    const { status } = await join()
    return status === 503 && triesLeft > 0 ? insist(triesLeft - 1) : status
  }
  expect(await Promise.all(Array.from({ length: 12 }, () => insist()))).toEqual(Array(12).fill(200))
})

test('Postgres, connections that break again and again under load: each sign-up is answered 200 or 503', async () => {
  const statuses: number[] = []
  for (let round = 0; round < 20; round++) {
    const joins = Array.from({ length: 10 }, join)
    proxy.watch = () => {
      proxy.watch = () => 'pass'
      return round % 2 ? 'cut before' : 'cut after'
    }
    statuses.push(...(await Promise.all(joins)).map(({ status }) => status))
    if (round % 5 === 0) proxy.cut()
  }
  recordMeasurement(
    `${statuses.filter((status) => status === 200).length} of ${statuses.length} were taken`,
  )
  expect(new Set(statuses).isSubsetOf(new Set([200, 503]))).toBe(true)
})

test('no acknowledged sign-up is lost, and each has one mail', async () => {
  expect(lost(await runSql(databaseUrl, 'select email from outbox'))).toEqual([])
})
