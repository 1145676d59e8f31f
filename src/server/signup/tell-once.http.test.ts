import { afterAll, describe, expect, test } from 'vitest'
import { paths } from '#contract/api.ts'
import { fieldNames } from '#contract/people/waitlist.ts'
import { actOnLaunch, type LaunchAct } from '#server/launch/periods.ts'
import { moveClock } from '#test/move-clock.ts'
import { startApp } from '#test/app.ts'
import { storeEngines } from '#test/fresh-store.ts'
import { joinByCall } from '#test/visitor.ts'
import { openBeforeMs, runOnceMails } from './once-requests.ts'

const dayMs = 24 * 3_600_000
const ownPage = { 'sec-fetch-site': 'same-origin' }

describe.each(storeEngines)('one mail when the list opens again, on %s', async (engine) => {
  let clock = Date.parse('2026-11-21T12:00:00Z')
  const app = await startApp({ engine, now: () => clock })
  afterAll(() => app.close())
  const { store } = app.server()
  const later = (ms: number) => moveClock(app, clock, clock + ms, (at) => (clock = at))
  const act = async (done: LaunchAct) => {
    const terms = { listFirstDays: 2, eraseAfterDays: 30, shop: 'https://shop.example/' }
    await store.transact((trx) => actOnLaunch(trx, done, { by: 'anna@example.com', terms }, clock))
  }
  const ask = (email: string) =>
    fetch(app.url + paths.tellOnce, {
      method: 'POST',
      redirect: 'manual',
      headers: ownPage,
      body: new URLSearchParams({ [fieldNames.email]: email }),
    })
  const press = (link: string) => fetch(link, { method: 'POST', headers: ownPage })
  const requests = () => store.db.selectFrom('once_requests').selectAll().orderBy('email').execute()

  async function until<T>(read: () => Promise<T | undefined | false>): Promise<T> {
    for (let tries = 0; tries < 600; tries++) {
      const found = await read()
      if (found) return found
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
    throw new Error('it did not happen within 15 s')
  }
  /** The texts of the mails of END-3 that were kept, oldest first, once there are so many. */
  const mails = (template: string, count: number) =>
    until(async () => {
      const rows = await store.db
        .selectFrom('outbox')
        .where('personId', 'is', null)
        .select('rendered')
        .where('template', '=', template)
        .where('state', '=', 'kept')
        .orderBy('id')
        .execute()
      const texts = rows.map(({ rendered }) => (JSON.parse(rendered!) as { text: string }).text)
      return texts.length >= count && texts
    })
  const linkIn = (text: string) => /https?:\S+\/tell-once\/[\w-]+/.exec(text)![0]

  test('[END-3] an address is confirmed by mail, gets one mail when the list opens, and is deleted', async () => {
    expect((await ask('early@example.com')).headers.get('location')).toBe('/')
    await act({ act: 'close', at: null, until: null })
    await until(async () => (await joinByCall(app.url, 'x@example.com')).status === 409)
    for (const email of ['anna@example.com', 'anna@example.com', 'ben@example.com'])
      expect((await ask(email)).status).toBe(303)
    expect((await ask('not an address')).status).toBe(422)
    expect((await ask('anna@example.com')).headers.get('location')).toBe('/tell-once?sent=1')
    const [toAnna, toBen] = await mails('once-confirm', 2)
    expect(await requests()).toMatchObject([
      { email: 'anna@example.com', consentVersion: 'once-2026-11-27', confirmedAt: null },
      { email: 'ben@example.com', confirmedAt: null },
    ])
    const people = await store.db.selectFrom('people').select('email').execute()
    expect(people.map(({ email }) => email)).not.toContain('anna@example.com')

    expect(await (await fetch(linkIn(toAnna!))).text()).toContain('One email?')
    expect((await requests())[0]!.confirmedAt).toBe(null)
    expect(await (await press(linkIn(toAnna!))).text()).toContain('Delete my address now')
    const run = async () => runOnceMails(store, app.server().launch.current(), clock)
    expect(await run()).toBe(false)

    later(30 * dayMs - 1)
    await act({ act: 'open', at: null })
    await until(async () => app.server().launch.current().state === 'open')
    clock += openBeforeMs - 1
    expect(await run()).toBe(false)
    clock += 1
    expect([await run(), await run()]).toEqual([true, false])
    const [told] = await mails('once', 1)
    expect(told).toContain('It is open now')
    await run()
    expect((await requests()).map(({ email }) => email)).toEqual(['ben@example.com'])
    expect((await fetch(linkIn(toAnna!))).status).toBe(404)
    expect((await press(linkIn(toBen!))).status).toBe(404)
  })

  test('[END-3] the button of a confirmed link deletes the address', async () => {
    await act({ act: 'close', at: null, until: null })
    await until(async () => (await ask('cleo@example.com')).headers.get('location') !== '/')
    const link = linkIn((await mails('once-confirm', 3))[2]!)
    await press(link)
    expect(await (await press(`${link}/delete`)).text()).toContain('Deleted.')
    expect((await requests()).map(({ email }) => email)).toEqual(['ben@example.com'])
    expect((await press(link)).status).toBe(404)
  })
  test('[LANG-2] an address that asked on the Dutch page gets a Dutch mail, whose page is Dutch', async () => {
    await fetch(`${app.url}/nl${paths.tellOnce}`, {
      method: 'POST',
      headers: ownPage,
      body: new URLSearchParams({ [fieldNames.email]: 'dirk@example.com' }),
    })
    const asked = (await mails('once-confirm', 4))[3]!
    expect(asked).toContain('Je vroeg ons om dirk@example.com één keer te mailen')
    const page = await fetch(linkIn(asked))
    expect(page.headers.get('content-language')).toBe('nl')
    const request = (await requests()).find(({ email }) => email === 'dirk@example.com')
    expect(request?.language).toBe('nl')
  })
})
