import { afterAll, beforeAll, expect, test } from 'vitest'
import { wavePaths } from '#contract/line/waves.ts'
import { newId } from '#server/db/new-id.ts'
import { endPeriods, setLaunchState } from '#server/launch/periods.ts'
import { startApp } from '#test/app.ts'
import { confirmed } from '#test/in-line.ts'
import { signIn } from '#test/signed-in.ts'

const now = Date.parse('2026-11-24T08:00:00Z')
const app = await startApp({
  now: () => now,
  env: { OPERATORS: 'anna@example.com, reader:bob@example.com' },
})
beforeAll(async () => void (await confirmed(await app.store(), ['mila', 'finn', 'noor'], now)))
afterAll(() => app.close())
const anna = await signIn(app, 'anna@example.com', now)
const bob = await signIn(app, 'bob@example.com', now)
const wave = { spots: '50', day: '2026-12-03', time: '18:00', type: '' }
const ask = (typed: typeof wave) => `${wavePaths.invite}?${new URLSearchParams(typed)}`
const waves = async () =>
  (await app.store()).db.selectFrom('waves').select(['number', 'size', 'invitedBy']).execute()

test('[LINE-8] a wave that cannot be is typed again, with the reason, and invites nobody', async () => {
  for (const [change, reason] of [
    [{ spots: '0' }, 'Give a whole number from 1 to 5,000.'],
    [{ day: '2026-11-23' }, 'The end is past'],
    [{ time: '' }, 'Enter a day and a time.'],
    [{ type: 'focus' }, 'Nobody in the line can be invited'],
  ] as const) {
    const answer = await anna.get(ask({ ...wave, ...change }))
    expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining(reason)])
  }
  expect((await anna.post(wavePaths.invite, { ...wave, day: '2026-11-23' })).status).toBe(422)
  expect(await waves()).toEqual([])
})

test('[END-1] [LINE-8] while the launch is paused each step to a wave answers 409 with the reason, and invites nobody', async () => {
  const { transact } = await app.store()
  const paused = { state: 'paused', at: now - 1, until: null, by: 'shell' } as const
  await transact((trx) =>
    setLaunchState(trx, { ...paused, listFirstUntil: null, eraseAt: null }, now),
  )
  const answers = [
    await anna.get(wavePaths.new),
    await anna.get(ask(wave)),
    await anna.post(wavePaths.invite, { ...wave, spots: '2' }),
  ]
  for (const answer of answers)
    expect([answer.status, await answer.text()]).toEqual([
      409,
      expect.stringContaining('The launch is paused, and waves with it'),
    ])
  expect(await waves()).toEqual([])
  await transact((trx) => endPeriods(trx, { at: now, by: 'shell' }, now))
})

test('[LINE-8] the page asks with the exact number, and a press invites them, which the log says', async () => {
  expect(await anna.html(wavePaths.new)).toContain('Wave 1')
  const asked = await anna.html(ask({ ...wave, spots: '2' }))
  expect(asked).toContain('Let 2 people in?')
  expect(asked).toContain('1 stays in it and moves up')
  expect(await anna.html(ask(wave))).toContain('Let 3 people in?')
  expect(await waves()).toEqual([])
  const fields = Object.fromEntries(
    [...asked.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
      ([, name, value]) => [name, value],
    ),
  ) as Record<string, string>
  const pressed = await anna.post(wavePaths.invite, fields)
  expect(pressed.status).toBe(303)
  const again = await anna.post(wavePaths.invite, fields)
  expect([again.status, await again.text()]).toEqual([
    422,
    expect.stringContaining('A wave was invited since this page was shown'),
  ])
  const screen = await anna.html(pressed.headers.get('location')!)
  expect(screen).toContain('wave 1, 2 invited')
  expect(await waves()).toEqual([{ number: 1, size: 2, invitedBy: 'anna@example.com' }])
  const mails = await app.mailsTo('finn@example.com', 2)
  expect(mails.map(({ text }) => text).join()).toContain('/spot/')
})

test('[LINE-8] an operator gets the codes of a wave as CSV, and the log says so', async () => {
  const id = /waves\/([\w-]+)\/codes/.exec(await anna.html(wavePaths.waves))![1]!
  const answer = await anna.post(wavePaths.codes(id), {})
  expect(answer.headers.get('content-disposition')).toContain('wave-1-codes-2026-11-24.csv')
  const lines = (await answer.text()).trim().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toMatch(/^([2-9A-HJ-NP-Z]{4}-?){4},invited,/)
  expect(await anna.html('/dashboard/activity')).toContain('Exported the codes of a wave (wave: 1)')
  expect((await anna.post(wavePaths.codes('nothing'), {})).status).toBe(404)
  expect((await bob.post(wavePaths.codes(id), {})).status).toBe(403)
})

test('[LINE-8] a reader sees how waves go, and can neither invite nor read codes', async () => {
  const html = await bob.html(wavePaths.waves)
  expect(html).toContain('All waves')
  for (const path of [wavePaths.new, '/codes']) expect(html).not.toContain(path)
  expect((await bob.get(ask(wave))).status).toBe(403)
  expect((await bob.post(wavePaths.invite, wave)).status).toBe(403)
  expect(await waves()).toHaveLength(1)
})

test('[LINE-8] of more than 50 waves the newest 50 are listed, and the sum says that it is of those', async () => {
  expect(await anna.html(wavePaths.waves)).not.toContain('in the waves below')
  const { db } = await app.store()
  const wave = await db.selectFrom('waves').selectAll().executeTakeFirstOrThrow()
  const more = Array.from({ length: 50 }, (_, n) => ({ ...wave, id: newId(), number: n + 2 }))
  await db.insertInto('waves').values(more).execute()
  const html = await anna.html(wavePaths.waves)
  expect(html).toContain('in the waves below')
  expect(html.match(/\/codes"/g)).toHaveLength(50)
})
