import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { startApp, type TestApp } from '#test/app.ts'
import { afterFile } from '#test/after-file.ts'
import { askLive, openLiveStream } from '#test/live-stream.ts'

async function until(holds: () => boolean) {
  const deadline = Date.now() + 30_000
  while (!holds()) {
    if (Date.now() > deadline) throw new Error('it never came')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

const join = (app: TestApp, email: string) =>
  fetch(`${app.url}/join`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: app.url },
    body: new URLSearchParams({ email, placement: 'hero' }),
  })

const app = await startApp({ env: { FIGURES: 'live', OPT_IN: 'single' } })
afterFile(() => app.close())

test('[LIVE-4] the stream says the figures and the time at once, and each change afterwards', async () => {
  const listener = await openLiveStream(app.url)
  expect(listener.response.status).toBe(200)
  expect(Object.fromEntries(listener.response.headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  })
  await until(() => listener.figures().length > 0)
  expect(listener.events[0]!.event).toBe('time')
  expect(listener.figures()[0]).toMatchObject({ registered: '0', nextPlace: '1' })
  expect((await join(app, 'sanne@example.com')).status).toBe(303)
  await until(() => listener.figures().at(-1)!.registered === '1')
  expect(listener.figures().at(-1)).toMatchObject({ waiting: '1', nextPlace: '2' })
  listener.leave()
})

test('[LIVE-4] where streams are blocked the same is answered once, as JSON that nobody may keep', async () => {
  const { response, message } = await askLive(app.url)
  expect(response.headers.get('cache-control')).toBe('no-store, no-transform')
  expect(message.nextPlace).toBe('2')
  expect(message.now - message.at).toBeLessThan(10_000)
})

test('[LIVE-4] a page of another site cannot hold streams of its visitors open', async () => {
  const headers = {
    accept: 'text/event-stream',
    'sec-fetch-site': 'cross-site',
    'sec-fetch-dest': 'empty',
  }
  const answer = await fetch(`${app.url}/live`, { headers })
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([
    403,
    'no-store, no-transform',
  ])
})

test('[LIVE-2] the mails of a server with live figures name no number of invitations', async () => {
  const [mail] = await app.mailsTo('sanne@example.com')
  expect(mail!.text).toContain('Mystery bonus stack: Added to your spot')
  expect(mail!.text).not.toContain('invitations')
})

test('a stream that ends is not logged as a slow request', async () => {
  const listener = await openLiveStream(app.url)
  await until(() => listener.events.length > 0)
  listener.leave()
  await until(() => !listener.isOpen())
  expect(app.log.filter((line) => line.includes('"/live"'))).toEqual([])
})

test('HTTP/1.0 gets the stream without chunks', async () => {
  const socket = connect(Number(new URL(app.url).port), 'localhost')
  let text = ''
  socket.on('data', (piece) => (text += piece))
  socket.write('GET /live HTTP/1.0\r\nhost: localhost\r\naccept: text/event-stream\r\n\r\n')
  await until(() => text.includes('event: figures'))
  socket.destroy()
  expect(text).toMatch(/\r\n\r\nevent: time\ndata: \d+\n\nevent: figures\ndata: \{/)
})

test('[LIVE-4] an address over its limit of streams is asked to come back in a minute; a stop of the server ends streams', async () => {
  const limited = await startApp({ env: { FIGURES: 'live', LIMITS: 'on' } })
  const open = await Promise.all(Array.from({ length: 60 }, () => openLiveStream(limited.url)))
  expect(new Set(open.map(({ response }) => response.status))).toEqual(new Set([200]))
  const refused = await fetch(`${limited.url}/live`, { headers: { accept: 'text/event-stream' } })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
  const asked = await fetch(`${limited.url}/live`)
  expect(asked.status).toBe(200)
  open[0]!.leave()
  let again = await openLiveStream(limited.url)
  for (let tries = 0; again.response.status !== 200 && tries < 50; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 20))
    again = await openLiveStream(limited.url)
  }
  expect(again.response.status).toBe(200)
  await limited.close()
  await again.reading
  expect(limited.log.filter((line) => line.includes('were cut'))).toEqual([])
  expect(again.isOpen()).toBe(false)
})
