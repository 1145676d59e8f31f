import { afterAll, describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import type { PerformanceType } from '#contract/quiz/quiz.ts'
import { startApp } from '#test/app.ts'
import { noon } from '#test/mailbox.ts'
import { saveByCall, saveByForm, savedId, triggerByCall } from '#test/quiz-taker.ts'
import { joinByCall, linkIn, seen } from '#test/visitor.ts'

const protocolOf = (type: PerformanceType) => campaign.sequence!.steps[0]!.texts[type]!.subject
const ownPage = { 'sec-fetch-site': 'same-origin' }

describe('from a quiz result to the mailbox', async () => {
  const app = await startApp({ now: () => noon })
  afterAll(() => app.close())

  test('the confirm mail comes with the save, the protocol with the confirmation', async () => {
    const id = await savedId(await saveByCall(app.url, 'sanne@example.com', { type: 'stress' }))
    expect((await triggerByCall(app.url, 'sanne@example.com', id)).status).toBe(200)
    const [confirm] = await app.mailbox(1)
    await fetch(linkIn(confirm!.text, 'confirm'), { method: 'POST', headers: ownPage })
    const [, welcome, protocol] = await app.mailbox(3)
    expect([welcome!.to, welcome!.subject]).toEqual([
      'sanne@example.com',
      expect.stringContaining('You are in'),
    ])
    expect([protocol!.to, protocol!.subject]).toEqual(['sanne@example.com', protocolOf('stress')])
    await fetch(linkIn(protocol!.text, 'unsubscribe'), { method: 'POST' })
    expect(await (await app.store()).db.selectFrom('sequences').select('state').execute()).toEqual([
      { state: 'stopped' },
    ])
    expect(await (await fetch(`${app.url}/metrics`)).text()).toContain(
      'sequence_steps_total{step="protocol"} 1',
    )
  })

  test('a person who joined within the last day and has not confirmed gets no second mail, and gets the protocol after confirming', async () => {
    await joinByCall(app.url, 'daan@example.com')
    await saveByForm(app.url, 'daan@example.com')
    const mine = (count: number) => app.mailsTo('daan@example.com', count)
    const [confirm] = await mine(1)
    await fetch(linkIn(confirm!.text, 'confirm'), { method: 'POST', headers: ownPage })
    expect((await mine(3)).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('Confirm'),
      expect.stringContaining('You are in'),
      protocolOf('focus'),
    ])
  })
})

test('[CALL-1] with OPT_IN=single the welcome mail comes at once, and the protocol after it', async () => {
  const app = await startApp({ env: { OPT_IN: 'single' }, now: () => noon })
  await saveByForm(app.url, 'noor@example.com', { type: 'energy' })
  expect((await app.mailbox(2)).map(({ to, subject }) => [to, subject])).toEqual([
    ['noor@example.com', expect.stringContaining('You are in')],
    ['noor@example.com', protocolOf('energy')],
  ])
  await app.close()
})

test('1,000 saves from 1,000 clients for one new address with single opt-in make a welcome mail, one protocol and 1,000 equal answers', async () => {
  const app = await startApp({
    env: { OPT_IN: 'single', TRUSTED_PROXIES: '127.0.0.1, ::1', LIMITS: '' },
    now: () => noon,
  })
  const saves = new Set<string>()
  const statuses = new Set<number>()
  const client = async (n: number) => {
    const headers = { 'x-forwarded-for': `10.${n >> 8}.${n & 255}.7` }
    const { body, ...answer } = await seen(
      await saveByCall(app.url, 'target@example.com', { headers }),
    )
    const { id, ...row } = JSON.parse(body) as { id: string }
    saves.add(JSON.stringify([answer, row]))
    statuses.add((await triggerByCall(app.url, 'target@example.com', id, {}, headers)).status)
  }
  for (let n = 0; n < 1_000; n += 50)
    await Promise.all(Array.from({ length: 50 }, (_, index) => client(n + index)))
  expect([saves.size, [...statuses]]).toEqual([1, [200]])
  await app.mailbox(2)
  await app.stop()
  const { db } = await app.store()
  expect(
    await db.selectFrom('sequences').select('state').where('state', '!=', 'replaced').execute(),
  ).toEqual([{ state: 'active' }])
  // The newest twenty, and the one whose sequence is under way.
  expect((await db.selectFrom('quiz_results').select('id').execute()).length).toBeOneOf([20, 21])
  expect(
    await db.selectFrom('outbox').select(['template', 'state']).orderBy('template').execute(),
  ).toEqual([
    { template: 'sequence', state: 'kept' },
    { template: 'welcome', state: 'kept' },
  ])
  await app.close()
}, 180_000)
