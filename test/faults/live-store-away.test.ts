import { afterAll, expect, test } from 'vitest'
import { startApp } from '#test/app.ts'
import { testSecret } from '#test/fresh-store.ts'
import { askLive, openLiveStream } from '#test/live-stream.ts'
import { startPostgres } from '#test/postgres.ts'
import { joinByCall, joinByForm, untilTaken } from '#test/visitor.ts'

let clock = Date.parse('2026-11-25T11:04:00Z')
const postgres = await startPostgres()
const app = await startApp({
  env: { DATABASE_URL: postgres.url, SECRET_KEY: testSecret, FIGURES: 'live', OPT_IN: 'single' },
  now: () => clock,
})
afterAll(async () => {
  await app.close()
  await postgres.stop()
})

async function pageShows() {
  const answer = await fetch(app.url)
  const html = await answer.text()
  return {
    status: answer.status,
    nextPlace: /data-live="nextPlace">([\d,]+)</.exec(html)?.[1],
    times: [
      ...new Set([...html.matchAll(/live, as of (?:<[^>]+>)?([\d:]+)/g)].map(([, at]) => at)),
    ],
  }
}

test('[LIVE-4] while the database stands still, page, stream and JSON keep the last figures with their time, and forms are answered 503', async () => {
  expect((await untilTaken(() => joinByCall(app.url, 'sanne@example.com'))).status).toBe(200)
  const countedAt = (clock += 10_000)
  const stream = await openLiveStream(app.url)
  await expect.poll(() => stream.figures().at(-1)?.registered).toBe('1')
  const before = { status: 200, nextPlace: '2', times: ['12:04'] }
  expect(await pageShows()).toEqual(before)
  const heard = stream.figures().length

  postgres.freeze()
  try {
    clock += 5 * 60_000
    expect(await pageShows()).toEqual(before)
    const { response, message } = await askLive(app.url)
    expect(response.status).toBe(200)
    expect(message).toMatchObject({ registered: '1', nextPlace: '2', at: countedAt, now: clock })
    await expect.poll(() => stream.events.at(-1)).toEqual({ event: 'time', data: String(clock) })
    expect(stream.figures()).toHaveLength(heard)
    for (const join of [joinByCall, joinByForm]) {
      const answer = await join(app.url, 'daan@example.com')
      expect([answer.status, answer.headers.has('retry-after')]).toEqual([503, true])
    }
  } finally {
    postgres.thaw()
  }

  await expect.poll(async () => (await joinByCall(app.url, 'noor@example.com')).status).toBe(200)
  clock += 10_000
  await expect.poll(() => stream.figures().at(-1)?.registered).toBe('2')
  expect(await pageShows()).toEqual({ status: 200, nextPlace: '3', times: ['12:09'] })
  stream.leave()
})
