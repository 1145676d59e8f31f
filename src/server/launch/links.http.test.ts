import { afterAll, describe, expect, test } from 'vitest'
import { moveClock } from '#test/move-clock.ts'
import { startApp } from '#test/app.ts'
import { engines } from '#test/fresh-store.ts'
import { joinByCall, linkIn } from '#test/visitor.ts'
import { actOnLaunch, type LaunchAct } from './periods.ts'

const dayMs = 24 * 3_600_000
const terms = { listFirstDays: 2, eraseAfterDays: 30, shop: 'https://shop.example/' }

describe.each(engines)('links of mails in each state of the launch, on %s', async (engine) => {
  let clock = Date.parse('2026-11-21T12:00:00Z')
  const app = await startApp({ engine, now: () => clock })
  afterAll(() => app.close())
  const { store } = app.server()
  const later = (ms: number) => moveClock(app, clock, clock + ms, (at) => (clock = at))
  const act = (done: LaunchAct) =>
    store.transact((trx) => actOnLaunch(trx, done, { by: 'anna@example.com', terms }, clock))
  const linkTo = async (email: string) => {
    await joinByCall(app.url, email)
    return linkIn((await app.mailsTo(email))[0]!.text, 'confirm')
  }
  const press = (link: string) =>
    fetch(link, { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' } })
  const stateOf = async (email: string) =>
    (
      await store.db
        .selectFrom('people')
        .select('state')
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
    ).state
  /** Waits until the server knows the state that the store has. */
  async function untilStatus(status: number) {
    const before = performance.now()
    while ((await joinByCall(app.url, 'probe@example.com')).status !== status) {
      if (performance.now() - before > 6_000) throw new Error(`no ${status} within 6 s`)
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
  }

  test('[END-2] a confirm link works in a pause, and for 7 days after a close; leaving always works', async () => {
    const [anna, ben, cleo] = [
      await linkTo('anna@example.com'),
      await linkTo('ben@example.com'),
      await linkTo('cleo@example.com'),
    ]
    await act({ act: 'pause', at: null, until: clock + dayMs })
    await act({ act: 'close', at: clock + dayMs, until: null })
    await untilStatus(409)
    expect([(await press(anna)).status, await stateOf('anna@example.com')]).toEqual([
      200,
      'confirmed',
    ])
    later(8 * dayMs - 1)
    expect([(await press(ben)).status, await stateOf('ben@example.com')]).toEqual([
      200,
      'confirmed',
    ])
    clock += 1
    const [page, pressed] = [await fetch(cleo), await press(cleo)]
    expect([page.status, pressed.status]).toEqual([409, 409])
    expect(await pressed.text()).toContain('The list is closed')
    expect(await stateOf('cleo@example.com')).toBe('unconfirmed')
    expect((await fetch(anna)).status).toBe(200)
    const unsubscribe = linkIn((await app.mailsTo('anna@example.com', 2))[1]!.text, 'unsubscribe')
    expect((await press(unsubscribe)).status).toBe(200)
    expect(await stateOf('anna@example.com')).toBe('unsubscribed')
  })

  test('[END-2] after a launch a confirm link works for 7 days, and own page and leaving always; going back to open renews what was refused', async () => {
    await act({ act: 'open', at: null })
    await untilStatus(200)
    clock += 60_000
    const [dan, eva] = [await linkTo('dan@example.com'), await linkTo('eva@example.com')]
    await act({ act: 'launch', at: null, until: null })
    await untilStatus(409)
    later(7 * dayMs - 1)
    expect([(await press(dan)).status, await stateOf('dan@example.com')]).toEqual([
      200,
      'confirmed',
    ])
    clock += 1
    const refused = await press(eva)
    expect([refused.status, await stateOf('eva@example.com')]).toEqual([409, 'unconfirmed'])
    expect(await refused.text()).toContain('It Is Here.')
    const welcome = (await app.mailsTo('dan@example.com', 2))[1]!.text
    const me = linkIn(welcome, 'me')
    expect((await fetch(me)).status).toBe(200)
    await act({ act: 'open', at: null })
    await untilStatus(200)
    expect([(await press(eva)).status, await stateOf('eva@example.com')]).toEqual([
      200,
      'confirmed',
    ])
    await act({ act: 'launch', at: null, until: null })
    await untilStatus(409)
    expect((await press(linkIn(welcome, 'unsubscribe'))).status).toBe(200)
    expect(await stateOf('dan@example.com')).toBe('unsubscribed')
  })
})
