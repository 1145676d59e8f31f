import { afterAll, describe, expect, test } from 'vitest'
import { paths } from '#contract/api.ts'
import { meResult } from '#contract/people/personal-data.ts'
import { erasePerson } from '#server/signup/erasure.ts'
import { startApp } from '#test/app.ts'
import { drawLink } from '#test/draw-link.ts'
import { engines, testSecret } from '#test/fresh-store.ts'
import { confirmed } from '#test/in-line.ts'
import { confirmToken, onceToken, spotCode } from '#test/mailed-links.ts'
import { moveClock } from '#test/move-clock.ts'
import { saveByCall, savedId } from '#test/quiz-taker.ts'
import { seen } from '#test/visitor.ts'

describe.each(engines)('the pages of mailed links on %s', async (engine) => {
  let clock = Date.parse('2026-11-29T11:04:00Z')
  const app = await startApp({ engine, env: { SECRET_KEY: testSecret }, now: () => clock })
  afterAll(() => app.close())
  const { store } = app.server()

  /** A confirmed person, `m-NAME@example.com`. */
  async function person(name: string) {
    const email = `m-${name}@example.com`
    const [id] = await confirmed(store, [`m-${name}`], clock)
    const link = async (purpose: 'confirm' | 'unsubscribe' | 'me') =>
      paths[purpose] + (await drawLink(store.db, purpose, id!, clock))
    const result = async () =>
      `${await link('me')}/${meResult}/${await savedId(await saveByCall(app.url, email))}`
    return { id: id!, email, link, result }
  }

  /** The path of a link to this route. */
  async function linkOn(route: string, name: string): Promise<string> {
    const { id, email, link, result } = await person(name)
    const filled = async (token: Promise<string>) => {
      const last = (await token).split('/').at(-1)!
      return route.replace(/:(?:token|code)/, last)
    }
    if (route.endsWith(':result')) return result()
    if (route.startsWith(paths.confirm)) return filled(confirmToken(app, `x-${email}`, clock))
    if (route.startsWith(paths.spot)) return filled(spotCode(app, id, clock))
    if (route.startsWith(paths.tellOnce)) return filled(onceToken(app, email, clock))
    return filled(link(route.startsWith(paths.me) ? 'me' : 'unsubscribe'))
  }

  const get = (path: string) => fetch(app.url + path)
  const press = (path: string) =>
    fetch(app.url + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'sec-fetch-site': 'same-origin' },
    })

  /** Whom a page names as the person it acts for, and how proxies and browsers may keep it. */
  async function named(answer: Response) {
    const html = await answer.text()
    return {
      for: /<p class="note">For (\S+)<\/p>/.exec(html)?.[1],
      whole: /\w\w@example\.com/.test(html),
      kept: answer.headers.get('cache-control'),
    }
  }
  const masked = (first: string, host = 'example.com') => ({
    for: `${first}***@${host}`,
    whole: false,
    kept: 'no-store, no-transform',
  })

  const routes = app
    .server()
    .app.guarded.filter(
      ({ methods, guard, url }) =>
        methods.includes('POST') &&
        (guard === 'link' || guard === 'button') &&
        url.includes('/:') &&
        // One press on the page of a person, which another one takes back: it asks nothing.
        !url.endsWith('/language'),
    )
    .map(({ url }) => url)

  test.each(routes.map((route, index) => [route, index] as const))(
    '%s names the masked address before the press and after it',
    async (route, index) => {
      const path = await linkOn(route, String(index))
      const first = route.startsWith(paths.confirm) ? 'x' : 'm'
      // The buttons of a spot and of one mail are on the page above their own paths.
      const page = await get(path.replace(/\/(?:take|pass|delete)$/, ''))
      expect([page.status, await named(page)]).toEqual([200, masked(first)])
      const pressed = await press(path)
      // After an act on the link, the mails about friends or the device the own page is shown again.
      if (pressed.status === 303)
        expect(pressed.headers.get('location')).toMatch(/^\/me\/[\w-]{43}$/)
      else expect([pressed.status, await named(pressed)]).toEqual([200, masked(first)])
    },
  )

  test('a person who never confirmed, has left, or holds a spot is named as well', async () => {
    const holder = await person('holder')
    await spotCode(app, holder.id, clock)
    const left = await person('left')
    await press(await left.link('unsubscribe'))
    const token = await confirmToken(app, 'm-stranger@example.com', clock)
    const stranger = await store.db
      .selectFrom('people')
      .select('id')
      .where('email', '=', 'm-stranger@example.com')
      .executeTakeFirstOrThrow()
    const strangers = `${paths.unsubscribe}${await drawLink(store.db, 'unsubscribe', stranger.id, clock)}`
    const me = await left.link('me')
    const answers = [
      await get(await holder.link('unsubscribe')),
      await get(await left.link('unsubscribe')),
      await get(`${me}/consent`),
      await get(`${me}/leave`),
      await get(await left.link('confirm')),
      await get(paths.confirm + token),
      await get(strangers),
      await press(strangers),
      await get(strangers),
      await press(await left.link('unsubscribe')),
    ]
    for (const answer of answers) expect(await named(answer)).toEqual(masked('m'))
  })

  test('two addresses of one person are told apart, and an international host is in its letters', async () => {
    const pages = ['jan@work.example', 'jan@home.example', 'info@müller.de'].map(async (email) => {
      const stored = email.replace('müller', 'xn--mller-kva')
      return named(await get(paths.confirm + (await confirmToken(app, stored, clock))))
    })
    expect(await Promise.all(pages)).toEqual([
      masked('j', 'work.example'),
      masked('j', 'home.example'),
      masked('i', 'müller.de'),
    ])
  })

  test('an unknown link and every link of somebody who was erased show the same page, without an address', async () => {
    const { email, link, result } = await person('erased')
    const own = await link('me')
    const acting = [
      await link('confirm'),
      await link('unsubscribe'),
      `${await link('unsubscribe')}/friends`,
      `${own}/erase`,
      await result(),
    ]
    await store.transact((trx) => erasePerson(trx, email, testSecret, clock))
    const unknown = await seen(await get(`/confirm/${'A'.repeat(43)}`))
    expect([unknown.status, unknown.body.includes('***@')]).toEqual([404, false])
    for (const path of [own, ...acting]) expect(await seen(await get(path))).toEqual(unknown)
    for (const path of acting) expect(await seen(await press(path))).toEqual(unknown)
  })

  test('a spot that ended or whose person was erased shows no address', async () => {
    const [ended, erased] = [await person('ended'), await person('gone')]
    const codes = [await spotCode(app, ended.id, clock), await spotCode(app, erased.id, clock)]
    await store.transact((trx) => erasePerson(trx, erased.email, testSecret, clock))
    expect((await named(await get(paths.spot + codes[1]))).for).toBeUndefined()
    moveClock(app, clock, clock + 6 * 24 * 3_600_000, (at) => (clock = at))
    for (const code of codes) {
      const { for: who, kept } = await named(await get(paths.spot + code))
      expect([who, kept]).toEqual([undefined, 'no-store'])
    }
  })

  test('a confirm link that expired shows the page of an unknown link', async () => {
    const path = paths.confirm + (await confirmToken(app, 'm-late@example.com', clock))
    moveClock(app, clock, clock + 31 * 24 * 3_600_000, (at) => (clock = at))
    expect(await seen(await get(path))).toEqual(await seen(await get(`/confirm/${'A'.repeat(43)}`)))
  })
})
