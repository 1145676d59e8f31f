import { afterAll, expect, test } from 'vitest'
import { startApp } from '#test/app.ts'
import { signIn } from '#test/signed-in.ts'
import { joinByCall } from '#test/visitor.ts'

let now = Date.parse('2026-11-24T08:00:00Z')
const app = await startApp({
  now: () => now,
  env: { OPERATORS: 'anna@example.com, reader:bob@example.com' },
})
afterAll(() => app.close())
const anna = await signIn(app, 'anna@example.com', now)
const bob = await signIn(app, 'bob@example.com', now)
const status = async () => (await joinByCall(app.url, 'sanne@example.com')).status

test('[END-1] an operator pauses the list until a time, which the page and the log say, and ends the pause; an end that reads the same has no other beside it', async () => {
  expect(await anna.html('/dashboard/launch/pause')).toContain('Pause sign-ups?')
  const until = { 'until-day': '2026-11-30', 'until-time': '09:00' }
  const paused = await anna.post('/dashboard/launch/pause', until)
  expect([paused.status, await status()]).toEqual([303, 409])
  const screen = await anna.html(paused.headers.get('location')!)
  expect(screen).toContain('Paused the launch (until: 30 November 2026, 09:00).')
  expect(screen).toContain('Mon 30 Nov 09:00')
  now += 25_000
  await anna.post('/dashboard/launch/resume', {})
  expect(await status()).toBe(200)
  expect(await anna.html('/dashboard/launch')).not.toContain('before: ')
  expect(await anna.html('/dashboard/activity')).toContain('Ended the pause of the launch.')
})

test('[END-1] a planned close is shown, is not reported as done, and can be cancelled', async () => {
  const planned = await anna.post('/dashboard/launch/close', {
    'at-day': '2026-12-01',
    'at-time': '10:00',
  })
  const screen = await anna.html(planned.headers.get('location')!)
  const said = 'Planned to close the list (at: 1 December 2026, 10:00).'
  expect(screen).toContain(said)
  expect(await anna.html('/dashboard/activity')).toContain(said)
  expect(screen).toContain('Closed from')
  const id = /launch\/cancel\?id=([\w-]+)/.exec(screen)![1]!
  expect(await anna.html(`/dashboard/launch/cancel?id=${id}`)).toContain('Cancel this plan?')
  await anna.post('/dashboard/launch/cancel', { id })
  expect(await anna.html('/dashboard/launch')).not.toContain('Closed from')
})

test('[END-1] a time that is past or unreadable is asked again, with what was typed', async () => {
  const past = await anna.post('/dashboard/launch/close', {
    'at-day': '2026-11-23',
    'at-time': '09:00',
  })
  expect(past.status).toBe(422)
  const html = await past.text()
  expect(html).toContain('This time is past')
  expect(html).toContain('value="2026-11-23"')
  const half = await anna.post('/dashboard/launch/close', { 'at-day': '2026-12-01' })
  expect([half.status, await half.text()]).toEqual([
    422,
    expect.stringContaining('Enter a day and a time.'),
  ])
  expect(await status()).toBe(200)
})

test('[END-1] a reader sees the launch and cannot act', async () => {
  const html = await bob.html('/dashboard/launch')
  expect(html).toContain('can join')
  expect(html).not.toContain('/dashboard/launch/pause')
  expect((await bob.post('/dashboard/launch/pause', {})).status).toBe(403)
  expect((await bob.get('/dashboard/launch/pause')).status).toBe(403)
})

test("[END-3] without the shop's address a launch, now or planned, is answered 422 with what to write where", async () => {
  const later = { 'at-day': '2026-12-01', 'at-time': '10:00' }
  for (const times of [undefined, later]) {
    const answer = await anna.post('/dashboard/launch/launch', times ?? {})
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain('in launch.ts of the campaign')
  }
  expect(await anna.html('/dashboard/launch')).toContain('Before you can launch')
  expect(await status()).toBe(200)
})
