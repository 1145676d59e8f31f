import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp } from '#test/app.ts'
import { storeEngines } from '#test/fresh-store.ts'
import { recordFor, saveByForm } from '#test/quiz-taker.ts'
import { joinByCall, joinByForm } from '#test/visitor.ts'
import { refreshMs } from './launch-cache.ts'
import { actOnLaunch, type LaunchAct } from './periods.ts'

const by = 'anna@example.com'

describe.each(storeEngines)('sign-ups in each state of the launch, on %s', async (engine) => {
  const start = Date.parse('2026-11-21T12:00:00Z')
  let clock = start
  const app = await startApp({ engine, now: () => clock })
  const otherProcess = await app.store()
  afterAll(() => app.close())
  const terms = { listFirstDays: 2, eraseAfterDays: 30, shop: 'https://shop.example/' }
  const act = (done: LaunchAct) =>
    otherProcess.transact((trx) => actOnLaunch(trx, done, { by, terms }, clock))
  const people = async () =>
    (await otherProcess.db.selectFrom('people').select('email').execute()).length

  /** Waits until the server answers so, and returns the ms that it took. */
  async function untilAnswer(status: number): Promise<number> {
    const asked = performance.now()
    while ((await joinByCall(app.url, 'probe@example.com')).status !== status) {
      if (performance.now() - asked > 6_000) throw new Error(`no ${status} within 6 s`)
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
    return performance.now() - asked
  }

  beforeEach(async () => {
    await act({ act: 'open', at: null })
    await untilAnswer(200)
  })

  test.each([
    ['pause', 'paused'],
    ['close', 'closed'],
    ['launch', 'launched'],
  ] as const)(
    '[END-2] after %s a %s list answers 409 with its state, and stores nothing',
    async (name, state) => {
      await act({ act: name, at: null, until: null })
      await untilAnswer(409)
      const before = await people()
      const call = await joinByCall(app.url, 'cleo@example.com')
      expect([call.status, await call.json()]).toEqual([409, { error: expect.any(String), state }])
      const client = createClient(app.url, 'anon')
      const { error, status } = await client
        .from('quiz_results')
        .insert(recordFor('cleo@example.com'))
      expect([status, error]).toMatchObject([409, { code: 'PT409', state }])
      const welcome = { body: { email: 'cleo@example.com', firstName: 'Cleo' } }
      const { error: refused } = await client.functions.invoke('send-welcome-email', welcome)
      const { context } = refused as { context: Response }
      expect([context.status, await context.json()]).toMatchObject([409, { state }])
      const forms = [
        await joinByForm(app.url, 'cleo@example.com'),
        await saveByForm(app.url, 'cleo@example.com'),
      ]
      expect(forms.map(({ status }) => status)).toEqual([409, 409])
      expect(await people()).toBe(before)
    },
  )

  test('[END-1] a state that another process sets is in force within 2 s', async () => {
    await act({ act: 'close', at: null, until: null })
    const ms = await untilAnswer(409)
    expect(ms).toBeLessThan(3 * 2 * refreshMs)
    console.log(`a closed list was refused after ${Math.round(ms)} ms on ${engine}`)
  })

  test('[END-1] a planned pause begins and ends at its exact time', async () => {
    const [from, to] = [clock + 3_600_000, clock + 7_200_000]
    await act({ act: 'pause', at: from, until: to })
    await act({ act: 'close', at: null, until: null })
    await untilAnswer(409)
    const stateAt = async (at: number) => {
      clock = at
      return ((await (await joinByCall(app.url, 'dan@example.com')).json()) as { state: string })
        .state
    }
    expect([
      await stateAt(from - 1),
      await stateAt(from),
      await stateAt(to - 1),
      await stateAt(to),
    ]).toEqual(['closed', 'paused', 'paused', 'closed'])
  })
})
