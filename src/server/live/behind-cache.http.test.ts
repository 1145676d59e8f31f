import { expect, test } from 'vitest'
import { afterFile } from '#test/after-file.ts'
import { startApp } from '#test/app.ts'
import { openCachingProxy } from '#test/caching-proxy.ts'
import { askLive, openLiveStream } from '#test/live-stream.ts'
import { joinByForm } from '#test/visitor.ts'

let clock = Date.parse('2026-11-25T11:04:00Z')
const app = await startApp({ env: { FIGURES: 'live', OPT_IN: 'single' }, now: () => clock })
afterFile(() => app.close())
const proxy = await openCachingProxy(app.url, () => clock)

const text = async (path: string) => (await fetch(proxy.url + path)).text()
const nextPlace = (html: string) => /data-live="nextPlace">([\d,]+)</.exec(html)?.[1]

test('a cache before the server keeps scripts', async () => {
  const script = /\/assets\/[\w-]+\.js/.exec(await text('/'))![0]
  expect(await text(script)).toBe(await text(script))
  expect(proxy.fromCache).toEqual([script])
})

test('[LIVE-4] behind a cache that keeps what it may, page, stream and JSON show each change, and none is kept', async () => {
  const stream = await openLiveStream(proxy.url)
  const before = proxy.fromCache.length
  for (let people = 1; people <= 3; people++) {
    await joinByForm(proxy.url, `athlete${people}@example.com`)
    clock += 10_000
    const { message } = await askLive(proxy.url)
    expect(message).toMatchObject({ registered: String(people), at: clock, now: clock })
    expect(nextPlace(await text('/'))).toBe(String(people + 1))
    await expect.poll(() => stream.figures().at(-1)?.registered).toBe(String(people))
  }
  stream.leave()
  const late = await openLiveStream(proxy.url)
  await expect.poll(() => late.figures()[0]?.registered).toBe('3')
  late.leave()
  expect(proxy.fromCache.slice(before)).toEqual([])
})
